public import Chat
import Synchronization

/// The state that a page shows: two pages of the same version are the same page.
public struct PageVersion: Hashable, Sendable {
    private let versions: [UInt64]

    init(_ versions: UInt64...) { self.versions = versions }

    private init(all versions: [UInt64]) { self.versions = versions }

    /// The version of a page that shows the data of both.
    public func combined(with other: PageVersion) -> PageVersion { PageVersion(all: versions + other.versions) }
}

extension Live {
    /// The version of a conversation's newest page as this person sees it; `nil` where the backend must be asked, and
    /// where the person is no member.
    public func version(ofThread id: ConversationID, for user: UserID) -> PageVersion? {
        guard policy != .alwaysAsk else { return nil }
        return withState { state, now -> PageVersion? in
            guard state.unreachableSince == nil, let cached = state.conversation(id, of: user),
                state.isPageFresh(cached, now: now), state.isConversationFresh(cached, now: now),
                let person = state.people[user], let bookmarks = person.bookmarks,
                state.isFresh(bookmarks.at, limits.personAge, now: now),
                state.position(in: id, of: person, now: now) != nil
            else { return nil }
            cached.lastUse = now
            person.lastUse = now
            return PageVersion(
                cached.version, person.pageVersions[id] ?? 0, person.bookmarksVersion, cached.readers.version)
        }
    }

    /// The version of this person's list.
    public func version(ofListOf user: UserID) -> PageVersion? {
        guard policy != .alwaysAsk else { return nil }
        return withState { state, now -> PageVersion? in
            guard state.unreachableSince == nil, let person = state.people[user], let list = person.list,
                state.isFresh(list.at, limits.personAge, now: now)
            else { return nil }
            person.lastUse = now
            if let fresh = person.freshList, fresh.version == person.listVersion, now < fresh.until {
                return PageVersion(person.listVersion)
            }
            var until = now.adding(Self.listLookInterval)
            for id in list.value {
                guard let cached = state.conversations[id] else { return nil }
                guard cached.members.contains(user) else { continue }
                guard state.isNewestFresh(cached, now: now), let readAt = cached.newestReadAt,
                    cached.feed.messages.isEmpty || state.position(in: id, of: person, now: now) != nil
                else { return nil }
                if policy == .askWhenOlder { until = min(until, readAt.adding(limits.newestAge)) }
            }
            person.freshList = (person.listVersion, until)
            return PageVersion(person.listVersion)
        }
    }

    /// How often all conversations of a list are looked at, to see whether what is cached of them is fresh.
    private static var listLookInterval: Duration { .seconds(1) }

    /// The newest message of a person, as far as messages are cached.
    public func newestMessage(of user: UserID, in conversation: ConversationID) -> MessageID? {
        withState { state, _ in
            state.conversation(conversation, of: user)?.feed.messages.last { $0.sender == user }?.id
        }
    }

    /// The messages of a conversation that are cached, oldest first, without asking the backend; none for a person who is
    /// no member.
    public func cachedMessages(in conversation: ConversationID, for user: UserID) -> [Message] {
        withState { state, _ in state.conversation(conversation, of: user).map { Array($0.feed.messages) } ?? [] }
    }

    /// Something that only this person sees of a conversation has changed outside of the chat: a draft.
    public func invalidatePages(of user: UserID, showing conversation: ConversationID) {
        withState { state, now in state.invalidatePages(of: state.cachedPerson(user, now), showing: conversation) }
        tellOthers(.own(user, in: conversation))
    }

    /// Pages with a list that could not be read whole are not to be cached.
    public func invalidateList(of user: UserID) {
        withState { state, now in state.cachedPerson(user, now).listVersion = state.nextVersion() }
    }
}
