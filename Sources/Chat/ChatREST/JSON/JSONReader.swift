/// Reads a JSON text (RFC 8259) once, from front to back, into the types that pages wait for.
///
/// It knows less than `JSONDecoder` and never more: at whatever it does not expect it stops, and `JSONDecoder` reads
/// the whole text again and says what is wrong with it. So errors have one source, and this needs none of its own.
/// `JSONDecoder` took half of a page's time: it asks the runtime for a type at each value. simdjson would be as quick,
/// but brings libstdc++ with it, more than 1 MB of an idle process's memory, and would not come to iOS.
/// Of members with one name it takes the last, `JSONDecoder` the first; RFC 8259 §4 leaves that open.
struct JSONReader {
    /// It is not as expected; `JSONDecoder` decides.
    struct Stop: Error {}

    private let text: UnsafeBufferPointer<UInt8>
    private var index = 0
    /// Reads this text's timestamps.
    var minutes = MinuteReader()

    /// Deeper values are left to `JSONDecoder`.
    private static let maximumDepth = 32

    /// What `body` says, or `nil` where `JSONDecoder` has to be asked.
    static func read<Value: JSONReadable>(_ type: Value.Type, from body: [UInt8]) -> Value? {
        body.withUnsafeBufferPointer { text in
            var reader = JSONReader(text: text)
            guard let value = try? Value(from: &reader) else { return nil }
            reader.skipSpace()
            return reader.index == text.count ? value : nil
        }
    }

    /// The entities of an array of `Wire`, each made as soon as it is read.
    static func readEntities<Wire: JSONReadable & WireEntity>(_ type: Wire.Type, from body: [UInt8]) -> [Wire.Entity]? {
        body.withUnsafeBufferPointer { text in
            var reader = JSONReader(text: text)
            var entities: [Wire.Entity] = []
            entities.reserveCapacity(text.count / bytesPerEntity)
            do throws(Stop) {
                try reader.array { (json) throws(Stop) in entities.append(try Wire(from: &json).entity) }
            } catch {
                return nil
            }
            reader.skipSpace()
            return reader.index == text.count ? entities : nil
        }
    }

    /// About as long as entities are: room is made for as many, so that they are not moved as the array grows.
    private static let bytesPerEntity = 512

    private init(text: UnsafeBufferPointer<UInt8>) { self.text = text }

    /// An object: `value` reads the value of each of `members`, and skips that of any other, which is `nil`.
    @inline(__always) mutating func object<Member: JSONMember>(
        _ members: JSONMembers<Member>, _ value: (Member?, inout JSONReader) throws(Stop) -> Void
    ) throws(Stop) {
        try expect(UInt8(ascii: "{"))
        if take(UInt8(ascii: "}")) { return }
        var place = 0
        repeat {
            skipSpace()
            let known = members.member(at: beginning(), lookingFirstAt: &place)
            if let known { index += known.length } else { _ = try word() }
            try expect(UInt8(ascii: ":"))
            try value(known?.member, &self)
        } while take(UInt8(ascii: ","))
        try expect(UInt8(ascii: "}"))
    }

    /// What stands here.
    @inline(__always) private func beginning() -> JSONBeginning {
        if text.count - index >= JSONBeginning.length, let start = text.baseAddress {
            return JSONBeginning(UnsafeRawPointer(start + index))
        }
        return JSONBeginning(text[index...])
    }

    /// A string that is one of a few, or the name of a member that is not read: ASCII without escapes.
    mutating func word() throws(Stop) -> JSONWord {
        try expect(UInt8(ascii: "\""))
        let start = index
        skipPlainBytes(orBeyondASCII: false)
        guard index < text.count, text[index] == UInt8(ascii: "\"") else { throw Stop() }
        defer { index += 1 }
        return JSONWord(utf8: UnsafeBufferPointer(rebasing: text[start..<index]))
    }

    /// An array: `element` reads each value.
    mutating func array(_ element: (inout JSONReader) throws(Stop) -> Void) throws(Stop) {
        try expect(UInt8(ascii: "["))
        if take(UInt8(ascii: "]")) { return }
        repeat { try element(&self) } while take(UInt8(ascii: ","))
        try expect(UInt8(ascii: "]"))
    }

    mutating func string() throws(Stop) -> String {
        skipSpace()
        let start = index
        let (utf8, hasEscapes, _) = try scanString()
        if hasEscapes {
            index = start
            return try escapedString()
        }
        return try Self.text(utf8)
    }

    /// The bytes as text; they have to be UTF-8.
    ///
    /// `String(validating:as:)` asks the runtime for types each time; decoding repairs what is not UTF-8, which shows.
    private static func text(_ utf8: UnsafeBufferPointer<UInt8>) throws(Stop) -> String {
        var text = String(decoding: utf8, as: UTF8.self)
        guard text.withUTF8({ isSame($0, utf8) }) else { throw Stop() }
        return text
    }

