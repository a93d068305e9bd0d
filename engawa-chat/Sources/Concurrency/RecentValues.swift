/// A dictionary of bounded size that forgets the values that were not used for the longest time, half of them at once.
public struct RecentValues<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private let maximum: Int
    private var recent: [Key: Value] = [:]
    /// Values not used since `recent` was last full.
    private var older: [Key: Value] = [:]

    /// - Parameter maximum: how many values are kept at most.
    public init(maximum: Int) { self.maximum = maximum }

    public var count: Int { recent.count + older.count }

    public subscript(key: Key) -> Value? {
        mutating get {
            if let value = recent[key] { return value }
            guard let value = older[key] else { return nil }
            self[key] = value
            return value
        }
        set {
            older[key] = nil
            if recent[key] == nil, recent.count >= maximum / 2 { (recent, older) = ([:], recent) }
            recent[key] = newValue
        }
    }
    /// Forgets the values for which `condition` is true; looks at all of them.
    public mutating func removeAll(where condition: (Value) -> Bool) {
        recent = recent.filter { !condition($0.value) }
        older = older.filter { !condition($0.value) }
    }
}
