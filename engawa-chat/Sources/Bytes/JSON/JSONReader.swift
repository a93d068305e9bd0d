/// Reads a JSON text (RFC 8259) once, from front to back, into the types that the caller asks for.
///
/// `JSONDecoder` took half of a page's time: it asks the runtime for a type at each value. simdjson would be as quick,
/// but brings libstdc++ with it, more than 1 MB of an idle process's memory, and is not there on iOS.
public struct JSONReader {
    /// The text is no JSON, or not what was asked for.
    public struct Stop: Error, Equatable {
        /// How many bytes were read before.
        public let offset: Int
    }

    /// How deep arrays and objects may lie in each other.
    public static let maximumDepth = 32

    @usableFromInline let text: UnsafeBufferPointer<UInt8>
    @usableFromInline var index = 0
    private var depth = 0

    @usableFromInline init(_ text: UnsafeBufferPointer<UInt8>) { self.text = text }

    /// What `value` reads; nothing but white space may follow it.
    @inlinable public static func read<Value>(
        _ text: [UInt8], _ value: (inout JSONReader) throws(Stop) -> Value
    ) throws(Stop) -> Value {
        try text.withUnsafeBufferPointer { (text) throws(Stop) in
            var reader = JSONReader(text)
            let result = try value(&reader)
            try reader.expectEnd()
            return result
        }
    }

    @usableFromInline mutating func expectEnd() throws(Stop) {
        skipSpace()
        guard index == text.count else { throw stop }
    }

    /// What is thrown where the value that was read last is not as expected.
    public var stop: Stop { Stop(offset: index) }

    /// A member that has to be there.
    @inlinable public func required<Value>(_ value: Value?) throws(Stop) -> Value {
        guard let value else { throw stop }
        return value
    }

    /// An object: `value` reads the value of each of `members`, and skips that of any other, which is `nil`. Of members
    /// with one name the last one counts, where `value` keeps no account of them (RFC 8259 §4 leaves that open).
    @inlinable @inline(__always) public mutating func object<Member: JSONMember>(
        _ members: JSONMembers<Member>, _ value: (Member?, inout JSONReader) throws(Stop) -> Void
    ) throws(Stop) {
        try expect(UInt8(ascii: "{"))
        try enter()
        if take(UInt8(ascii: "}")) { return leave() }
        var place = 0
        repeat {
            skipSpace()
            let known = members.member(at: text.block(at: index), lookingFirstAt: &place)
            var member = known?.member
            if let known {
                index += known.length
            } else {
                // Another name, or one with escapes.
                let name = try string()
                member = Member.allCases.first { $0.rawValue.isUTF8Equal(to: name) }
            }
            try expect(UInt8(ascii: ":"))
            try value(member, &self)
        } while take(UInt8(ascii: ","))
        try expect(UInt8(ascii: "}"))
        leave()
    }

    /// An object whose members may have any names.
    public mutating func object(_ value: (String, inout JSONReader) throws(Stop) -> Void) throws(Stop) {
        try expect(UInt8(ascii: "{"))
        try enter()
        if take(UInt8(ascii: "}")) { return leave() }
        repeat {
            let name = try string()
            try expect(UInt8(ascii: ":"))
            try value(name, &self)
        } while take(UInt8(ascii: ","))
        try expect(UInt8(ascii: "}"))
        leave()
    }

    /// An array: `element` reads each value.
    @inlinable public mutating func array(_ element: (inout JSONReader) throws(Stop) -> Void) throws(Stop) {
        try expect(UInt8(ascii: "["))
        try enter()
        if take(UInt8(ascii: "]")) { return leave() }
        repeat { try element(&self) } while take(UInt8(ascii: ","))
        try expect(UInt8(ascii: "]"))
        leave()
    }

    @usableFromInline mutating func enter() throws(Stop) {
        guard depth < Self.maximumDepth else { throw stop }
        depth += 1
    }

    @usableFromInline mutating func leave() { depth -= 1 }

    /// The first byte of the value that is next.
    public mutating func next() throws(Stop) -> UInt8 {
        skipSpace()
        guard index < text.count else { throw stop }
        return text[index]
    }

    /// Passes over a null, if one is next.
    @inlinable public mutating func isNull() throws(Stop) -> Bool {
        guard try next() == UInt8(ascii: "n") else { return false }
        try expect(literal: "null")
        return true
    }

    public mutating func bool() throws(Stop) -> Bool {
        let isTrue = try next() == UInt8(ascii: "t")
        try expect(literal: isTrue ? "true" : "false")
        return isTrue
    }

    /// Passes over a value, which has to be JSON all the same.
    public mutating func skip() throws(Stop) {
        switch try next() {
        case UInt8(ascii: "\""): _ = try string()
        case UInt8(ascii: "{"): try object { (_, json) throws(Stop) in try json.skip() }
        case UInt8(ascii: "["): try array { (json) throws(Stop) in try json.skip() }
        case UInt8(ascii: "t"), UInt8(ascii: "f"): _ = try bool()
        case UInt8(ascii: "n"): _ = try isNull()
        default: _ = try scanNumber()
        }
    }
}

extension JSONReader {
    @inlinable mutating func skipSpace() {
        while index < text.count {
            switch text[index] {
            case 0x20, 0x09, 0x0A, 0x0D: index += 1
            default: return
            }
        }
    }

    /// Passes over a sign, if it is next. Servers write no space before it.
    @inlinable @inline(__always) mutating func take(_ byte: UInt8) -> Bool {
        if index < text.count, text[index] > 0x20 {
            guard text[index] == byte else { return false }
            index += 1
            return true
        }
        return takeBehindSpace(byte)
    }

    @usableFromInline mutating func takeBehindSpace(_ byte: UInt8) -> Bool {
        skipSpace()
        guard index < text.count, text[index] == byte else { return false }
        index += 1
        return true
    }

    @inlinable @inline(__always) mutating func expect(_ byte: UInt8) throws(Stop) {
        guard take(byte) else { throw stop }
    }

    @usableFromInline mutating func expect(literal: StaticString) throws(Stop) {
        let length = literal.utf8CodeUnitCount
        let bytes = UnsafeBufferPointer(start: literal.utf8Start, count: length)
        guard text.count - index >= length, text[index..<(index + length)].elementsEqual(bytes) else { throw stop }
        index += length
    }
}
