/// The members of an object that are read, by their names, in the order in which they mostly come.
public protocol JSONMember: RawRepresentable<String>, CaseIterable, Sendable where AllCases == [Self] {}

/// Tells the members of an object apart.
///
/// Each is looked for behind the one before, so that it is found at once where the members come in the order of their
/// names, as the embedded backend writes them. In another order it costs some comparisons, and nothing else.
public struct JSONMembers<Member: JSONMember>: Sendable {
    @usableFromInline struct Name: Sendable {
        @usableFromInline let member: Member
        /// With its quotes. What stands behind it is 0 in the pattern and in the mask.
        @usableFromInline let pattern: JSONBeginning
        @usableFromInline let mask: JSONBeginning
        @usableFromInline let length: Int

        @usableFromInline init(_ member: Member) {
            let quoted = Array("\"\(member.rawValue)\"".utf8)
            precondition(quoted.count <= JSONBeginning.length, "a name longer than what is compared")
            self.member = member
            pattern = JSONBeginning(quoted)
            mask = JSONBeginning(quoted.map { _ in .max })
            length = quoted.count
        }
    }

    @usableFromInline let names: [Name]

    @inlinable public init() { names = Member.allCases.map { Name($0) } }

    /// The member whose name, with its quotes, stands at the beginning, and how long that is.
    ///
    /// - Parameter place: where it is looked for first; afterwards where the next one is.
    @inlinable @inline(__always)
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

    /// The member of that name.
    @inlinable func member(_ word: JSONWord) -> Member? {
        names.first { $0.length == word.utf8.count + 2 && $0.member.rawValue.utf8.elementsEqual(word.utf8) }?.member
    }
}

/// Bytes that are compared at once, as words: zeros where there are not so many.
@usableFromInline struct JSONBeginning: Sendable {
    @usableFromInline static var length: Int { 32 }

    @usableFromInline let words: (UInt64, UInt64, UInt64, UInt64)

    /// - Parameter text: at least `length` bytes.
    @inlinable @inline(__always) init(_ text: UnsafeRawPointer) {
        words = (
            text.loadUnaligned(as: UInt64.self), text.loadUnaligned(fromByteOffset: 8, as: UInt64.self),
            text.loadUnaligned(fromByteOffset: 16, as: UInt64.self),
            text.loadUnaligned(fromByteOffset: 24, as: UInt64.self)
        )
    }

    /// - Parameter text: may be shorter.
    init(_ text: some Collection<UInt8>) {
        var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
        withUnsafeMutableBytes(of: &words) { words in
            for (place, byte) in text.prefix(Self.length).enumerated() { words[place] = byte }
        }
        self.words = words
    }

    @usableFromInline init(bytes: Slice<UnsafeBufferPointer<UInt8>>) { self.init(bytes) }

    @inlinable @inline(__always) func isSame(as pattern: Self, within mask: Self) -> Bool {
        let first = (words.0 & mask.words.0 ^ pattern.words.0) | (words.1 & mask.words.1 ^ pattern.words.1)
        let second = (words.2 & mask.words.2 ^ pattern.words.2) | (words.3 & mask.words.3 ^ pattern.words.3)
        return first | second == 0
    }
}

/// A word as it stands in the text: a string that is one of a few.
public struct JSONWord {
    @usableFromInline let utf8: UnsafeBufferPointer<UInt8>

    @usableFromInline init(utf8: UnsafeBufferPointer<UInt8>) { self.utf8 = utf8 }

    @inlinable public static func ~= (name: StaticString, word: JSONWord) -> Bool {
        word.utf8.count == name.utf8CodeUnitCount
            && JSONReader.isSame(word.utf8, UnsafeBufferPointer(start: name.utf8Start, count: word.utf8.count))
    }
}
