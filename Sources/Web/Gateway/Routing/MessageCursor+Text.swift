import Chat

extension Timestamp {
    /// 0001-01-01…9999-12-30: what fits into the four digits of a year, with room to go on.
    private static let written: ClosedRange<Int64> = -62_135_596_800_000...253_402_214_399_999

    /// How a URL says it: milliseconds since 1970.
    var text: String { String(milliseconds) }

    init?(text: some StringProtocol) {
        guard let milliseconds = Int64(text), Self.written.contains(milliseconds) else { return nil }
        self.init(milliseconds: milliseconds)
    }
}

extension MessageCursor {
    /// How a URL says it: the moment, a full stop, the message's id.
    var text: String { "\(moment.text).\(message)" }

    init?(text: String) {
        let parts = text.unicodeScalars.split(separator: ".", maxSplits: 1).map { Substring($0) }
        guard parts.count == 2, let moment = Timestamp(text: parts[0]), let message = MessageID(parts[1]) else {
            return nil
        }
        self.init(moment: moment, message: message)
    }
}
