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

    mutating func add(_ literal: PathLiteral) { append(literal.start, literal.count) }

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
