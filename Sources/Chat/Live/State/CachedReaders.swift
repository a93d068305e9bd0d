import Chat

/// What is known of how far the members of a conversation have read.
struct CachedReaders: Sendable {
    /// Furthest first; `nil` where it has to be asked.
    private(set) var known: CachedPerson.Read<[Reader]>?
    /// As those who watch the conversation were told.
    private(set) var told: [Reader]?
    /// Another one with each change of what is shown, and with each that a read which has begun may lack.
    private(set) var version: UInt64 = 0

    /// Takes what was read.
    mutating func take(_ readers: [Reader], version: UInt64, now: Timestamp) {
        known = CachedPerson.Read(value: readers, at: now)
        if told == nil { told = readers }
        self.version = version
    }

    /// Whether it is known how far a person has read, and so that they show it.
    func holds(_ user: UserID) -> Bool { known?.value.contains { $0.user == user } ?? false }

    mutating func forget(version: UInt64) {
        known = nil
        self.version = version
    }

    /// A member has read up to a message.
    mutating func move(_ reader: Reader, version: UInt64) {
        guard let known else { return self.version = version }
        var readers = known.value
        let wasKnown = readers.firstIndex { $0.user == reader.user }.map { readers.remove(at: $0) } != nil
        let place = readers.firstIndex { $0.sentAt <= reader.sentAt } ?? readers.endIndex
        readers.insert(reader, at: place)
        // Whoever is the last of as many as are told may not be the one who has read furthest of all others.
        if wasKnown, place == MessageLimits.maximumReaders - 1 { return forget(version: version) }
        if readers.count > MessageLimits.maximumReaders { readers.removeLast() }
        self.known = CachedPerson.Read(value: readers, at: known.at)
        self.version = version
    }

    /// What has changed since it was told last.
    mutating func takeNews() -> ReadersNews? {
        guard let known, let told, told != known.value else { return nil }
        self.told = known.value
        return ReadersNews(before: told, now: known.value)
    }
}

/// What has changed in how far the members of a conversation have read.
struct ReadersNews: Sendable {
    /// Of whom it has changed, and the moments of the last message before and now.
    private let changed: [(user: UserID, before: Timestamp?, now: Timestamp?)]
    /// From when on there are as many readers as are told, before and now.
    private let full: (before: Timestamp?, now: Timestamp?)

    init(before: [Reader], now: [Reader]) {
        let (former, newer) = (Self.moments(before), Self.moments(now))
        changed = Set(former.keys).union(newer.keys).compactMap { user in
            former[user] == newer[user] ? nil : (user, former[user], newer[user])
        }
        full = (Self.end(before), Self.end(now))
    }

    private static func moments(_ readers: [Reader]) -> [UserID: Timestamp] {
        Dictionary(readers.map { ($0.user, $0.sentAt) }) { max($0, $1) }
    }

    private static func end(_ readers: [Reader]) -> Timestamp? {
        readers.count < MessageLimits.maximumReaders ? nil : readers.last?.sentAt
    }

    /// Whether others have read a message now than before.
    func concerns(_ sent: Timestamp, of author: UserID) -> Bool {
        func isReached(_ moment: Timestamp?) -> Bool { moment.map { $0 >= sent } ?? false }
        return isReached(full.before) != isReached(full.now)
            || changed.contains { $0.user != author && isReached($0.before) != isReached($0.now) }
    }
}

/// When a read of a conversation's readers began.
struct ReadersStart: Sendable {
    let version: UInt64?
    /// Since when it was known whether the person shows how far they have read; `nil` where it was not.
    let knownAt: Timestamp?
}

/// Whether a person shows how far they have read, as the backend says.
struct AskedReceipts: Sendable {
    let shows: Bool
    /// Since when it was known when it was asked; `nil` where it was not.
    let knownAt: Timestamp?
}

/// What is known of how far others have read, for one person.
enum KnownReaders: Sendable {
    /// They do not show it of themselves.
    case hidden
    /// Furthest first.
    case shown([Reader])
}
