/// Finds where text occurred before (LZ77), in a shared text and in the part that is being compressed.
///
/// A copy of it goes on from the same state: so each part begins after the shared text, and knows nothing of the others.
struct Matches {
    private static let hashBits = 10
    /// The shortest match.
    private static let minimumLength = 3
    /// From here on, a match of the shortest length takes as much as its bytes.
    private static let farDistance = 4_096
    /// How many places with the same hash are compared.
    private static let maximumTries = 32
    private static let none: Int32 = -1

    private let text: UnsafeBufferPointer<UInt8>
    private let shared: Range<Int>
    /// For each place, the one before it with the same hash; counted from the beginning of `shared`. The copies write to
    /// places of their own.
    private let earlier: UnsafeMutableBufferPointer<Int32>
    /// For each hash, the newest place.
    private var newest = [Int32](repeating: Self.none, count: 1 << Self.hashBits)

    /// - Parameter earlier: memory for each byte from the beginning of `shared` to the end of the parts; valid as long as
    ///   this.
    init(
        _ text: UnsafeBufferPointer<UInt8>, sharing shared: Range<Int>, _ earlier: UnsafeMutableBufferPointer<Int32>
    ) {
        self.text = text
        self.shared = shared
        self.earlier = earlier
        for place in shared { add(place, before: shared.upperBound) }
    }

    /// - Parameter end: the end of the part.
    mutating func add(_ place: Int, before end: Int) {
        guard place + Self.minimumLength <= end else { return }
        let (hash, index) = (hash(place), place - shared.lowerBound)
        earlier[index] = newest[hash]
        newest[hash] = Int32(truncatingIfNeeded: index)
    }

    /// The longest match of what begins at `place` that saves anything, and the nearest of those.
    /// - Parameter end: the end of the part.
    func longest(at place: Int, before end: Int) -> (length: Int, distance: Int)? {
        guard place + Self.minimumLength <= end else { return nil }
        var longest = (length: Self.minimumLength - 1, distance: 0)
        var index = newest[hash(place)]
        var tries = 0
        while index != Self.none, tries < Self.maximumTries {
            let candidate = shared.lowerBound + Int(index)
            guard place - candidate <= FixedCodes.maximumDistance else { break }
            let length = length(of: candidate, place, before: end)
            if length > longest.length { longest = (length, place - candidate) }
            index = earlier[Int(index)]
            tries += 1
        }
        let minimum = longest.distance < Self.farDistance ? Self.minimumLength : Self.minimumLength + 1
        return longest.length >= minimum ? longest : nil
    }

    /// How many bytes at `candidate` are the same as at `place`. What is shared ends before what follows it.
    private func length(of candidate: Int, _ place: Int, before end: Int) -> Int {
        var maximum = min(end - place, FixedCodes.maximumLength)
        if candidate < shared.upperBound { maximum = min(maximum, shared.upperBound - candidate) }
        var length = 0
        while length < maximum, text[candidate + length] == text[place + length] { length += 1 }
        return length
    }

    private func hash(_ place: Int) -> Int {
        let bytes = UInt32(text[place]) | UInt32(text[place + 1]) << 8 | UInt32(text[place + 2]) << 16
        // Knuth's multiplicative hash.
        return Int((bytes &* 2_654_435_761) >> (32 - UInt32(Self.hashBits)))
    }
}
