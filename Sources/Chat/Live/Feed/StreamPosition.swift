public import Chat

/// Up to where a browser has got what was published, so that its stream goes on after that, at this process or at another
/// one that uses the same store.
public struct StreamPosition: Hashable, Sendable {
    /// The newest event, counted by one run of one process.
    public let event: EventID
    /// All that was stored before this moment, by the clock of the store, is in what was published up to the event; `nil`
    /// where no other process uses the store.
    public let moment: Timestamp?

    /// What was told lately: another process does not know the event, goes on somewhat before the moment, and leaves these
    /// out.
    public let told: [ToldChange]

    public init(_ event: EventID, moment: Timestamp? = nil, told: [ToldChange] = []) {
        self.event = event
        self.moment = moment
        self.told = told
    }

    static let separator = UInt8(ascii: "-")

    /// As `text` writes it.
    public init?(text: some StringProtocol) {
        let parts = Substring(text).utf8
            .split(separator: Self.separator, maxSplits: 2, omittingEmptySubsequences: false)
            .map { Substring($0) }
        guard let event = UInt64(parts[0]) else { return nil }
        guard parts.count > 1 else {
            self.init(EventID(event))
            return
        }
        guard let milliseconds = Int64(parts[1]), milliseconds > 0 else { return nil }
        // Not more than it writes. Without the others, something may be told again, and nothing is missed.
        let told = parts.count > 2 ? parts[2].utf8.split(separator: ToldChanges.separator) : []
        self.init(
            EventID(event), moment: Timestamp(milliseconds: milliseconds),
            told: told.suffix(ToldChanges.maximum).compactMap { ToldChange(text: Substring($0)) })
    }

    /// The number of the event; if there is a moment, a hyphen and its milliseconds since 1970; if anything was told, a hyphen
    /// and that, with full stops between.
    public var text: String {
        var text = "\(event.number)"
        if let moment { text += "-\(moment.milliseconds)" }
        if !told.isEmpty { text += "-" + told.map(\.text).joined(separator: ".") }
        return text
    }
}
