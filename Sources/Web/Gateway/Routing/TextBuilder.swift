import Bytes
import Chat

/// Puts the pieces of a path together: a page makes a hundred of them, and interpolation asks for memory for each piece.
struct TextBuilder: PathSink, ~Copyable {
    private var buffer = ByteBuffer(capacity: 256)

    /// The text that `build` adds up.
    static func text(_ build: (inout TextBuilder) -> Void) -> String {
        var builder = TextBuilder()
        build(&builder)
        return builder.buffer.text
    }

    mutating func add(_ text: StaticString) { buffer.append(literal: text) }

    mutating func add(_ literal: PathLiteral) {
        buffer.append(UnsafeBufferPointer(start: literal.start, count: literal.count))
    }

    mutating func add(text: String) { buffer.append(text) }

    mutating func add<Entity>(_ identifier: Identifier<Entity>) {
        buffer.append(count: Identifier<Entity>.descriptionBytes) { identifier.writeDescription(to: $0) }
    }

    mutating func add(_ number: Int64) { buffer.append(decimal: number) }

    mutating func addAmpersand() { buffer.append(UInt8(ascii: "&")) }
}
