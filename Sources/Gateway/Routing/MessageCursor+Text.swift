import Chat

extension MessageCursor {
    /// 0001-01-01…9999-12-30: what fits into the four digits of a year, with room to go on.
    private static let moments: ClosedRange<Int64> = -62_135_596_800_000...253_402_214_399_999

    /// How a URL says it: milliseconds since 1970, a full stop, the message's id.
    var text: String { "\(moment.milliseconds).\(message)" }

    init?(text: String) {
        let parts = text.split(separator: ".", maxSplits: 1)
        guard parts.count == 2, let milliseconds = Int64(parts[0]), Self.moments.contains(milliseconds),
            let message = MessageID(parts[1])
        else { return nil }
        self.init(moment: Timestamp(milliseconds: milliseconds), message: message)
    }
}
