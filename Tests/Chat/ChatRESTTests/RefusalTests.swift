import Chat
import HTTP
import Recording
import Replay
import Testing

@Suite("Errors of the backend")
struct RefusalTests {
    let user = UserID.random()
    let message = MessageID.random()

    private func reason(_ repositories: Repositories, _ call: (Repositories) async throws -> Any) async
        -> ChatError.Reason?
    {
        do {
            _ = try await call(repositories)
            return nil
        } catch {
            return (error as? ChatError)?.reason
        }
    }

    private func fetchUser(_ repositories: Repositories) async -> ChatError.Reason? {
        await reason(repositories) { try await $0.users.user(user) }
    }

    @Test("the backend's message is kept and truncated")
    func words() async {
        let words = String(repeating: "w", count: 500)
        #expect(
            await reason(.answering(.badRequest, #"{"message":"\#(words)"}"#)) { try await $0.users.users() }
                == .invalid(String(repeating: "w", count: 200)))
    }

    @Test("the meaning of a 403 depends on its message")
    func forbidden() async {
        func delete(_ json: String) async -> ChatError.Reason? {
            await reason(.answering(.forbidden, json)) {
                try await $0.messages.delete(message, in: .random(), as: user)
            }
        }
        #expect(
            await delete(#"{"message":"User is not an active participant in this conversation"}"#) == .notParticipant)
        #expect(await delete(#"{"message":"You are not authorized to delete this message"}"#) == .forbidden)
        // Also that of a proxy, and on a route that knows none.
        #expect(await delete("<h1>Forbidden") == .forbidden)
        #expect(await fetchUser(.answering(.forbidden, #"{"message":"no"}"#)) == .forbidden)
    }

    @Test("a 404 without a message is from another server or route")
    func notOurs() async {
        #expect(await fetchUser(.answering(.notFound, #"{"message":"User not found"}"#)) == .notFound)
        #expect(await fetchUser(.answering(.notFound, "404 Not Found")) == .unexpectedAnswer("status 404"))
    }

    @Test("a status that the route does not know is unexpected", arguments: [200, 302, 405, 409, 413, 418, 429])
    func unknownStatus(code: Int) async throws {
        let status = try #require(Status(rawValue: code))
        let json = #"{"message":"what?"}"#
        #expect(Outcome(await fetchUser(.answering(status, json))) == .unexpectedAnswer)
    }

    @Test("401, 5xx and 504 have their own errors")
    func backendTrouble() async {
        #expect(await fetchUser(.answering(.unauthorized, "")) == .unauthenticated)
        #expect(await fetchUser(.answering(.badGateway, "<h1>")) == .serverFault("status 502"))
        #expect(
            await fetchUser(.answering(.internalServerError, #"{"message":"datatype mismatch"}"#))
                == .serverFault("status 500: datatype mismatch"))
        #expect(await fetchUser(.answering(.gatewayTimeout, "")) == .timedOut)
        #expect(
            Outcome(await reason(.answering(#"{"ok":false}"#)) { try await $0.health.check() }) == .serverFault)
    }

    @Test(
        "nonsense is unexpected, and the error does not repeat it",
        arguments: [
            "", "null", "[]", "<p>secret", #"{"id":"secret"}"#,
            #"{"id":"x","idAlias":"secret","name":"n","createdAt":"2026-11-21T10:40:35Z"}"#,
            #"{"id":"550e8400-e29b-41d4-a716-446655440001","idAlias":"secret","name":"n","createdAt":"today"}"#,
            #"{"id":"550e8400-e29b-41d4-a716-446655440001","idAlias":"secret","name":5,"createdAt":"today"}"#,
        ])
    func nonsense(body: String) async {
        guard case .unexpectedAnswer(let words) = await fetchUser(.answering(body)) else {
            Issue.record("\(body) was read")
            return
        }
        #expect(!words.contains("secret"))
    }

    @Test("an unknown role counts as member, and an unknown event keeps the backend's text")
    func unknownValues() async throws {
        let recorded = try Recorded.exchange("participant-add-admin-role").response.body
        let owner = recorded.replacing(#""role":"admin""#, with: #""role":"owner""#)
        #expect(
            try await Repositories.answering(.created, owner).conversations
                .add(user, as: .admin, to: .random(), by: user).role == .member)
        let joined = try Recorded.exchange("messages-list-after-join").response.body
        for (known, unknown) in [(#""join""#, #""renamed""#), (#""system""#, #""poll""#)] {
            let list = try await Repositories.answering(joined.replacing(known, with: unknown)).messages
                .messages(in: .random(), as: user, before: nil, limit: 1)
            #expect(list.map(\.content) == [.other(text: "550e8400-e29b-41d4-a716-446655440004 joined")])
        }
        let nobody = joined.replacing("550e8400-e29b-41d4-a716-446655440004 joined", with: "Dave joined")
        let list = try await Repositories.answering(nobody).messages
            .messages(in: .random(), as: user, before: nil, limit: 1)
        #expect(list.map(\.content) == [.joined(user: nil)])
    }

    @Test("a transport error tells whether the backend may have acted")
    func transportErrors() async throws {
        func ask(_ reason: TransportError.Reason) async -> Outcome {
            await Outcome(fetchUser(.overREST(BrokenTransport(reason))))
        }
        #expect(await ask(.cannotConnect) == .unavailable)
        #expect(await ask(.badURL) == .unavailable)
        #expect(await ask(.connectionLost) == .unavailable)
        #expect(await ask(.timedOut) == .timedOut)
        #expect(await ask(.cancelled) == .cancelled)
        #expect(await ask(.bodyTooLarge) == .unexpectedAnswer)
        let change = await reason(.overREST(BrokenTransport(.connectionLost))) {
            try await $0.messages.delete(message, in: .random(), as: user)
        }
        #expect(Outcome(change) == .unexpectedAnswer)
    }

    @Test("an error names the operation")
    func operation() async throws {
        await #expect(throws: ChatError(.timedOut, during: "bookmarks(of:)")) {
            try await Repositories.overREST(BrokenTransport(.timedOut)).bookmarks.bookmarks(of: user)
        }
    }

    @Test("a reaction that would change the path is never sent", arguments: ["", ".", ".."])
    func dotSegments(emoji: String) async throws {
        let backend = ReplayBackend([])
        await #expect(throws: ChatError(.notFound, during: "remove(_:from:in:as:)")) {
            try await Repositories.overREST(HandlerTransport(backend.respond)).reactions
                .remove(emoji, from: message, in: .random(), as: user)
        }
        #expect(backend.requests.isEmpty)
    }

    @Test(
        "a limit that the backend would misread is brought into range",
        arguments: [(-1, "1"), (0, "1"), (1_001, "1000")])
    func limits(limit: Int, asked: String) async throws {
        let backend = ReplayBackend([])
        _ = await reason(.overREST(HandlerTransport(backend.respond))) {
            try await $0.messages.messages(in: .random(), as: user, before: nil, limit: limit)
        }
        #expect(backend.requests.first?.target.query["limit"] == asked)
    }
}
