import Chat

/// Puts the pieces of a path together in one go: a page makes a hundred of them, and interpolation asks for memory for
/// each piece.
struct TextBuilder: PathSink, ~Copyable {
    private var memory: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    private var count = 0
    /// Whether the text grew out of the stack's memory.
    private var isOnHeap = false

    /// Longer than any path but those with what people typed.
    private static let usualBytes = 256

    /// The text that `build` adds up.
    static func text(_ build: (inout TextBuilder) -> Void) -> String {
        bytes(build) { String(decoding: $0, as: UTF8.self) }
    }

    /// Its bytes, which are there as long as `body` runs.
    static func bytes<Result>(
        _ build: (inout TextBuilder) -> Void, _ body: (UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: usualBytes) { stack in
            var builder = TextBuilder(stack)
            build(&builder)
            return body(UnsafeBufferPointer(start: builder.memory, count: builder.count))
        }
    }

    private init(_ stack: UnsafeMutableBufferPointer<UInt8>) {
        guard let start = stack.baseAddress else { preconditionFailure("memory of the stack has an address") }
        memory = start
        capacity = stack.count
    }

    deinit { if isOnHeap { memory.deallocate() } }

    mutating func add(_ text: StaticString) { append(text.utf8Start, text.utf8CodeUnitCount) }

    mutating func add(text: String) {
        // Without a copy of the text, as `withUTF8` would want one.
        let isAdded: Void? = text.utf8.withContiguousStorageIfAvailable {
            if let start = $0.baseAddress { append(start, $0.count) }
        }
        if isAdded == nil { for byte in text.utf8 { withUnsafePointer(to: byte) { append($0, 1) } } }
    }

    mutating func add<Entity>(_ identifier: Identifier<Entity>) {
        let length = Identifier<Entity>.descriptionBytes
        reserve(length)
        identifier.writeDescription(to: memory + count)
        count += length
    }

    mutating func add(_ number: Int64) { Decimal.digits(of: number) { append($0, $1) } }

    mutating func addAmpersand() { add("&") }

    private mutating func append(_ bytes: UnsafePointer<UInt8>, _ length: Int) {
        reserve(length)
        UnsafeMutableRawPointer(memory + count).copyMemory(from: bytes, byteCount: length)
        count &+= length
    }

    private mutating func reserve(_ length: Int) {
        if length > capacity &- count { grow(to: count + length) }
    }

    private mutating func grow(to wanted: Int) {
        capacity = max(capacity * 2, wanted)
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
        larger.update(from: memory, count: count)
        if isOnHeap { memory.deallocate() }
        memory = larger
        isOnHeap = true
    }
}

/// Whole numbers as text.
enum Decimal {
    /// What a word holds.
    private static let word: UInt64 = 100_000_000
    /// Three words: more than the longest number needs with its sign.
    private static let room = 24

    /// Calls `body` with the ASCII digits of `number`, and how many bytes they are.
    static func digits(of number: Int64, _ body: (UnsafePointer<UInt8>, Int) -> Void) {
        withUnsafeTemporaryAllocation(byteCount: room, alignment: 8) { room in
            guard let start = room.baseAddress else { return }
            // From the last word on, until nothing is left. In the first one are zeros to skip.
            var place = Self.room
            var rest = number.magnitude
            var digits: UInt64
            repeat {
                place -= 8
                digits = eightDigits(of: rest % word)
                start.storeBytes(of: digits, toByteOffset: place, as: UInt64.self)
                rest /= word
            } while rest > 0
            place += min((digits ^ zeros).trailingZeroBitCount / 8, 7)
            if number < 0 {
                place -= 1
                start.storeBytes(of: UInt8(ascii: "-"), toByteOffset: place, as: UInt8.self)
            }
            body((start + place).assumingMemoryBound(to: UInt8.self), Self.room - place)
        }
    }

    private static var zeros: UInt64 { 0x3030_3030_3030_3030 }

    /// The digits of a number below 100,000,000, the first one in the lowest byte: it is halved three times, each time
    /// all parts at once, within a word.
    private static func eightDigits(of number: UInt64) -> UInt64 {
        // Four digits in each half, then two in each quarter, then one in each byte. To divide by 100 and by 10 is to
        // multiply by 10486 / 2^20 and by 103 / 2^10, which is right for numbers of four and of two digits.
        var parts = number / 10_000 | (number % 10_000) << 32
        let hundreds = (parts &* 10_486) >> 20 & 0x0000_007F_0000_007F
        parts = hundreds | (parts &- hundreds &* 100) << 16
        let tens = (parts &* 103) >> 10 & 0x000F_000F_000F_000F
        return zeros | tens | (parts &- tens &* 10) << 8
    }
}
