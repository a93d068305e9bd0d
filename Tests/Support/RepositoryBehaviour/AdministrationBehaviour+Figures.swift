import Chat
import ChatRecords
import Testing

extension AdministrationBehaviour {
    private static func start(of moment: Timestamp) -> Timestamp {
        ChatFigures.Count(quarter: moment.milliseconds / ChatFigures.interval, count: 0).start
    }

    static func countingTexts(_ place: Place) async throws {
        let (clock, store) = (place.stage.clock, place.store)
        let first = start(of: clock.now)
        func send() async throws -> Message {
            try await place.stage.say("hello", as: place.alice, in: place.group, after: .zero)
        }
        _ = try await send()
        let deleted = try await send()
        clock.advance(by: .seconds(900))
        let second = start(of: clock.now)
        _ = try await send()
        try await place.repositories.messages.delete(deleted.id, in: place.group.id, as: place.alice.id)
        // A notice is no text.
        _ = try await place.repositories.conversations.remove(place.bob.id, from: place.group.id, by: place.bob.id)
        // A store may count a minute later.
        clock.advance(by: .seconds(90))
        for _ in 0..<2 {
            let figures = try await store.figures()
            #expect(figures.newMessages == [.init(start: first, count: 2), .init(start: second, count: 1)])
            #expect(figures.messages > 3)
        }
        clock.advance(by: .seconds(ChatFigures.days * 24 * 3_600 - 90))
        #expect(try await store.figures().newMessages == [.init(start: second, count: 1)])
        clock.advance(by: .seconds(900))
        #expect(try await store.figures().newMessages.isEmpty)
        #expect(try await store.figures().newPeople.isEmpty)
    }

    static func countingPeople(_ place: Place) async throws {
        let (clock, store) = (place.stage.clock, place.store)
        clock.advance(by: .seconds(24 * 3_600))
        _ = try await place.stage.person("carol")
        let dave = try await place.stage.person("dave")
        var figures = try await store.figures()
        #expect(figures.people == 4)
        #expect(
            figures.newPeople == [
                .init(start: start(of: place.alice.createdAt), count: 2), .init(start: start(of: clock.now), count: 2),
            ])
        _ = try await store.delete(dave.id, withMessages: false)
        figures = try await store.figures()
        #expect(figures.people == 3)
        #expect(figures.newPeople.map(\.count) == [2, 1])
    }
}
