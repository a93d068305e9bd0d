import Chat

/// A value that writes itself as JSON, its members in the order of their names, as `JSONEncoder` does with sorted keys.
protocol JSONWritable {
    func write(to json: inout JSONWriter)
}

/// Writes a JSON text (RFC 8259) as bytes, from front to back.
///
/// `JSONEncoder` makes a value of each member first, and sorts them: seven tenths of what a page of messages cost.
struct JSONWriter: ~Copyable {
    /// A page of messages has about 20 kB.
    private static let usualBytes = 32 << 10

    private var memory: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    private var count = 0

    init() {
        capacity = Self.usualBytes
        memory = .allocate(capacity: capacity)
    }

    deinit { memory.deallocate() }

    /// What was written.
    var bytes: [UInt8] { Array(UnsafeBufferPointer(start: memory, count: count)) }

    mutating func write<Value: JSONWritable>(_ values: [Value]) {
        append(UInt8(ascii: "["))
        for index in values.indices {
            if index > 0 { append(UInt8(ascii: ",")) }
            values[index].write(to: &self)
        }
        append(UInt8(ascii: "]"))
    }

    mutating func object(_ members: (inout JSONWriter) -> Void) {
        append(UInt8(ascii: "{"))
        members(&self)
        append(UInt8(ascii: "}"))
    }

    mutating func member(_ name: StaticString, _ text: String) {
        begin(name)
        write(text)
    }

    /// A member that is left out where there is nothing.
    mutating func member(_ name: StaticString, _ text: String?) {
        if let text { member(name, text) }
    }

    mutating func member(_ name: StaticString, orNull text: String?) {
        begin(name)
        if let text { write(text) } else { append("null") }
    }

    mutating func member<Entity>(_ name: StaticString, _ identifier: Identifier<Entity>) {
        begin(name)
        let length = Identifier<Entity>.descriptionBytes
        reserve(length + 2)
        memory[count] = UInt8(ascii: "\"")
        identifier.writeDescription(to: memory + count + 1)
        memory[count + 1 + length] = UInt8(ascii: "\"")
        count += length + 2
    }

    mutating func member<Entity>(_ name: StaticString, _ identifier: Identifier<Entity>?) {
        if let identifier { member(name, identifier) }
    }

    mutating func member(_ name: StaticString, _ moment: Timestamp) {
        begin(name)
        let length = Timestamp.iso8601Bytes
        reserve(length + 2)
        memory[count] = UInt8(ascii: "\"")
        moment.writeISO8601(to: memory + count + 1)
        memory[count + 1 + length] = UInt8(ascii: "\"")
        count += length + 2
    }

    mutating func member(_ name: StaticString, _ moment: Timestamp?) {
        if let moment { member(name, moment) }
    }

    mutating func member(_ name: StaticString, _ number: Int) {
        begin(name)
        append(number.description)
    }

    mutating func member<Value: JSONWritable>(_ name: StaticString, _ value: Value) {
        begin(name)
        value.write(to: &self)
    }

    mutating func member<Value: JSONWritable>(_ name: StaticString, _ values: [Value]) {
        begin(name)
        write(values)
    }

    /// `"name":`, after a comma where it is not the first.
    private mutating func begin(_ name: StaticString) {
        if count > 0, memory[count - 1] != UInt8(ascii: "{") { append(UInt8(ascii: ",")) }
        let length = name.utf8CodeUnitCount
        reserve(length + 3)
        memory[count] = UInt8(ascii: "\"")
        (memory + count + 1).update(from: name.utf8Start, count: length)
        memory[count + 1 + length] = UInt8(ascii: "\"")
        memory[count + 2 + length] = UInt8(ascii: ":")
        count += length + 3
    }
}

extension JSONWriter {
    /// A string (RFC 8259 §7): quotes, backslashes and the controls below a space are escaped, nothing else.
    private mutating func write(_ text: String) {
        append(UInt8(ascii: "\""))
        var text = text
        text.withUTF8 { utf8 in
            guard let start = utf8.baseAddress else { return }
            var written = 0
            var index = 0
            while index < utf8.count {
                while utf8.count - index >= Self.stretch, Self.isPlain(start + index) { index += Self.stretch }
                let end = min(index + Self.stretch, utf8.count)
                while index < end {
                    if Self.isSpecial(utf8[index]) {
                        append(start + written, index - written)
                        escape(utf8[index])
                        written = index + 1
                    }
                    index += 1
                }
            }
            append(start + written, utf8.count - written)
        }
        append(UInt8(ascii: "\""))
    }

    private static var stretch: Int { 16 }

    /// Whether none of the next `stretch` bytes is special: the top bit of each byte says so. (Comparing vectors with
    /// `.==` becomes a comparison for each byte, this does not.)
    private static func isPlain(_ bytes: UnsafePointer<UInt8>) -> Bool {
        let text = UnsafeRawPointer(bytes).loadUnaligned(as: SIMD16<UInt8>.self)
        let controls = (text &- SIMD16(repeating: 0x20)) & ~text
        let quotes = zeros(text ^ SIMD16(repeating: UInt8(ascii: "\"")))
        let backslashes = zeros(text ^ SIMD16(repeating: UInt8(ascii: "\\")))
        let found = unsafeBitCast(controls | quotes | backslashes, to: SIMD2<UInt64>.self)
        return (found.x | found.y) & 0x8080_8080_8080_8080 == 0
    }

    /// The top bit of each byte that is 0, and of no other.
    @inline(__always) private static func zeros(_ bytes: SIMD16<UInt8>) -> SIMD16<UInt8> {
        (bytes &- SIMD16(repeating: 1)) & ~bytes
    }

    private static func isSpecial(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
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
            append(UInt8(ascii: "0") + (byte >> 4))
            let digit = byte & 0x0F
            append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
        }
    }

    private mutating func append(_ byte: UInt8) {
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