    static func isSame(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> Bool {
        guard left.count == right.count else { return false }
        let words = left.count & ~7
        for offset in stride(from: 0, to: words, by: 8) {
            let (a, b) = (UnsafeRawBufferPointer(left), UnsafeRawBufferPointer(right))
            guard
                a.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                    == b.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            else { return false }
        }
        for offset in words..<left.count where left[offset] != right[offset] { return false }
        return true
    }

    /// Passes over a null, if one is next.
    mutating func isNull() throws(Stop) -> Bool {
        skipSpace()
        guard index < text.count, text[index] == UInt8(ascii: "n") else { return false }
        try expect(literal: "null")
        return true
    }

    /// A whole number that is not negative, of nine digits at most.
    mutating func count() throws(Stop) -> UInt32 {
        skipSpace()
        let start = index
        var value: UInt32 = 0
        while index < text.count, index - start < 9, (48...57).contains(text[index]) {
            value = value * 10 + UInt32(text[index] - 48)
            index += 1
        }
        guard index > start, index - start == 1 || text[start] != 48, index < text.count,
            !"0123456789.eE+-".utf8.contains(text[index])
        else { throw Stop() }
        return value
    }

    /// A string without escapes, as it stands in the text: valid as long as the reader is.
    mutating func plainText() throws(Stop) -> UnsafeBufferPointer<UInt8> {
        skipSpace()
        let (utf8, hasEscapes, _) = try scanString()
        guard !hasEscapes else { throw Stop() }
        return utf8
    }

    /// A string of just that many bytes, as it stands in the text, where one is next: a quote has to follow. Whoever
    /// takes it looks at each of its bytes, and finds no quotes, escapes and controls among them.
    mutating func plainText(bytes length: Int) -> UnsafeBufferPointer<UInt8>? {
        skipSpace()
        let end = index + 1 + length
        guard end < text.count, text[index] == UInt8(ascii: "\""), text[end] == UInt8(ascii: "\"") else { return nil }
        return UnsafeBufferPointer(rebasing: text[(index + 1)..<end])
    }

    /// Passes over what `plainText(bytes:)` gave.
    mutating func pass(bytes length: Int) { index += length + 2 }

    /// No member of an object that is passed over is read.
    private enum Unread: String, JSONMember {
        case nothing
        static var allCases: [Self] { [] }
    }
    private static let none = JSONMembers<Unread>()

    /// Passes over a value, which has to be JSON all the same.
    mutating func skip() throws(Stop) { try skip(depth: 0) }

    private mutating func skip(depth: Int) throws(Stop) {
        guard depth < Self.maximumDepth else { throw Stop() }
        skipSpace()
        guard index < text.count else { throw Stop() }
        switch text[index] {
        case UInt8(ascii: "\""): _ = try string()
        case UInt8(ascii: "{"): try object(Self.none) { (_, json) throws(Stop) in try json.skip(depth: depth + 1) }
        case UInt8(ascii: "["): try array { (json) throws(Stop) in try json.skip(depth: depth + 1) }
        case UInt8(ascii: "t"): try expect(literal: "true")
        case UInt8(ascii: "f"): try expect(literal: "false")
        case UInt8(ascii: "n"): try expect(literal: "null")
        default: _ = try count()
        }
    }
}

extension JSONReader {
    private mutating func skipSpace() {
        while index < text.count {
            switch text[index] {
            case 0x20, 0x09, 0x0A, 0x0D: index += 1
            default: return
            }
        }
    }

    /// Passes over a sign, if it is next. Servers write no space before it.
    @inline(__always) private mutating func take(_ byte: UInt8) -> Bool {
        if index < text.count, text[index] > 0x20 {
            guard text[index] == byte else { return false }
            index += 1
            return true
        }
        return takeBehindSpace(byte)
    }

    private mutating func takeBehindSpace(_ byte: UInt8) -> Bool {
        skipSpace()
        guard index < text.count, text[index] == byte else { return false }
        index += 1
        return true
    }

    @inline(__always) private mutating func expect(_ byte: UInt8) throws(Stop) {
        guard take(byte) else { throw Stop() }
    }

    private mutating func expect(literal: StaticString) throws(Stop) {
        let length = literal.utf8CodeUnitCount
        let bytes = UnsafeBufferPointer(start: literal.utf8Start, count: length)
        guard text.count - index >= length, text[index..<(index + length)].elementsEqual(bytes) else { throw Stop() }
        index += length
    }

