public import Chat

/// Says which state of things a page shows: two pages with the same stamp are the same page.
public struct Stamp: Hashable, Sendable {
    private let versions: [UInt64]

    init(_ versions: UInt64...) { self.versions = versions }
}

extension Live {
    /// The state of a conversation's newest page as this person sees it; `nil` where it can't be told without asking
    /// the backend, and where the person takes no part.
    public func stamp(ofThread id: ConversationID, for user: UserID) -> Stamp? {
        guard source != .nothingKept else { return nil }
        return know { hub, now -> Stamp? in
            guard hub.unreachableSince == nil, let state = hub.feeds[id], state.members.contains(user),
                hub.isThreadFresh(state, now: now), hub.isConversationFresh(state, now: now),
                let person = hub.people[user], let bookmarks = person.bookmarks,
                hub.isFresh(bookmarks.at, limits.personFreshness, now: now),
                hub.position(in: id, of: person, now: now) != nil
            else { return nil }
            state.lastUse = now
            person.lastUse = now
            return Stamp(state.version, person.threadVersions[id] ?? 0, person.bookmarksVersion)
        }
    }

    /// The state of this person's list.
    public func stamp(ofListOf user: UserID) -> Stamp? {
        guard source != .nothingKept else { return nil }
        return know { hub, now -> Stamp? in
            guard hub.unreachableSince == nil, let person = hub.people[user], let list = person.conversations,
                hub.isFresh(list.at, limits.personFreshness, now: now)
            else { return nil }
            person.lastUse = now
            if let known = person.listIsKnown, known.version == person.listVersion, now < known.until {
                return Stamp(person.listVersion)
            }
            var until = now.adding(Self.listLookInterval)
            for conversation in list.value {
                guard let state = hub.feeds[conversation.id] else { return nil }
                guard state.members.contains(user) else { continue }
                guard hub.isListFresh(state, now: now), let readAt = state.newestReadAt,
                    state.feed.messages.isEmpty || hub.position(in: conversation.id, of: person, now: now) != nil
                else { return nil }
                if !hub.isOnlyWriter { until = min(until, readAt.adding(limits.listFreshness)) }
            }
            person.listIsKnown = (person.listVersion, until)
            return Stamp(person.listVersion)
        }
    }

    /// How often all conversations of a list are looked at, to see whether what is known of them is fresh.
    private static var listLookInterval: Duration { .seconds(1) }
}
