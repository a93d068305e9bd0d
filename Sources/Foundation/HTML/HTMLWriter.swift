public import Bytes

/// A growing buffer of HTML that escapes text as it is written.
public struct HTMLWriter: ~Copyable {
    @usableFromInline var buffer: ByteBuffer

    /// - Parameter capacity: the expected number of bytes.
    public init(capacity: Int = 4 << 10) { buffer = ByteBuffer(capacity: capacity) }

    /// The bytes written so far.
    public var bytes: [UInt8] { buffer.bytes }

    /// The number of bytes written so far.
    public var position: Int { buffer.count }

    /// Writes markup from a string literal. User input can't be a literal.
    @inlinable @inline(__always) public mutating func write(markup: StaticString) { buffer.append(literal: markup) }

    /// Lets `body` write `length` bytes; nothing is escaped.
    @inlinable public mutating func write(plain length: Int, by body: (UnsafeMutablePointer<UInt8>) -> Void) {
        buffer.append(count: length, by: body)
    }

    /// Writes a number in decimal digits.
    public mutating func write(decimal number: Int64) { buffer.append(decimal: number) }

    /// Writes a range of the earlier output once more.
    /// - Parameter range: from one `position` to another.
    public mutating func write(again range: Range<Int>) { buffer.append(again: range) }

    /// Writes bytes without escaping. Only for `RawHTML` and finished fragments.
    @usableFromInline mutating func write(raw: [UInt8]) { buffer.append(raw) }

    /// `<name`
    @usableFromInline mutating func write(startOf name: StaticString) {
        buffer.append(UInt8(ascii: "<"))
        buffer.append(literal: name)
    }

    /// `</name>`
    @usableFromInline mutating func write(endOf name: StaticString) {
        buffer.append(literal: "</")
        buffer.append(literal: name)
        buffer.append(UInt8(ascii: ">"))
    }

    /// ` name`
    @usableFromInline mutating func write(attribute name: StaticString) {
        buffer.append(UInt8(ascii: " "))
        buffer.append(literal: name)
    }

    /// ` name="value"`
    @usableFromInline mutating func write(attribute name: StaticString, _ value: String) {
        write(attribute: name)
        buffer.append(literal: "=\"")
        write(text: value)
        buffer.append(UInt8(ascii: "\""))
    }

    /// Writes ` name="value"` without escaping the value.
    @usableFromInline mutating func write(attribute name: StaticString, literal value: StaticString) {
        assert(value.description.utf8.allSatisfy { !HTMLSpecials.contains($0) }, "the literal needs escaping")
        write(attribute: name)
        buffer.append(literal: "=\"")
        buffer.append(literal: value)
        buffer.append(UInt8(ascii: "\""))
    }

    /// Writes `text` with `& < > " '` escaped, and U+FFFD for the control characters that HTML forbids (WHATWG HTML
    /// §13.2.3.5: NUL and most of C0).
    @usableFromInline mutating func write(text: String) { text.withBytes { write(text: $0) } }

    /// Writes UTF-8 text, escaped in the same way.
    public mutating func write(text utf8: UnsafeBufferPointer<UInt8>) {
        buffer.append(utf8, replacing: HTMLSpecials.self) { byte, buffer in
            switch byte {
            case UInt8(ascii: "&"): buffer.append(literal: "&amp;")
            case UInt8(ascii: "<"): buffer.append(literal: "&lt;")
            case UInt8(ascii: ">"): buffer.append(literal: "&gt;")
            case UInt8(ascii: "\""): buffer.append(literal: "&quot;")
            case UInt8(ascii: "'"): buffer.append(literal: "&#39;")
            default: buffer.append(literal: "\u{FFFD}")
            }
        }
    }
}

/// The bytes that have to be escaped in HTML: `& < > " '`, and the control characters but tab, line feed and carriage
/// return.
private enum HTMLSpecials: ByteClass {
    /// A bit for each byte below 64, and none for those above.
    private static var bits: UInt64 { 0x5000_00C4_FFFF_D9FF }

    static func contains(_ byte: UInt8) -> Bool { byte < 64 && bits & (1 << UInt64(byte)) != 0 }

    static func candidates(in bytes: SIMD16<UInt8>) -> SIMD16<UInt8> {
        // & and ' differ in one bit, and so do < and >.
        bytes.controls | bytes.equal(to: UInt8(ascii: "\""))
            | (bytes & SIMD16(repeating: 0xFE)).equal(to: UInt8(ascii: "&"))
            | (bytes & SIMD16(repeating: 0xFD)).equal(to: UInt8(ascii: "<"))
    }
}
