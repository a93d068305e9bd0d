/// The members of an object that are read, by their names, in the order in which they mostly come.
public protocol JSONMember: RawRepresentable<String>, CaseIterable, Sendable where AllCases == [Self] {}

/// Tells the members of an object apart.
///
/// Each is looked for behind the one before, so that it is found at once where the members come in the order of their
/// names, as the embedded backend writes them. In another order it costs some comparisons, and nothing else.
public struct JSONMembers<Member: JSONMember>: Sendable {
    @usableFromInline struct Name: Sendable {
        @usableFromInline let member: Member
        /// With its quotes, followed by zeros.
        @usableFromInline let pattern: JSONBlock
        /// Ones where the pattern has its name.
        @usableFromInline let mask: JSONBlock
        @usableFromInline let length: Int

        @usableFromInline init(_ member: Member) {
            let quoted = Array("\"\(member.rawValue)\"".utf8)
            precondition(quoted.count <= MemoryLayout<JSONBlock>.size, "a name longer than what is compared")
            self.member = member
            pattern = quoted.withUnsafeBufferPointer { $0.block(at: 0) }
            mask = [UInt8](repeating: .max, count: quoted.count).withUnsafeBufferPointer { $0.block(at: 0) }
            length = quoted.count
        }
    }

    @usableFromInline let names: [Name]

    @inlinable public init() { names = Member.allCases.map { Name($0) } }

    /// The member whose name, with its quotes, stands at the beginning, and how long that is.
    ///
    /// - Parameter place: where it is looked for first; afterwards where the next one is.
    @inlinable @inline(__always)
    func member(at beginning: JSONBlock, lookingFirstAt place: inout Int) -> (member: Member, length: Int)? {
        for _ in names.indices {
            if place >= names.count { place = 0 }
            let name = names[place]
            place += 1
            let difference = beginning & name.mask ^ name.pattern
            if difference.x | difference.y | difference.z | difference.w == 0 { return (name.member, name.length) }
        }
        return nil
    }
}

/// Bytes that are compared at once.
@usableFromInline typealias JSONBlock = SIMD4<UInt64>

extension UnsafeBufferPointer<UInt8> {
    /// The bytes from `index` on, followed by zeros where there are not enough.
    @inlinable @inline(__always) func block(at index: Int) -> JSONBlock {
        if count - index >= MemoryLayout<JSONBlock>.size {
            return UnsafeRawBufferPointer(self).loadUnaligned(fromByteOffset: index, as: JSONBlock.self)
        }
        return padded(self[index...])
    }

    @usableFromInline func padded(_ bytes: ByteSlice) -> JSONBlock {
        var block = JSONBlock.zero
        withUnsafeMutableBytes(of: &block) { $0.copyBytes(from: bytes) }
        return block
    }
}
