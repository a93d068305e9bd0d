/// Writes a JSON text (RFC 8259) as bytes, from front to back.
///
/// `JSONEncoder` makes a value of each member first, and sorts them: seven tenths of what a page of messages cost.
public struct JSONWriter: ~Copyable {
    @usableFromInline var buffer: ByteBuffer

    /// - Parameter capacity: the expected number of bytes.
    public init(capacity: Int) { buffer = ByteBuffer(capacity: capacity) }

    /// What was written.
    public var bytes: [UInt8] { buffer.bytes }

    public mutating func object(_ members: (inout JSONWriter) -> Void) {
        buffer.append(UInt8(ascii: "{"))
        members(&self)
        buffer.append(UInt8(ascii: "}"))
    }

    @inlinable public mutating func array<Value>(_ values: [Value], _ element: (Value, inout JSONWriter) -> Void) {
        buffer.append(UInt8(ascii: "["))
        for index in values.indices {
            if index > 0 { buffer.append(UInt8(ascii: ",")) }
            element(values[index], &self)
        }
        buffer.append(UInt8(ascii: "]"))
    }

    public mutating func writeNull() { buffer.append(literal: "null") }

    public mutating func write(_ value: Bool) { buffer.append(value ? "true" : "false") }

    public mutating func write(_ number: Int) { buffer.append(decimal: Int64(number)) }

    /// - Parameter number: finite. Whole numbers that are exact as 64 bits are written without a fraction.
    public mutating func write(_ number: Double) {
        precondition(number.isFinite, "not a JSON number")
        buffer.append(Int64(exactly: number)?.description ?? number.description)
    }

    /// `"name":`, after a comma where it is not the first of its object.
    public mutating func begin(_ name: String) {
        beginMember()
        write(name)
        buffer.append(UInt8(ascii: ":"))
    }

    /// A member that is left out where there is nothing, as those below.
    public mutating func member(_ name: StaticString, _ text: String?) {
        guard let text else { return }
        begin(name)
        write(text)
    }

    public mutating func member(_ name: StaticString, orNull text: String?) {
        begin(name)
        if let text { write(text) } else { writeNull() }
    }

    /// A string of so many bytes, which `write` writes: visible ASCII, of which nothing has to be escaped.
    @inlinable public mutating func member(
        _ name: StaticString, plainBytes length: Int, _ write: (UnsafeMutablePointer<UInt8>) -> Void
    ) {
        begin(name)
        buffer.append(UInt8(ascii: "\""))
        buffer.append(count: length, by: write)
        buffer.append(UInt8(ascii: "\""))
    }

    public mutating func member(_ name: StaticString, _ number: Int?) {
        guard let number else { return }
        begin(name)
        write(number)
    }

    public mutating func member(_ name: StaticString, _ value: Bool?) {
        guard let value else { return }
        begin(name)
        write(value)
    }

    /// `"name":` of a name in which nothing has to be escaped.
    public mutating func begin(_ name: StaticString) {
        beginMember()
        buffer.append(UInt8(ascii: "\""))
        buffer.append(literal: name)
        buffer.append(literal: "\":")
    }

    private mutating func beginMember() {
        if let last = buffer.last, last != UInt8(ascii: "{") { buffer.append(UInt8(ascii: ",")) }
    }

    /// A string (RFC 8259 §7): quotes, backslashes and the controls below a space are escaped, nothing else.
    public mutating func write(_ text: String) {
        buffer.append(UInt8(ascii: "\""))
        text.withBytes { text in
            buffer.append(text, replacing: JSONSpecials.self) { byte, buffer in
                switch byte {
                case UInt8(ascii: "\""): buffer.append(literal: "\\\"")
                case UInt8(ascii: "\\"): buffer.append(literal: "\\\\")
                case 0x08: buffer.append(literal: "\\b")
                case 0x09: buffer.append(literal: "\\t")
                case 0x0A: buffer.append(literal: "\\n")
                case 0x0C: buffer.append(literal: "\\f")
                case 0x0D: buffer.append(literal: "\\r")
                default:
                    buffer.append(literal: "\\u00")
                    buffer.append(hexadecimal: byte)
                }
            }
        }
        buffer.append(UInt8(ascii: "\""))
    }
}

/// The bytes of a string that have to be escaped: quotes, backslashes and the controls below a space.
enum JSONSpecials: ByteClass {
    static func contains(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    static func candidates(in bytes: SIMD16<UInt8>) -> SIMD16<UInt8> {
        bytes.controls | bytes.equal(to: UInt8(ascii: "\"")) | bytes.equal(to: UInt8(ascii: "\\"))
    }
}
