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

    /// The end of it, behind the minute.
    mutating func write(secondsOf moment: Timestamp) {
        write(plain: Timestamp.iso8601Bytes - Timestamp.iso8601MinuteBytes) { moment.writeISO8601Seconds(to: $0) }
    }

    /// A number from 0 to 9.
    mutating func write(digit: Int) { write(plain: 1) { $0.pointee = UInt8(ascii: "0") + UInt8(digit) } }

    /// Where a message is on its page.
    mutating func write(anchorOf message: MessageID) {
        write(markup: "m-")
        write(message)
    }
}

/// Paths are written where they stand: nothing in them has to be escaped but `&`.
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

    mutating func add(_ number: Int64) {
        Decimal.digits(of: number) { digits, length in
            write(plain: length) { $0.update(from: digits, count: length) }
        }
    }

    mutating func addAmpersand() { write(markup: "&amp;") }
}
