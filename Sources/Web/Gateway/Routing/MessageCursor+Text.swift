import Chat

extension Timestamp {
    /// 0001-01-01…9999-12-30: years of four digits, and a day less, so that adding to a moment does not exceed them.
    private static let allowed: ClosedRange<Int64> = -62_135_596_800_000...253_402_214_399_999

    /// The format in URLs: milliseconds since 1970.
    var text: String { String(milliseconds) }

    init?(text: some StringProtocol) {
        guard let milliseconds = Int64(text), Self.allowed.contains(milliseconds) else { return nil }
        self.init(milliseconds: milliseconds)
    }
}

extension MessageCursor {
    /// The format in URLs: the moment, a full stop, the message's id.
    var text: String { "\(moment.text).\(message)" }

    init?(text: String) {
        let parts = text.unicodeScalars.split(separator: ".", maxSplits: 1).map { Substring($0) }
        guard parts.count == 2, let moment = Timestamp(text: parts[0]), let message = MessageID(parts[1]) else {
            return nil
        }
        self.init(moment: moment, message: message)
    }
}
