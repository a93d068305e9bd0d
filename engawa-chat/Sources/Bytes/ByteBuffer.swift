/// A growing buffer of bytes, in memory of its own: an array checks for uniqueness and capacity at each append.
public struct ByteBuffer: ~Copyable {
    @usableFromInline var memory: UnsafeMutablePointer<UInt8>
    @usableFromInline var capacity: Int
    @usableFromInline var written = 0

    /// - Parameter capacity: the expected number of bytes.
    public init(capacity: Int) {
        self.capacity = max(capacity, 1)
        memory = .allocate(capacity: self.capacity)
    }

    deinit { memory.deallocate() }

    /// The number of bytes written so far.
    @inlinable public var count: Int { written }

    /// A copy of the bytes.
    public var bytes: [UInt8] { withBytes { Array($0) } }

    /// The bytes as text, in which invalid UTF-8 is replaced by U+FFFD.
    public var text: String { withBytes { String(decoding: $0, as: UTF8.self) } }

    public var last: UInt8? { count > 0 ? memory[count - 1] : nil }

    public func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        body(UnsafeBufferPointer(start: memory, count: count))
    }

    @inlinable public mutating func append(_ byte: UInt8) { append(count: 1) { $0.pointee = byte } }

    @inlinable public mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let start = bytes.baseAddress else { return }
        append(count: bytes.count) { UnsafeMutableRawPointer($0).copyMemory(from: start, byteCount: bytes.count) }
    }

    @inlinable public mutating func append(_ bytes: [UInt8]) { bytes.withUnsafeBufferPointer { append($0) } }

    @inlinable public mutating func append(_ text: String) { text.withBytes { append($0) } }

    /// Inlined into the caller, where the length is a constant.
    @inlinable @inline(__always) public mutating func append(literal: StaticString) {
        append(UnsafeBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount))
    }

    /// Appends a number in decimal digits. Its `description` takes four times as long.
    public mutating func append(decimal number: Int64) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.decimalBytes) { digits in
            var start = digits.count
            var rest = number.magnitude
            repeat {
                start -= 1
                digits[start] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
                rest /= 10
            } while rest > 0
            if number < 0 {
                start -= 1
                digits[start] = UInt8(ascii: "-")
            }
            append(UnsafeBufferPointer(rebasing: digits[start...]))
        }
    }

    /// The length of the longest number, with its sign.
    private static let decimalBytes = 20

    /// Appends two hexadecimal digits, in lower case.
    @inlinable public mutating func append(hexadecimal byte: UInt8) {
        append(.hexadecimalDigit(byte >> 4))
        append(.hexadecimalDigit(byte & 15))
    }

    /// Appends a range of the earlier bytes once more.
    public mutating func append(again range: Range<Int>) {
        precondition(range.upperBound <= count, "the range was not written yet")
        reserve(range.count)
        (memory + count).update(from: memory + range.lowerBound, count: range.count)
        written &+= range.count
    }

    /// Appends `count` bytes, which `write` writes.
    @inlinable @inline(__always)
    public mutating func append(count length: Int, by write: (UnsafeMutablePointer<UInt8>) -> Void) {
        reserve(length)
        write(memory + count)
        written &+= length
    }

    /// Appends text with each byte of a class replaced by what `replace` appends.
    @inlinable public mutating func append<Class: ByteClass>(
        _ bytes: UnsafeBufferPointer<UInt8>, replacing: Class.Type, by replace: (UInt8, inout ByteBuffer) -> Void
    ) {
        var written = 0
        var index = bytes.firstIndex(of: Class.self, from: 0)
        while index < bytes.count {
            append(UnsafeBufferPointer(rebasing: bytes[written..<index]))
            replace(bytes[index], &self)
            written = index + 1
            index = bytes.firstIndex(of: Class.self, from: written)
        }
        append(UnsafeBufferPointer(rebasing: bytes[written...]))
    }

    @inlinable mutating func reserve(_ length: Int) {
        if length > capacity &- count { grow(to: count + length) }
    }

    @inline(never) @usableFromInline mutating func grow(to wanted: Int) {
        capacity = max(capacity * 2, wanted)
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
        larger.update(from: memory, count: count)
        memory.deallocate()
        memory = larger
    }
}
