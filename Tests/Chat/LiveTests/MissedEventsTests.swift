import Chat
import Testing

@testable import Live

/// What a browser gets that was away for a moment.
struct MissedEventsTests {
    private let user = UserID.random()

    /// A state in which the user has two conversations without messages.
    private func place() throws -> (world: StateUnderTest, first: ConversationID, second: ConversationID) {
        var world = StateUnderTest(conversations: 10, people: 10)
        let ids = world.readList(of: user, count: 2)
        for id in ids {
            let cached = try #require(world.state.conversations[id])
            let start = cached.feed.beginRead()
            _ = cached.feed.take([], limit: 50, start: start, isWidest: true)
        }
        return (world, ids[0], ids[1])
    }

    private func message(_ number: Int, in id: ConversationID) -> Message {
        Message(
            id: .random(), conversation: id, content: .text(sender: user, text: "message \(number)"), replyTo: nil,
            createdAt: Timestamp(milliseconds: Int64(number)), reactions: [])
    }

    /// What a stream is told that is opened after `event`, besides that it is ready.
    private func missed(since event: EventID, _ world: inout StateUnderTest) -> [LiveEvent.Kind] {
        let subscriber = Subscriber(
            user: user, session: "one", locale: DisplayLocale(language: "en", zone: "UTC"), write: { _ in }, end: {})
        let moment = world.now()
        let opened = world.state.open(subscriber, watching: [], after: StreamPosition(event), now: moment)
        return opened.publications.map(\.event.kind).filter { $0 != .ready }
    }

    @Test func `who comes back gets messages as they are now, and none that were deleted`() throws {
        var (world, id, _) = try place()
        let (first, second, third) = (message(1, in: id), message(2, in: id), message(3, in: id))
        let event = world.state.lastEvent
        let moment = world.now()
        for message in [first, second, third] {
            _ = world.state.change(id, now: moment) { $0.post(message) }
        }
        let reaction = Reaction(id: .random(), message: first.id, user: user, emoji: "👍", createdAt: moment)
        _ = world.state.change(id, now: moment) { $0.add(reaction) }
        _ = world.state.delete(second.id, in: id, now: moment)

        var changed = first
        changed.reactions = [reaction]
        #expect(
            missed(since: event, &world) == [
                .feed(.posted(changed, previous: nil)), .feed(.posted(third, previous: changed)),
                .feed(.changed(changed, previous: nil)), .feed(.deleted(second.id)),
            ])
    }

    @Test func `a message stands behind one that the browser has by then`() throws {
        var (world, id, _) = try place()
        let (earlier, later) = (message(1, in: id), message(2, in: id))
        let event = world.state.lastEvent
        let moment = world.now()
        // As where a read finds what was written elsewhere before something was written here.
        for message in [later, earlier] {
            _ = world.state.change(id, now: moment) { $0.post(message) }
        }
        #expect(
            missed(since: event, &world) == [
                .feed(.posted(later, previous: nil)), .feed(.posted(earlier, previous: nil)),
            ])
    }

    @Test func `who missed more messages than are kept is told to read again`() throws {
        var (world, id, _) = try place()
        let event = world.state.lastEvent
        let moment = world.now()
        var kept = event
        for number in 0...ConversationFeed.maximumMessages {
            let message = message(number, in: id)
            _ = world.state.change(id, now: moment) { $0.post(message) }
            if number == 0 { kept = world.state.lastEvent }
        }
        #expect(missed(since: kept, &world).count == ConversationFeed.maximumMessages)
        #expect(missed(since: event, &world) == [.refresh])
    }

    @Test func `of the read marks of a conversation only the last is kept`() throws {
        var (world, first, second) = try place()
        let event = world.state.lastEvent
        let moment = world.now()
        for count in (0..<1_000).reversed() {
            _ = world.state.send(.read(count: count, isMore: false), to: user, in: first, now: moment)
            if count == 500 { _ = world.state.send(.read(count: 7, isMore: false), to: user, in: second, now: moment) }
        }
        #expect(
            missed(since: event, &world) == [.read(count: 7, isMore: false), .read(count: 0, isMore: false)])
    }
}
