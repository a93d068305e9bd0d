/// Parts of a text of which each is compressed by itself: with reference to what is shared, and to nothing else.
///
/// What a part takes does not depend on what another part, or the rest of the text, has in common with it. So its length
/// does not reveal whether somebody guessed a text of somebody else (CRIME, BREACH).
public struct SeparateParts: Sendable, Equatable {
    /// What everybody may know: all of them may refer to it.
    let shared: Range<Int>
    /// The parts; each begins where the one before it ends.
    let parts: [Range<Int>]

    /// Fails unless there is a part, and what is shared precedes the parts, which follow each other without a gap.
    ///
    /// - Parameter ranges: of what is shared, and of each part.
    public init?(_ ranges: [Range<Int>]) {
        guard ranges.count > 1, ranges[0].upperBound <= ranges[1].lowerBound,
            zip(ranges.dropFirst(), ranges.dropFirst(2)).allSatisfy({ $0.upperBound == $1.lowerBound })
        else { return nil }
        shared = ranges[0]
        parts = Array(ranges.dropFirst())
    }

    /// All parts together.
    var range: Range<Int> { parts[0].lowerBound..<parts[parts.count - 1].upperBound }

    /// Writes the parts as a block of DEFLATE; returns where the next begins.
    /// - Parameters:
    ///   - text: the whole text.
    ///   - output: has room for `FixedCodes.bound` of all parts.
    func compress(_ text: UnsafeBufferPointer<UInt8>, to output: UnsafeMutablePointer<UInt8>)
        -> UnsafeMutablePointer<UInt8>
    {
        withUnsafeTemporaryAllocation(of: Int32.self, capacity: range.upperBound - shared.lowerBound) { memory in
            let matches = Matches(text, sharing: shared, memory)
            var codes = FixedCodes(output)
            for part in parts { compress(text, part, matches, &codes) }
            return codes.end()
        }
    }

    private func compress(
        _ text: UnsafeBufferPointer<UInt8>, _ part: Range<Int>, _ shared: Matches, _ codes: inout FixedCodes
    ) {
        var matches = shared
        var place = part.lowerBound
        while place < part.upperBound {
            let match = matches.longest(at: place, before: part.upperBound)
            if let match {
                codes.write(length: match.length, distance: match.distance)
            } else {
                codes.write(literal: text[place])
            }
            for _ in 0..<(match?.length ?? 1) {
                matches.add(place, before: part.upperBound)
                place += 1
            }
        }
    }
}
