import Chat

@testable import Live

/// A state with small limits, and a clock that goes on by a second with each use.
struct StateUnderTest {
    var state: LiveState
    private var seconds: Int64 = 1_795_255_200

    init(conversations: Int, people: Int, presentDirects: Int = 100) {
        var limits = LiveLimits()
        limits.eviction.conversations = conversations
        limits.eviction.people = people
        limits.presentDirects = presentDirects
        state = LiveState(policy: .askWhenOlder, pace: PollingPace(), limits: limits, lastEvent: EventID(1_000))
    }

    mutating func now() -> Timestamp {
        seconds += 1
        return Timestamp(milliseconds: seconds * 1_000)
    }

    /// Somebody's list is read, with `count` conversations that nobody else is in.
    @discardableResult
    mutating func readList(of user: UserID, count: Int) -> [ConversationID] {
        let conversations = (0..<count).map { _ in conversation(of: user) }
        let moment = now()
        _ = state.take(conversations.map(\.id), read: conversations, of: user, begun: state.beginRead(), now: moment)
        return conversations.map(\.id)
    }

    @discardableResult
    mutating func openStream(of user: UserID, watching: [ConversationID] = []) -> UInt64 {
        let subscriber = Subscriber(
            user: user, session: "\(user)", locale: DisplayLocale(language: "en", zone: "UTC"), write: { _ in }, end: {}
        )
        let moment = now()
        return state.open(subscriber, watching: watching, after: nil, now: moment).stream
    }

    /// Somebody loads a page and opens no stream.
    mutating func visit(_ user: UserID) {
        let moment = now()
        state.cachedPerson(user, moment).lastUse = moment
    }

    private func conversation(of user: UserID) -> Conversation {
        let (id, start) = (ConversationID.random(), Timestamp(milliseconds: 0))
        let person = User(id: user, alias: "somebody", name: "Somebody", avatarURL: nil, createdAt: start)
        return Conversation(
            id: id, kind: .group, name: "group", createdAt: start,
            participants: [
                Participant(
                    id: .random(), conversation: id, user: person, role: .member, joinedAt: start, leftAt: nil)
            ])
    }
}
