/// A growing buffer of HTML that escapes text as it is written.
///
/// The buffer is allocated by hand: an array checks for uniqueness and capacity at each append.
public struct HTMLWriter: ~Copyable {
    @usableFromInline var memory: UnsafeMutablePointer<UInt8>
    @usableFromInline var count = 0
    @usableFromInline var capacity: Int
    /// Whether the writer allocated the memory and must free it.
    @usableFromInline var isOwner: Bool

    /// - Parameter capacity: the expected number of bytes.
    public init(capacity: Int = 4 << 10) {
        self.capacity = max(capacity, 64)
        memory = .allocate(capacity: self.capacity)
        isOwner = true
    }

    /// Writes into the caller's memory until it is full, then into memory of its own.
    @usableFromInline init(_ memory: UnsafeMutablePointer<UInt8>, capacity: Int) {
        self.memory = memory
        self.capacity = capacity
        isOwner = false
    }

    deinit { if isOwner { memory.deallocate() } }

    /// The bytes written so far.
    public var bytes: [UInt8] { Array(UnsafeBufferPointer(start: memory, count: count)) }

    /// The output of `write` in an array with room for `capacity` bytes. The output is written directly into the array,
    /// unless it is longer than `capacity` or so short that the array would waste memory.
    @inlinable public static func bytes(
        capacity: Int = 64 << 10, _ write: (inout HTMLWriter) -> Void
    ) -> [UInt8] {
        var longer: [UInt8]?
        let bytes = [UInt8](unsafeUninitializedCapacity: capacity) { room, count in
            guard let start = room.baseAddress else { return }
            var writer = HTMLWriter(start, capacity: room.count)
            write(&writer)
            if writer.isOwner { longer = writer.bytes } else { count = writer.count }
        }
        return longer ?? (bytes.count < capacity / 2 ? bytes.withUnsafeBufferPointer { Array($0) } : bytes)
    }

    /// Writes a string literal.
    @usableFromInline mutating func write(literal: StaticString) {
        append(literal.utf8Start, literal.utf8CodeUnitCount)
    }

    /// Writes markup from a string literal, for elements that occur hundreds of times on a page: one copy instead of
    /// one for each element and attribute. User input can't be a literal.
    @inlinable @inline(__always) public mutating func write(markup: StaticString) {
        // Inlined into the caller, where the length is a constant.
        append(markup.utf8Start, markup.utf8CodeUnitCount)
    }

    /// Reserves `length` bytes and lets `body` fill them; nothing is escaped.
    @inlinable public mutating func write(plain length: Int, by body: (UnsafeMutablePointer<UInt8>) -> Void) {
        reserve(length)
        body(memory + count)
        count += length
    }

    /// Writes a range of the earlier output once more.
    /// - Parameter range: from one `position` to another.
    public mutating func write(again range: Range<Int>) {
        precondition(range.upperBound <= count, "the range was not written yet")
        reserve(range.count)
        (memory + count).update(from: memory + range.lowerBound, count: range.count)
        count &+= range.count
    }

    /// The number of bytes written so far.
    public var position: Int { count }

    /// Writes bytes without escaping. Only for `RawHTML` and finished fragments.
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

