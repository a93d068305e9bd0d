public import Chat

/// Up to where a browser has got what was published, so that its stream goes on after that, at this process or at another
/// one that uses the same store.
public struct StreamPosition: Hashable, Sendable {
    /// The newest event, counted by one run of one process.
    public let event: EventID
    /// All that was stored before this moment, by the clock of the store, is in what was published up to the event; `nil`
    /// where no other process uses the store.
    public let moment: Timestamp?

    public init(_ event: EventID, moment: Timestamp? = nil) {
        self.event = event
        self.moment = moment
    }

    /// As `text` writes it.
    public init?(text: some StringProtocol) {
        let hyphen = text.utf8.firstIndex(of: UInt8(ascii: "-")) ?? text.endIndex
        guard let event = UInt64(text[..<hyphen]) else { return nil }
        guard hyphen < text.endIndex else {
            self.init(EventID(event))
            return
        }
        guard let milliseconds = Int64(text[text.utf8.index(after: hyphen)...]), milliseconds > 0 else { return nil }
        self.init(EventID(event), moment: Timestamp(milliseconds: milliseconds))
    }

    /// The number of the event, and after a hyphen the milliseconds since 1970 of the moment, if there is one.
    public var text: String { "\(event.number)" + (moment.map { "-\($0.milliseconds)" } ?? "") }
}
