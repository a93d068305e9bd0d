import Chat
import HTML

/// What stands on a page so often that no text is made of it first.
extension HTMLWriter {
    mutating func write<Entity>(_ identifier: Identifier<Entity>) {
        write(plain: Identifier<Entity>.descriptionBytes) { identifier.writeDescription(to: $0) }
    }

    /// As ISO 8601 says it.
    mutating func write(_ moment: Timestamp) {
        write(plain: Timestamp.iso8601Bytes) { moment.writeISO8601(to: $0) }
    }

    /// A number from 0 to 9.
    mutating func write(digit: Int) { write(plain: 1) { $0.pointee = UInt8(ascii: "0") + UInt8(digit) } }

    mutating func write(_ path: Path) {
        TextBuilder.bytes {
            path.write(to: &$0)
        } _: {
            write(text: $0)
        }
    }

    /// Where a message is on its page.
    mutating func write(anchorOf message: MessageID) {
        write(markup: "m-")
        write(message)
    }
}
