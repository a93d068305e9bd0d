/// Collects a document's bytes, escaping text as it comes.
///
/// The bytes stand in memory of its own until they are asked for: an array would be asked twice for each piece whether
/// it is shared and whether it is large enough.
public struct HTMLWriter: ~Copyable {
    private var memory: UnsafeMutablePointer<UInt8>
    private var count = 0
    private var capacity: Int

    /// - Parameter capacity: how many bytes to expect.
    public init(capacity: Int = 32 << 10) {
        self.capacity = max(capacity, 64)
        memory = .allocate(capacity: self.capacity)
    }

    deinit { memory.deallocate() }

    /// What was written.
    public var bytes: [UInt8] { Array(UnsafeBufferPointer(start: memory, count: count)) }

    /// Writes what is known when the program is written.
    @usableFromInline mutating func write(literal: StaticString) {
        append(literal.utf8Start, literal.utf8CodeUnitCount)
    }

    /// Writes as it is. Only for `RawHTML` and finished fragments.
    @usableFromInline mutating func write(raw: [UInt8]) {
        raw.withUnsafeBufferPointer { if let start = $0.baseAddress { append(start, $0.count) } }
    }

    @usableFromInline mutating func write(byte: UInt8) {
        reserve(1)
        memory[count] = byte
        count += 1
    }

    /// `<name`
    @usableFromInline mutating func write(startOf name: StaticString) {
        let length = name.utf8CodeUnitCount
        reserve(length + 1)
        memory[count] = UInt8(ascii: "<")
        (memory + count + 1).update(from: name.utf8Start, count: length)
        count += length + 1
    }

    /// `</name>`
    @usableFromInline mutating func write(endOf name: StaticString) {
        let length = name.utf8CodeUnitCount
        reserve(length + 3)
        memory[count] = UInt8(ascii: "<")
        memory[count + 1] = UInt8(ascii: "/")
        (memory + count + 2).update(from: name.utf8Start, count: length)
        memory[count + 2 + length] = UInt8(ascii: ">")
        count += length + 3
    }

    /// ` name`
    @usableFromInline mutating func write(attribute name: StaticString) {
        let length = name.utf8CodeUnitCount
        reserve(length + 1)
        memory[count] = UInt8(ascii: " ")
        (memory + count + 1).update(from: name.utf8Start, count: length)
        count += length + 1
    }

    /// ` name="value"`
    @usableFromInline mutating func write(attribute name: StaticString, _ value: String) {
        write(startOfAttribute: name)
        write(text: value)
        write(byte: UInt8(ascii: "\""))
    }

    /// The same where there is nothing to escape.
    @usableFromInline mutating func write(attribute name: StaticString, literal value: StaticString) {
        assert(value.description.utf8.allSatisfy { !Self.isSpecial($0) }, "a literal with something to escape")
        write(startOfAttribute: name)
        write(literal: value)
        write(byte: UInt8(ascii: "\""))
    }

    /// ` name="`
    private mutating func write(startOfAttribute name: StaticString) {
        let length = name.utf8CodeUnitCount
        reserve(length + 3)
        memory[count] = UInt8(ascii: " ")
        (memory + count + 1).update(from: name.utf8Start, count: length)
        memory[count + 1 + length] = UInt8(ascii: "=")
        memory[count + 2 + length] = UInt8(ascii: "\"")
        count += length + 3
    }

    /// Writes `text` with `& < > " '` escaped, and U+FFFD for the control characters that HTML can't hold
    /// (WHATWG HTML §13.2.3.5: NUL and most of C0).
    @usableFromInline mutating func write(text: String) {
        var text = text
        text.withUTF8 { utf8 in
            guard let start = utf8.baseAddress else { return }
            var written = 0
            var index = 0
            while index < utf8.count {
                if utf8.count - index >= Self.step, Self.isPlain(start + index) {
                    index += Self.step
                    continue
                }
                let end = min(index + Self.step, utf8.count)
                while index < end {
                    if Self.isSpecial(utf8[index]) {
                        append(start + written, index - written)
                        write(literal: Self.replacement(of: utf8[index]))
                        written = index + 1
                    }
                    index += 1
                }
            }
            append(start + written, utf8.count - written)
        }
    }

    /// How many bytes are looked at at once: a word. (`SIMD16` becomes sixteen comparisons one after the other.)
    private static var step: Int { 8 }

    /// Whether none of the next `step` bytes is special. It says no for tabs and line ends, too.
    private static func isPlain(_ bytes: UnsafePointer<UInt8>) -> Bool {
        let word = UnsafeRawPointer(bytes).loadUnaligned(as: UInt64.self)
        let ones: UInt64 = 0x0101_0101_0101_0101
        /// The top bit of each byte that is 0, and of some above the first one.
        func zeros(_ word: UInt64) -> UInt64 { (word &- ones) & ~word }
        let controls = (word &- ones &* 0x20) & ~word
        let quotes = zeros(word ^ ones &* 0x22)
        // & and ' differ in one bit, and so do < and >.
        let ampersands = zeros((word ^ ones &* 0x26) & ~ones)
        let brackets = zeros((word ^ ones &* 0x3C) & ~(ones << 1))
        return (controls | quotes | ampersands | brackets) & ones << 7 == 0
    }

    /// A bit for each byte that is special: they all stand before `?`, and the first 32 are all but tab, line feed and
    /// carriage return.
    private static var special: UInt64 { 0x5000_00C4_FFFF_D9FF }

    private static func isSpecial(_ byte: UInt8) -> Bool {
        byte < 64 && special & (1 << UInt64(byte)) != 0
    }

    private static func replacement(of byte: UInt8) -> StaticString {
        switch byte {
        case UInt8(ascii: "&"): "&amp;"
        case UInt8(ascii: "<"): "&lt;"
        case UInt8(ascii: ">"): "&gt;"
        case UInt8(ascii: "\""): "&quot;"
        case UInt8(ascii: "'"): "&#39;"
        default: "\u{FFFD}"
        }
    }

    private mutating func append(_ bytes: UnsafePointer<UInt8>, _ length: Int) {
        reserve(length)
        (memory + count).update(from: bytes, count: length)
        count += length
    }

    private mutating func reserve(_ length: Int) {
        if count + length > capacity { grow(to: count + length) }
    }

    @inline(never) private mutating func grow(to wanted: Int) {
        capacity = max(capacity * 2, wanted)
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
        larger.update(from: memory, count: count)
        memory.deallocate()
        memory = larger
    }
}
