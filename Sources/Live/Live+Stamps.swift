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
                hub.unreadCount(in: id, for: user, now: now) != nil
            else { return nil }
            hub.feeds[id]?.lastUse = now
            hub.people[user]?.lastUse = now
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
            for conversation in list.value {
                guard let state = hub.feeds[conversation.id] else { return nil }
                guard state.members.contains(user) else { continue }
                guard hub.isListFresh(state, now: now),
                    // Not counted: that would look through the messages of every conversation for each page.
                    state.feed.messages.isEmpty
                        || hub.position(in: conversation.id, of: person, now: now) != nil
                else { return nil }
            }
            hub.people[user]?.lastUse = now
            return Stamp(person.listVersion)
        }
    }
}