    /// What stands between the quotes from here on, not yet checked for being UTF-8.
    private mutating func scanString() throws(Stop) -> (utf8: UnsafeBufferPointer<UInt8>, hasEscapes: Bool, Void) {
        guard index < text.count, text[index] == UInt8(ascii: "\"") else { throw Stop() }
        let start = index + 1
        index = start
        var hasEscapes = false
        while true {
            skipPlainBytes()
            guard index < text.count else { throw Stop() }
            switch text[index] {
            case UInt8(ascii: "\""):
                index += 1
                return (UnsafeBufferPointer(rebasing: text[start..<(index - 1)]), hasEscapes, ())
            case UInt8(ascii: "\\"):
                hasEscapes = true
                index += 2
            default: throw Stop()
            }
        }
    }

    /// Passes over what is no quote, backslash or control, sixteen bytes at a time as long as there are so many.
    @inline(__always) private mutating func skipPlainBytes(orBeyondASCII: Bool = true) {
        while text.count - index >= Self.stretch, let start = text.baseAddress {
            let bytes = UnsafeRawPointer(start + index).loadUnaligned(as: SIMD16<UInt8>.self)
            let found = Self.unusual(bytes, orBeyondASCII: orBeyondASCII)
            if found.x != 0 {
                index += found.x.trailingZeroBitCount / 8
                return
            }
            if found.y != 0 {
                index += Self.stretch / 2 + found.y.trailingZeroBitCount / 8
                return
            }
            index += Self.stretch
        }
        while index < text.count, text[index] >= 0x20, text[index] != 0x22, text[index] != 0x5C,
            orBeyondASCII || text[index] < 0x80
        {
            index += 1
        }
    }

    private static var stretch: Int { 16 }

    /// The top bit of each byte that is a quote, a backslash or a control, or beyond ASCII where that is not to be passed.
    @inline(__always) private static func unusual(_ bytes: SIMD16<UInt8>, orBeyondASCII: Bool) -> SIMD2<UInt64> {
        typealias Bytes = SIMD16<UInt8>
        @inline(__always) func zeros(_ bytes: Bytes) -> Bytes { (bytes &- Bytes(repeating: 1)) & ~bytes }
        let controls = (bytes &- Bytes(repeating: 0x20)) & ~bytes
        let signs = zeros(bytes ^ Bytes(repeating: 0x22)) | zeros(bytes ^ Bytes(repeating: 0x5C))
        let found = controls | signs | (orBeyondASCII ? Bytes() : bytes)
        return unsafeBitCast(found & Bytes(repeating: 0x80), to: SIMD2<UInt64>.self)
    }

    /// A string with escapes (RFC 8259 §7); a half of a surrogate pair is left to `JSONDecoder`.
    private mutating func escapedString() throws(Stop) -> String {
        index += 1
        var utf8: [UInt8] = []
        while true {
            let start = index
            skipPlainBytes()
            utf8.append(contentsOf: text[start..<index])
            guard index < text.count else { throw Stop() }
            index += 1
            switch text[index - 1] {
            case UInt8(ascii: "\""): return try utf8.withUnsafeBufferPointer(Self.text)
            case UInt8(ascii: "\\"): utf8.append(contentsOf: try escape())
            default: throw Stop()
            }
        }
    }

    private mutating func escape() throws(Stop) -> String.UTF8View {
        guard index < text.count else { throw Stop() }
        let byte = text[index]
        index += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return String(Unicode.Scalar(byte)).utf8
        case UInt8(ascii: "b"): return "\u{8}".utf8
        case UInt8(ascii: "f"): return "\u{C}".utf8
        case UInt8(ascii: "n"): return "\n".utf8
        case UInt8(ascii: "r"): return "\r".utf8
        case UInt8(ascii: "t"): return "\t".utf8
        case UInt8(ascii: "u"):
            let unit = try codeUnit()
            guard UTF16.isLeadSurrogate(unit) else {
                guard let scalar = Unicode.Scalar(unit) else { throw Stop() }
                return String(scalar).utf8
            }
            try expect(literal: "\\u")
            let second = try codeUnit()
            guard UTF16.isTrailSurrogate(second) else { throw Stop() }
            return String(decoding: [unit, second], as: UTF16.self).utf8
        default: throw Stop()
        }
    }

    /// Exactly four hexadecimal digits. `UInt16(_:radix:)` would also accept a sign.
    private mutating func codeUnit() throws(Stop) -> UInt16 {
        guard text.count - index >= 4 else { throw Stop() }
        var unit: UInt16 = 0
        for _ in 0..<4 {
            unit = unit << 4 | UInt16(try Self.hexadecimalDigit(text[index]))
            index += 1
        }
        return unit
    }

    private static func hexadecimalDigit(_ byte: UInt8) throws(Stop) -> UInt8 {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): return byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): return byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): return byte - UInt8(ascii: "A") + 10
        default: throw Stop()
        }
    }
}
