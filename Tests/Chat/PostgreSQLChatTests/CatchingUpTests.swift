import Chat
import Live
import PostgreSQL
import PostgreSQLServer
import Testing

@testable import PostgreSQLChat

/// Pages that are loaded at a process that has not heard yet of what another one has told the browser.
@Suite("Pages of a browser that has heard more elsewhere")
struct CatchingUpTests {
    private let chat: SharedChat
    private let live: Live
    private let feed: ChangeFeed
    private let elsewhere = StreamPosition(.ofNewRun())

    init() async throws {
        chat = try await SharedChat()
        let store = PostgreSQLChatStore(chat.place.another())
        live = Live(
            store.repositories, policy: .authoritative, publisher: Silence(), history: PostgreSQLChangeHistory(store))
        // It brings nothing by itself.
        feed = ChangeFeed(store, to: live)
        live.connect(catchingUp: feed.catchUp)
        _ = try await newest()
    }

    private func newest() async throws -> MessageID? {
        _ = try await live.repositories.conversations.conversations(of: chat.bob.id)
        return try await live.repositories.messages.messages(in: chat.group.id, as: chat.bob.id, before: nil, limit: 50)
            .first?.id
    }

    @Test("show all that was told there, in the conversation and in the list", arguments: [false, true])
    func catchingUp(isList: Bool) async throws {
        let conversation = isList ? nil : chat.group.id
        for text in ["first", "second"] {
            let message = try await chat.post(text)
            #expect(try await newest() != message.id)
            try await live.catchUp(chat.bob.id, with: live.position, in: conversation)
            #expect(try await newest() != message.id, "what was told here needs no question")
            try await live.catchUp(chat.bob.id, with: elsewhere, in: conversation)
            #expect(try await newest() == message.id)
        }
    }

    @Test("that come at the same time are answered by a few questions")
    func together() async throws {
        let message = try await chat.post("first")
        let counted = RoundTrips()
        try await RoundTrips.$current.withValue(counted) {
            try await withThrowingTaskGroup { group in
                for _ in 0..<100 {
                    group.addTask { try await live.catchUp(chat.bob.id, with: elsewhere, in: chat.group.id) }
                }
                try await group.waitForAll()
            }
        }
        #expect(try await newest() == message.id)
        #expect(counted.count < 20, "\(counted.count)")
    }

    @Test("that open the same conversation at once are answered by a few reads of it")
    func opening() async throws {
        let store = PostgreSQLChatStore(chat.place.another())
        let live = Live(
            store.repositories, policy: .authoritative, publisher: Silence(), history: PostgreSQLChangeHistory(store))
        _ = try await live.repositories.conversations.conversations(of: chat.bob.id)
        let message = try await chat.post("first")
        let counted = RoundTrips()
        try await RoundTrips.$current.withValue(counted) {
            try await withThrowingTaskGroup { group in
                for _ in 0..<100 {
                    group.addTask {
                        let page = try await live.repositories.messages.messages(
                            in: chat.group.id, as: chat.bob.id, before: nil, limit: 50)
                        #expect(page.first?.id == message.id)
                    }
                }
                try await group.waitForAll()
            }
        }
        #expect(counted.count < 5, "\(counted.count)")
    }

    @Test("are refused where the database is away: they would show less")
    func outage() async throws {
        _ = try await chat.place.database.run(Query("ALTER TABLE change_streams RENAME TO away"))
        await #expect(throws: ChatError.self) {
            try await live.catchUp(chat.bob.id, with: elsewhere, in: chat.group.id)
        }
    }
}

private struct Silence: Publisher {
    func publish(_ publication: Publication) {}
}
