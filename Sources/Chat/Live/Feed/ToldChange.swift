import Chat
import Hashing

/// That a message was posted or deleted, as a stream has told it: both happen once, and so are told once. All other events
/// tell how something is now, and may be told again.
///
/// It is a hash of 48 bits. If two have the same one, a page lacks a message until the next one comes, which says what stands
/// before it.
public struct ToldChange: Hashable, Sendable {
    private static let bits: UInt64 = 48
    private static let radix = 36
    /// How many digits and letters a text has.
    static let textBytes = 10

    private let hash: UInt64

    /// `nil` for what may be told again.
    init?(_ change: RecordedChange) {
        let text: String
        switch change {
        case .posted(let id): text = "posted \(id)"
        case .deleted(let id): text = "deleted \(id)"
        case .changed, .conversation, .replaced: return nil
        }
        hash = Fingerprint(Array(text.utf8)).prefix(bits: Self.bits)
    }

    /// `nil` for what may be told again.
    init?(_ event: LiveEvent) {
        guard case .feed(let change) = event.kind else { return nil }
        self.init(RecordedChange(change))
    }

    /// As `text` writes it.
    init?(text: some StringProtocol) {
        guard let hash = UInt64(text, radix: Self.radix), hash >> Self.bits == 0 else { return nil }
        self.hash = hash
    }

    var text: String {
        let digits = String(hash, radix: Self.radix)
        return String(repeating: "0", count: Self.textBytes - digits.utf8.count) + digits
    }
}

/// What a stream has told lately.
struct ToldChanges: Sendable {
    /// More are not kept: somebody would hear of five messages a second. With them the position of a stream has about 1,100
    /// bytes.
    static var maximum: Int { 100 }
    /// How long they are kept, by the clock of the store: what other processes take in later than this may be told again.
    static var span: Duration { .seconds(20) }

    /// In their order; without a moment those that were told before the store has said one.
    private(set) var changes: [(change: ToldChange, at: Timestamp?)] = []
    /// Their texts, each after `separator`. Written once for each, and not again for each event of the stream.
    private(set) var text: [UInt8] = []

    static let separator = UInt8(ascii: ".")

    /// - Returns: whether it was not among them.
    @discardableResult mutating func add(_ change: ToldChange, at moment: Timestamp?) -> Bool {
        guard !changes.contains(where: { $0.change == change }) else { return false }
        changes.append((change, moment))
        text.append(Self.separator)
        text.append(contentsOf: change.text.utf8)
        var old = 0
        if let moment {
            // All of them count from now on.
            for index in changes.indices where changes[index].at == nil { changes[index].at = moment }
            old = changes.prefix { $0.at.map { $0.adding(Self.span) < moment } ?? false }.count
        }
        let surplus = max(old, changes.count - Self.maximum)
        changes.removeFirst(surplus)
        text.removeFirst(surplus * (ToldChange.textBytes + 1))
        return true
    }
}
