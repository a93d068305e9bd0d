import Chat

/// Puts the pieces of a path together in one go: a page makes a hundred of them, and interpolation asks for memory for
/// each piece.
struct TextBuilder {
    private var bytes: [UInt8] = []

    /// Longer than any path but those with what people typed.
    private static let usualBytes = 192

    /// The text that `build` adds up.
    static func text(_ build: (inout TextBuilder) -> Void) -> String {
        var builder = TextBuilder()
        builder.bytes.reserveCapacity(usualBytes)
        build(&builder)
        return String(decoding: builder.bytes, as: UTF8.self)
    }

    mutating func add(_ text: StaticString) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    mutating func add(_ text: String) { bytes.append(contentsOf: text.utf8) }

    mutating func add<Entity>(_ identifier: Identifier<Entity>) { identifier.write(to: &bytes) }

    /// In decimal digits.
    mutating func add(_ number: Int64) {
        if number < 0 { bytes.append(UInt8(ascii: "-")) }
        let start = bytes.count
        var rest = number.magnitude
        repeat {
            bytes.append(UInt8(ascii: "0") + UInt8(rest % 10))
            rest /= 10
        } while rest > 0
        bytes[start...].reverse()
    }
}
