/// Writes a JSON text (RFC 8259) as bytes, from front to back.
///
/// `JSONEncoder` makes a value of each member first, and sorts them: seven tenths of what a page of messages cost.
public struct JSONWriter: ~Copyable {
    private var memory: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    private var count = 0

    /// - Parameter capacity: how many bytes are expected; there may be more.
    public init(capacity: Int) {
        self.capacity = max(capacity, 1)
        memory = .allocate(capacity: self.capacity)
    }

    deinit { memory.deallocate() }

    /// What was written.
    public var bytes: [UInt8] { Array(UnsafeBufferPointer(start: memory, count: count)) }

    public mutating func object(_ members: (inout JSONWriter) -> Void) {
        append(UInt8(ascii: "{"))
        members(&self)
        append(UInt8(ascii: "}"))
    }

    @inlinable public mutating func array<Value>(_ values: [Value], _ element: (Value, inout JSONWriter) -> Void) {
        append(UInt8(ascii: "["))
        for index in values.indices {
            if index > 0 { append(UInt8(ascii: ",")) }
            element(values[index], &self)
        }
        append(UInt8(ascii: "]"))
    }

    public mutating func writeNull() { append("null") }

    public mutating func write(_ value: Bool) { append(value ? "true" : "false") }

    public mutating func write(_ number: Int) { append(number.description) }

    /// - Parameter number: finite. Whole numbers that are exact as 64 bits are written without a fraction.
    public mutating func write(_ number: Double) {
        precondition(number.isFinite, "not a JSON number")
        append(Int64(exactly: number)?.description ?? number.description)
    }

    /// `"name":`, after a comma where it is not the first of its object.
    public mutating func begin(_ name: String) {
        beginMember()
        write(name)
        append(UInt8(ascii: ":"))
    }

    public mutating func member(_ name: StaticString, _ text: String) {
        begin(name)
        write(text)
    }

    /// A member that is left out where there is nothing.
    public mutating func member(_ name: StaticString, _ text: String?) {
        if let text { member(name, text) }
    }

    public mutating func member(_ name: StaticString, orNull text: String?) {
        begin(name)
        if let text { write(text) } else { writeNull() }
    }

    /// A string of so many bytes, which `write` writes: visible ASCII, of which nothing has to be escaped.
    @inlinable public mutating func member(
        _ name: StaticString, plainBytes length: Int, _ write: (UnsafeMutablePointer<UInt8>) -> Void
    ) {
        let start = beginString(name, length)
        write(start)
    }

    public mutating func member(_ name: StaticString, _ number: Int) {
        begin(name)
        write(number)
    }

    public mutating func member(_ name: StaticString, _ number: Int?) {
        if let number { member(name, number) }
    }

    public mutating func member(_ name: StaticString, _ value: Bool?) {
        guard let value else { return }
        begin(name)
        write(value)
    }

    /// `"name":` of a name in which nothing has to be escaped.
    public mutating func begin(_ name: StaticString) {
        beginMember()
        let length = name.utf8CodeUnitCount
        reserve(length + 3)
        memory[count] = UInt8(ascii: "\"")
        (memory + count + 1).update(from: name.utf8Start, count: length)
        memory[count + 1 + length] = UInt8(ascii: "\"")
        memory[count + 2 + length] = UInt8(ascii: ":")
        count += length + 3
    }

    /// A member that is a string of so many bytes, which are to be written to what is returned.
    @usableFromInline mutating func beginString(_ name: StaticString, _ length: Int) -> UnsafeMutablePointer<UInt8> {
        begin(name)
        reserve(length + 2)
        let start = memory + count + 1
        start[-1] = UInt8(ascii: "\"")
        start[length] = UInt8(ascii: "\"")
        count += length + 2
        return start
    }

    private mutating func beginMember() {
        if count > 0, memory[count - 1] != UInt8(ascii: "{") { append(UInt8(ascii: ",")) }
    }
}

extension JSONWriter {
    /// A string (RFC 8259 §7): quotes, backslashes and the controls below a space are escaped, nothing else.
    public mutating func write(_ text: String) {
        append(UInt8(ascii: "\""))
        var text = text
        text.withUTF8 { utf8 in
            guard let start = utf8.baseAddress else { return }
            var written = 0
            var index = 0
            while index < utf8.count {
                if utf8.count - index >= JSONStretch.length {
                    let place = JSONStretch.firstSpecial(start + index)
                    index += place
                    if place == JSONStretch.length { continue }
                } else if !JSONStretch.isSpecial(utf8[index]) {
                    index += 1
                    continue
                }
                append(start + written, index - written)
                escape(utf8[index])
                index += 1
                written = index
            }
            append(start + written, utf8.count - written)
        }
        append(UInt8(ascii: "\""))
    }

    private mutating func escape(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""): append("\\\"")
        case UInt8(ascii: "\\"): append("\\\\")
        case 0x08: append("\\b")
        case 0x09: append("\\t")
        case 0x0A: append("\\n")
        case 0x0C: append("\\f")
        case 0x0D: append("\\r")
        default:
            append("\\u00")
            append(.hexadecimalDigit(byte >> 4))
            append(.hexadecimalDigit(byte & 0x0F))
        }
    }

    @usableFromInline mutating func append(_ byte: UInt8) {
        reserve(1)
        memory[count] = byte
        count += 1
    }

    private mutating func append(_ text: String) {
        var text = text
        text.withUTF8 { if let start = $0.baseAddress { append(start, $0.count) } }
    }

    private mutating func append(_ bytes: UnsafePointer<UInt8>, _ length: Int) {
        reserve(length)
        UnsafeMutableRawPointer(memory + count).copyMemory(from: bytes, byteCount: length)
        count &+= length
    }

    private mutating func reserve(_ length: Int) {
        if length > capacity &- count { grow(to: count + length) }
    }

    @inline(never) private mutating func grow(to wanted: Int) {
        capacity = max(capacity * 2, wanted)
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
        larger.update(from: memory, count: count)
        memory.deallocate()
        memory = larger
    }
}
