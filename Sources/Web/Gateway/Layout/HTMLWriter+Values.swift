import Chat
import HTML

/// Values that are so frequent on a page that they are written without creating a `String` first.
extension HTMLWriter {
    mutating func write<Entity>(_ identifier: Identifier<Entity>) {
        write(plain: Identifier<Entity>.descriptionBytes) { identifier.writeDescription(to: $0) }
    }

    /// Writes the moment in ISO 8601 format.
    mutating func write(_ moment: Timestamp) {
        write(plain: Timestamp.iso8601Bytes) { moment.writeISO8601(to: $0) }
    }

    /// Writes the part of the ISO 8601 format after the minute.
    mutating func write(secondsOf moment: Timestamp) {
        write(plain: Timestamp.iso8601Bytes - Timestamp.iso8601MinuteBytes) { moment.writeISO8601Seconds(to: $0) }
    }

    /// - Parameter digit: 0…9.
    mutating func write(digit: Int) { write(plain: 1) { $0.pointee = UInt8(ascii: "0") + UInt8(digit) } }

    /// Writes the id of a message's element.
    mutating func write(anchorOf message: MessageID) {
        write(markup: "m-")
        write(message)
    }
}

/// Paths are written without a `String`: the only character in them that HTML escapes is `&`.
extension HTMLWriter: PathSink {
    mutating func add(_ text: StaticString) {
        assert(!text.description.utf8.contains(UInt8(ascii: "&")), "an ampersand in a path's literal")
        write(markup: text)
    }

    mutating func add(_ literal: PathLiteral) {
        write(plain: literal.count) { $0.update(from: literal.start, count: literal.count) }
    }

    mutating func add(text: String) { text.write(to: &self) }

    mutating func add<Entity>(_ identifier: Identifier<Entity>) { write(identifier) }

    mutating func add(_ number: Int64) { write(decimal: number) }

    mutating func addAmpersand() { write(markup: "&amp;") }
}
