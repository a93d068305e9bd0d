import Chat

/// Counts what happened, one by one, in one run of the process.
///
/// The upper bits name the run and are random, so that no number of another run is taken for one of this run, whatever
/// the clock says. Numbers of different runs can't be compared; `stream.js` knows that, too.
public struct EventID: Hashable, Comparable, Sendable {
    public let number: UInt64

    /// How many lower bits count: at a thousand events a second, enough for two years. After that, the numbers are
    /// taken for those of another run, and browsers read again.
    static let counterBits: UInt64 = 36

    public init(_ number: UInt64) { self.number = number }

    /// Where a run of the process counts from. The highest bit is set: earlier versions counted from the clock, and
    /// their tabs take only what is higher.
    public static func ofNewRun() -> EventID {
        EventID(.random(in: 1 << 63 ... .max) & ~((1 << counterBits) - 1))
    }

    public static let zero = EventID(0)
    public var next: EventID { EventID(number + 1) }

    func isOfSameRun(as other: EventID) -> Bool {
        number >> Self.counterBits == other.number >> Self.counterBits
    }

    public static func < (left: Self, right: Self) -> Bool { left.number < right.number }
}

/// What happened lately, so that it can be published again to those who were away for a moment.
struct Journal<Entry: Sendable>: Sendable {
    /// How long entries are kept at least, as long as there are not too many.
    static var span: Duration { .seconds(15 * 60) }
    static var maximumEntries: Int { 2_000 }

    /// Events up to here may be missing.
    private(set) var floor: EventID
    /// The same as a moment.
    private(set) var floorMoment: Timestamp
    private var entries: [(id: EventID, at: Timestamp, entry: Entry)] = []

    /// - Parameter floor: the newest event before this journal.
    init(after floor: EventID, at now: Timestamp) {
        self.floor = floor
        floorMoment = now
    }

    /// - Parameter isSuperseded: whether an earlier entry need not be published again after this one.
    mutating func append(_ entry: Entry, id: EventID, at now: Timestamp, superseding isSuperseded: (Entry) -> Bool) {
        entries.removeAll { isSuperseded($0.entry) }
        append(entry, id: id, at: now)
    }

    mutating func append(_ entry: Entry, id: EventID, at now: Timestamp) {
        entries.append((id, now, entry))
        let old = entries.prefix { $0.at.adding(Self.span) < now }.count
        let dropped = max(old, entries.count - Self.maximumEntries)
        // Not one by one: what is dropped is moved once.
        guard dropped >= max(1, entries.count / 4) else { return }
        floor = entries[dropped - 1].id
        floorMoment = entries[dropped - 1].at
        entries.removeFirst(dropped)
    }

    /// Whether an entry is kept.
    func contains(_ isMeant: (Entry) -> Bool) -> Bool { entries.contains { isMeant($0.entry) } }

    /// All that is kept.
    var all: [(id: EventID, entry: Entry)] { entries.map { ($0.id, $0.entry) } }

    /// What came at a moment or after it; `nil` where some of it is not kept any more.
    func since(_ moment: Timestamp) -> [(id: EventID, entry: Entry)]? {
        guard moment > floorMoment else { return nil }
        return entries.drop { $0.at < moment }.map { ($0.id, $0.entry) }
    }

    /// What came after `id`; `nil` where some of it is not kept any more.
    func since(_ id: EventID) -> [(id: EventID, entry: Entry)]? {
        guard id >= floor else { return nil }
        return entries.drop { $0.id <= id }.map { ($0.id, $0.entry) }
    }
}
