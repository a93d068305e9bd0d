/// The members of an object that are read, by their names, in the order in which they mostly come.
protocol JSONMember: RawRepresentable<String>, CaseIterable, Sendable where AllCases == [Self] {}

/// Tells the members of an object apart.
///
/// Each is looked for behind the one before, so that it is found at once where the members come in the order of their
/// names, as the embedded backend writes them. In another order it costs some comparisons, and nothing else.
struct JSONMembers<Member: JSONMember>: Sendable {
    private struct Name: Sendable {
        let member: Member
        /// With its quotes. What stands behind it is 0 in the pattern and in the mask.
        let pattern: JSONBeginning
        let mask: JSONBeginning
        let length: Int
    }

    private let names: [Name]

    init() {
        names = Member.allCases.map { member in
            let quoted = Array("\"\(member.rawValue)\"".utf8)
            precondition(quoted.count <= JSONBeginning.length, "a name longer than what is compared")
            return Name(
                member: member, pattern: JSONBeginning(quoted), mask: JSONBeginning(quoted.map { _ in .max }),
                length: quoted.count)
        }
    }

    /// The member whose name, with its quotes, stands at the beginning, and how long that is.
    ///
    /// - Parameter place: where it is looked for first; afterwards where the next one is.
    @inline(__always)
    func member(at beginning: JSONBeginning, lookingFirstAt place: inout Int) -> (member: Member, length: Int)? {
        for _ in names.indices {
            if place >= names.count { place = 0 }
            let index = place
            place += 1
            if beginning.isSame(as: names[index].pattern, within: names[index].mask) {
                return (names[index].member, names[index].length)
            }
        }
        return nil
    }
}

/// Bytes that are compared at once, as words: zeros where there are not so many.
struct JSONBeginning: Sendable {
    static var length: Int { 32 }

    private let words: (UInt64, UInt64, UInt64, UInt64)

    /// - Parameter text: at least `length` bytes.
    @inline(__always) init(_ text: UnsafeRawPointer) {
        func word(_ index: Int) -> UInt64 { text.loadUnaligned(fromByteOffset: 8 * index, as: UInt64.self) }
        words = (word(0), word(1), word(2), word(3))
    }

    /// - Parameter text: may be shorter.
    @inline(never) init(_ text: some Collection<UInt8>) {
        var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
        withUnsafeMutableBytes(of: &words) { words in
            for (place, byte) in text.prefix(Self.length).enumerated() { words[place] = byte }
        }
        self.words = words
    }

    @inline(__always) func isSame(as pattern: Self, within mask: Self) -> Bool {
        let first = (words.0 & mask.words.0 ^ pattern.words.0) | (words.1 & mask.words.1 ^ pattern.words.1)
        let second = (words.2 & mask.words.2 ^ pattern.words.2) | (words.3 & mask.words.3 ^ pattern.words.3)
        return first | second == 0
    }
}
