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

    /// What has changed since it was told last: those who were told before, and those who are to be told now.
    mutating func takeNews() -> (before: [Reader], now: [Reader])? {
        guard let known, let told, told != known.value else { return nil }
        self.told = known.value
        return (told, known.value)
    }
}

/// What is known of how far others have read, for one person.
enum KnownReaders: Sendable {
    /// They do not show it of themselves.
    case hidden
    /// Furthest first.
    case shown([Reader])
}
