/// A dictionary in a sorted array: for many small ones, of which each would otherwise reserve room for twice its entries.
///
/// Reading takes logarithmic time, inserting and removing time in the number of entries.
struct SortedMap<Key: Comparable & Sendable, Value: Sendable>: Sendable {
    /// By how many entries it grows at once, and by which share of its entries where that is more.
    private static var step: Int { 4 }
    private static var stepShare: Int { 8 }

    private var entries: [(key: Key, value: Value)] = []

    var isEmpty: Bool { entries.isEmpty }
    var capacity: Int { entries.capacity }

    /// Makes room for so many entries at once, where they come one by one.
    mutating func reserveCapacity(_ count: Int) { entries.reserveCapacity(count) }

    subscript(_ key: Key) -> Value? {
        get {
            let index = index(of: key)
            return holds(key, at: index) ? entries[index].value : nil
        }
        set {
            let index = index(of: key)
            switch (holds(key, at: index), newValue) {
            case (true, let value?): entries[index].value = value
            case (true, nil): entries.remove(at: index)
            case (false, let value?):
                if entries.count == entries.capacity {
                    entries.reserveCapacity(entries.count + Swift.max(Self.step, entries.count / Self.stepShare))
                }
                entries.insert((key, value), at: index)
            case (false, nil): break
            }
        }
    }

    private func holds(_ key: Key, at index: Int) -> Bool { index < entries.count && entries[index].key == key }

    /// Where `key` is, or belongs.
    private func index(of key: Key) -> Int {
        var range = entries.indices
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            range = entries[middle].key < key ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return range.lowerBound
    }
}

extension SortedMap: Sequence {
    func makeIterator() -> IndexingIterator<[(key: Key, value: Value)]> { entries.makeIterator() }
}
