import Chat

/// What other processes have changed since a browser's position, as far as it is in no journal of this one.
struct ChangesElsewhere: Sendable {
    /// The changes of conversations, in their order.
    var conversations: [ConversationID: [RecordedChange]] = [:]
    /// How the person's own read marks stand now, where they were moved; `nil` where more of what is theirs has changed.
    var reads: [ConversationID: LiveEvent.Kind]?
}

extension LiveState {
    /// How long before its moment a position may lack something: clocks differ a little.
    static var positionOverlap: Duration { .seconds(2) }

    /// What was published to a person since `last`, in order; where some of it is not known any more, that what is shown must
    /// be read again.
    mutating func missed(
        by user: UserID, since last: StreamPosition, _ elsewhere: ChangesElsewhere?
    ) -> [LiveEvent] {
        let refresh = [LiveEvent(id: nil, conversation: nil, kind: .refresh)]
        guard let person = people[user], let memberships = person.memberships else {
            return last.event == lastEvent ? [] : refresh
        }
        let missed =
            last.event.isOfSameRun(as: lastEvent)
            ? missedHere(by: person, memberships, since: last.event)
            : elsewhere.flatMap { missedElsewhere(by: person, memberships, since: last, $0) }
        return missed?.sorted { ($0.id ?? .zero) < ($1.id ?? .zero) } ?? refresh
    }

    private func missedHere(
        by person: CachedPerson, _ memberships: Set<ConversationID>, since last: EventID
    ) -> [LiveEvent]? {
        guard last <= lastEvent else { return nil }
        if last == lastEvent { return [] }
        guard let own = person.journal.since(last) else { return nil }
        var missed = own.map(\.entry)
        var joined: [ConversationID: EventID] = [:]
        for case (let number, let event) in own where event.kind == .joined {
            if let id = event.conversation { joined[id] = number }
        }
        for id in memberships {
            // What was published before they joined was not published to them.
            guard let changes = conversations[id]?.changes(after: max(last, joined[id] ?? last)) else { return nil }
            missed += Self.events(changes, in: id)
        }
        return missed
    }

    /// What a browser has missed that comes from another process. It may have got some of it there: what happens once is then not
    /// told again (`ToldChange`), and other events say how something is now.
    private mutating func missedElsewhere(
        by person: CachedPerson, _ memberships: Set<ConversationID>, since last: StreamPosition,
        _ elsewhere: ChangesElsewhere
    ) -> [LiveEvent]? {
        guard let moment = last.moment?.adding(.zero - Self.positionOverlap) else { return nil }
        let told = Set(last.told)
        var missed: [LiveEvent] = []
        if let own = person.journal.since(moment) {
            missed = own.map(\.entry)
        } else {
            guard let reads = elsewhere.reads else { return nil }
            missed = person.journal.all.map(\.entry)
            for (id, kind) in reads { missed.append(LiveEvent(id: nextEvent(), conversation: id, kind: kind)) }
        }
        guard !missed.contains(where: { $0.kind == .joined || $0.kind == .gone }) else { return nil }
        for id in memberships {
            guard let cached = conversations[id] else { return nil }
            var recorded: [(id: EventID, entry: RecordedChange)]
            if let kept = cached.journal.since(moment) {
                recorded = kept
            } else {
                guard let changes = elsewhere.conversations[id] else { return nil }
                // What the journal has came last. All get new numbers, for a browser takes events in the order of their numbers.
                let earlier = changes.filter { change in !cached.journal.contains { $0 == change } }
                recorded = (earlier + cached.journal.all.map(\.entry)).map { (nextEvent(), $0) }
            }
            // Of what was told, nothing has to be cached here.
            recorded.removeAll { ToldChange($0.entry).map { told.contains($0) } ?? false }
            guard let changes = cached.changes(of: recorded) else { return nil }
            missed += Self.events(changes, in: id)
        }
        return missed
    }

    /// The streams of which a journal here does not reach back to a moment: those of conversations, and the person's own.
    func unknownStreams(of user: UserID, since moment: Timestamp) -> (conversations: [ConversationID], isOwn: Bool) {
        guard let person = people[user] else { return ([], true) }
        let unknown = (person.memberships ?? []).filter { conversations[$0]?.journal.since(moment) == nil }
        return (Array(unknown), person.journal.since(moment) == nil)
    }

    private static func events(
        _ changes: [(id: EventID, change: FeedChange)], in id: ConversationID
    ) -> [LiveEvent] {
        changes.map { LiveEvent(id: $0.id, conversation: id, kind: .feed($0.change)) }
    }
}
