import Chat
import ChatREST
import HTTP
import Recording
import Replay
import Synchronization
import Testing

/// Supplies the same header fields for everyone, and records calls.
private final class Wallet: CallerCredentials {
    enum News: Equatable {
        case renewed([String], UserID)
        case refused(HeaderFields, UserID)
    }

    private let given: HeaderFields
    private let told = Mutex<[News]>([])

    init(_ given: HeaderFields) { self.given = given }

    var news: [News] { told.withLock { $0 } }

    func headers(for user: UserID) async throws(ChatError) -> HeaderFields { given }
    func renewed(_ cookies: [String], of headers: HeaderFields, for user: UserID) async {
        told.withLock { $0.append(.renewed(cookies, user)) }
    }
    func refused(_ headers: HeaderFields, for user: UserID) async {
        told.withLock { $0.append(.refused(headers, user)) }
    }
}

/// Has no credentials for anyone.
private struct EmptyWallet: CallerCredentials {
    func headers(for user: UserID) async throws(ChatError) -> HeaderFields {
        throw ChatError(.unauthenticated, during: "headers")
    }
    func renewed(_ cookies: [String], of headers: HeaderFields, for user: UserID) async {}
    func refused(_ headers: HeaderFields, for user: UserID) async {}
}

@Suite("Session access")
struct SessionAccessTests {
    /// The exchanges with the chat's own routes.
    static let exchanges = Recordings.session.exchanges().filter { exchange in
        !["/api/", "/admin/"].contains { exchange.request.path.hasPrefix($0) } && !noRoutes.contains(exchange.meta.name)
    }

    /// Recorded requests for routes that session access does not have.
    static let noRoutes: Set<String> = [
        "health-cors-preflight", "unknown-route", "users-bookmarks-v1-path", "participant-remove-v1-path",
    ]

    /// Recorded responses whose meaning differs from their status.
    static let surprises: [String: Outcome] = [
        "user-create-duplicate": .aliasTaken,
        "conversations-of-signed-up-user-without-chat-user": .unauthenticated,
        "conversation-create-unknown-participant": .notFound,
        "participant-add-unknown-user": .notFound,
        "message-delete-other-403": .forbidden,
    ]

    /// The credentials of a recorded request.
    private static func wallet(of exchange: RecordedExchange) -> Wallet {
        var given = HeaderFields()
        if let cookie = exchange.request.headers["Cookie"] { given.append(.cookie, cookie) }
        if let token = exchange.request.headers["Authorization"] { given.append("Authorization", token) }
        return Wallet(given)
    }

    @Test("each recorded response becomes a value or the right error", arguments: exchanges)
    func answerIsRead(exchange: RecordedExchange) async throws {
        let operation = try #require(RecordedOperation(exchange, access: .session), "it asks for no route")
        let answer = try #require(exchange.clientResponse)
        let wallet = Self.wallet(of: exchange)
        var reason: ChatError.Reason?
        do throws(ChatError) {
            _ = try await operation.run(.overREST(StubTransport(answer: answer), as: wallet))
        } catch {
            reason = error.reason
        }
        let plain: Outcome =
            switch exchange.response.status {
            case 200, 201, 204: .success
            case 400: .invalid
            case 401: .unauthenticated
            case 403: .notParticipant
            case 404: .notFound
            default: .serverFault
            }
        #expect(Outcome(reason) == Self.surprises[exchange.meta.name] ?? plain, "\(String(describing: reason))")
        let isRefused = wallet.news.contains { if case .refused = $0 { true } else { false } }
        let hadProof = ["Cookie", "Authorization"].contains { exchange.request.headers[$0] != nil }
        #expect(isRefused == (exchange.response.status == 401 && hadProof))
    }