    /// Writes ` name="value"` without escaping the value.
    @usableFromInline mutating func write(attribute name: StaticString, literal value: StaticString) {
        assert(value.description.utf8.allSatisfy { !Self.isSpecial($0) }, "the literal needs escaping")
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

    /// Writes `text` with `& < > " '` escaped, and U+FFFD for the control characters that HTML forbids (WHATWG HTML
    /// §13.2.3.5: NUL and most of C0).
    @usableFromInline mutating func write(text: String) {
        if text.utf8.withContiguousStorageIfAvailable({ write(text: $0) }) == nil {
            var text = text
            text.withUTF8 { write(text: $0) }
        }
    }

    /// Writes UTF-8 text, escaped in the same way.
    public mutating func write(text utf8: UnsafeBufferPointer<UInt8>) {
        guard let start = utf8.baseAddress else { return }
        var written = 0
        var index = Self.special(start, from: 0, to: utf8.count)
        while index < utf8.count {
            append(start + written, index - written)
            write(literal: Self.replacement(of: utf8[index]))
            written = index + 1
            index = Self.special(start, from: written, to: utf8.count)
        }
        append(start + written, utf8.count - written)
    }

    /// The index of the next byte that must be escaped; `end` if there is none.
    private static func special(_ bytes: UnsafePointer<UInt8>, from start: Int, to end: Int) -> Int {
        var index = start
        while end - index >= stretch, isPlain(bytes + index) { index += stretch }
        // What is left of a text with nothing in it: a stretch or a word that ends with it.
        if end - index < stretch {
            if end - start >= stretch {
                if isPlain(bytes + end - stretch) { return end }
            } else if end - start >= step {
                let (first, last) = (UnsafeRawPointer(bytes + start), UnsafeRawPointer(bytes + end - step))
                if suspects(first.loadUnaligned(as: UInt64.self)) | suspects(last.loadUnaligned(as: UInt64.self)) == 0 {
                    return end
                }
            }
        }
        while end - index >= step {
            let found = suspects(UnsafeRawPointer(bytes + index).loadUnaligned(as: UInt64.self))
            if found == 0 {
                index += step
                continue
            }
            // The lowest bit is right; those above it may stand for a borrow.
            index += found.trailingZeroBitCount / 8
            if isSpecial(bytes[index]) { return index }
            index += 1
        }
        while index < end, !isSpecial(bytes[index]) { index += 1 }
        return index
    }

    private static var stretch: Int { 16 }

    /// Whether none of the next `stretch` bytes may need escaping. The comparison sets the top bit of each byte that
    /// may; comparing vectors with `.==` would compile to one comparison for each byte.
    @inline(__always) private static func isPlain(_ bytes: UnsafePointer<UInt8>) -> Bool {
        let text = UnsafeRawPointer(bytes).loadUnaligned(as: SIMD16<UInt8>.self)
        let controls = (text &- SIMD16(repeating: 0x20)) & ~text
        let quotes = zeros(text ^ SIMD16(repeating: 0x22))
        // & and ' differ in one bit, and so do < and >.
        let ampersands = zeros((text ^ SIMD16(repeating: 0x26)) & SIMD16(repeating: 0xFE))
        let brackets = zeros((text ^ SIMD16(repeating: 0x3C)) & SIMD16(repeating: 0xFD))
        let found = unsafeBitCast(controls | quotes | ampersands | brackets, to: SIMD2<UInt64>.self)
        return (found.x | found.y) & 0x8080_8080_8080_8080 == 0
    }

    /// Sets the top bit of exactly the bytes that are 0.
    @inline(__always) private static func zeros(_ bytes: SIMD16<UInt8>) -> SIMD16<UInt8> {
        (bytes &- SIMD16(repeating: 1)) & ~bytes
    }

    /// The number of bytes in a word; words are used for the rest that is shorter than a stretch, and to find the byte
    /// in a stretch.
    private static var step: Int { 8 }

    /// Sets the top bit of each byte of a word that may need escaping, which includes tabs and line ends.
    private static func suspects(_ word: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        /// Sets the top bit of each byte that is 0, and of some bytes above the first one.
        func zeros(_ word: UInt64) -> UInt64 { (word &- ones) & ~word }
        let controls = (word &- ones &* 0x20) & ~word
        let quotes = zeros(word ^ ones &* 0x22)
        // & and ' differ in one bit, and so do < and >.
        let ampersands = zeros((word ^ ones &* 0x26) & ~ones)
        let brackets = zeros((word ^ ones &* 0x3C) & ~(ones << 1))
        return (controls | quotes | ampersands | brackets) & ones << 7
    }

    /// A bit for each byte that must be escaped: they are all below `?`; of the first 32, all but tab, line feed and
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

    @inlinable @inline(__always) mutating func append(_ bytes: UnsafePointer<UInt8>, _ length: Int) {
        reserve(length)
        UnsafeMutableRawPointer(memory + count).copyMemory(from: bytes, byteCount: length)
        count &+= length
    }

    @inlinable mutating func reserve(_ length: Int) {
        if length > capacity &- count { grow(to: count + length) }
    }

    @inline(never) @usableFromInline mutating func grow(to wanted: Int) {
        capacity = max(capacity * 2, wanted)
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
        larger.update(from: memory, count: count)
        if isOwner { memory.deallocate() }
        memory = larger
        isOwner = true
    }
}