    /// Recorded requests that no repository call can express.
    static let unsayable: Set<String> = [
        // Values that Chat's types reject, or invalid JSON bodies.
        "user-create-invalid", "user-create-malformed-json", "no-cookie-conversation-create",
        "conversation-create-group-no-name", "conversation-create-missing-fields", "conversation-create-bad-uuid",
        "conversation-create-malformed-json", "message-send-with-senderUserId", "message-send-empty-text",
        "message-send-empty-object", "message-send-100kB", "message-send-system-event", "message-send-number-text",
        "message-send-malformed-json", "reaction-add-missing-emoji", "reaction-add-malformed-json",
        "read-mark-missing",
        // Our requests always have a body with the role.
        "bookmark-add-no-body", "participant-add-unknown-user",
        // Our requests always have a valid limit, and never name the caller.
        "messages-list", "messages-list-limit-0", "messages-list-limit-negative", "messages-list-limit-1.5",
        "messages-list-before-invalid", "messages-list-non-participant", "messages-list-unknown-conversation",
        "no-cookie-messages-list", "conversations-with-userid-query-no-cookie",
        "conversations-list-userid-query-ignored",
    ]

    @Test("a repository sends exactly the recorded request, with the caller's cookie", arguments: exchanges)
    func requestIsSaid(exchange: RecordedExchange) async throws {
        let operation = try #require(RecordedOperation(exchange, access: .session))
        let backend = ReplayBackend([exchange])
        do throws(ChatError) {
            _ = try await operation.run(.overREST(HandlerTransport(backend.respond), as: Self.wallet(of: exchange)))
        } catch {}
        let request = try #require(backend.requests.first)
        #expect(request.headers[.cookie] == exchange.request.headers["Cookie"])
        #expect(request.headers["Authorization"] == exchange.request.headers["Authorization"])
        #expect(request.target.query["userId"] == nil)
        let answer = await backend.respond(to: request)
        #expect(
            (answer.status == .notImplemented) == Self.unsayable.contains(exchange.meta.name),
            "\(exchange.meta.name) is asked by \(request.method) \(request.target.rawPath)")
    }

    private let alice = UserID("550e8400-e29b-41d4-a716-446655440001")!
    private let bob = UserID("550e8400-e29b-41d4-a716-446655440002")!

    @Test("without a session, no request is sent")
    func withoutSession() async throws {
        let repositories = Repositories.overREST(BrokenTransport(.cannotConnect), as: EmptyWallet())
        let error = await #expect(throws: ChatError.self) {
            try await repositories.conversations.conversations(of: alice)
        }
        #expect(error == ChatError(.unauthenticated, during: "conversations(of:)"))
    }

    @Test("removing others is forbidden without a request, because the backend has no route for it")
    func removing() async throws {
        let repositories = Repositories.overREST(BrokenTransport(.cannotConnect), as: Wallet([.cookie: "a=b"]))
        let error = await #expect(throws: ChatError.self) {
            try await repositories.conversations.remove(bob, from: .random(), by: alice)
        }
        #expect(error?.reason == .forbidden)
    }

    @Test("all new cookies are passed on")
    func renewal() async throws {
        let answer = ClientResponse(
            .ok, headers: [.setCookie: "a=1; Path=/", .setCookie: "b=2", .contentType: "application/json"],
            body: Array("[]".utf8))
        let wallet = Wallet([.cookie: "a=0"])
        let repositories = Repositories.overREST(StubTransport(answer: answer), as: wallet)
        _ = try await repositories.conversations.conversations(of: alice)
        #expect(wallet.news == [.renewed(["a=1; Path=/", "b=2"], alice)])
    }

    @Test("open access permits a bearer token, and requests still name the caller")
    func bearer() async throws {
        let backend = ReplayBackend([])
        let repositories = RESTRepositories(
            transport: HandlerTransport(backend.respond), baseURL: HandlerTransport.baseURL,
            credentials: Wallet(["Authorization": "Bearer token"])
        ).repositories
        _ = try? await repositories.conversations.conversations(of: alice)
        let request = try #require(backend.requests.first)
        #expect(request.headers["Authorization"] == "Bearer token")
        #expect(request.target.query["userId"] == alice.description)
    }

    @Test("the invalid members are named")
    func details() async throws {
        let body = try #require(Self.exchanges.first { $0.meta.name == "conversation-create-missing-fields" })
        let answer = try #require(body.clientResponse)
        let repositories = Repositories.overREST(StubTransport(answer: answer), as: Wallet([.cookie: "a=b"]))
        let error = await #expect(throws: ChatError.self) {
            try await repositories.conversations.conversations(of: alice)
        }
        #expect(error?.reason == .invalid("Required (type, participantIds)"))
    }
}
