import Chat
import ChatBackend
import ChatStore
import HTTP
import Recording
import Replay
import SQLite
import Testing

@testable import Passwords

@Suite("The embedded backend in session access beside the real one")
struct SessionContractTests {
    /// Recorded requests for routes that we do not have: the real backend's administration and examples, and parts of
    /// Better Auth that the gateway does not use.
    static let noRoutes: Set<String> = [
        "admin-seed-default-batch", "admin-seed-batch-5", "admin-seed-nothing-left", "auth-unknown-path",
        "sign-up-username-path", "sign-in-email-ok", "sign-in-email-bad", "is-username-available-taken",
        "is-username-available-free", "list-sessions", "protected-me", "protected-me-no-cookie", "protected-public",
        "protected-public-guest", "protected-profile", "users-bookmarks-v1-path", "participant-remove-v1-path",
        "unknown-route",
    ]

    /// Responses whose status differs from the real backend's, and why.
    static let otherStatus: [String: Int] = [
        // Invalid requests are 4xx, where the real backend answers 500.
        "user-create-duplicate": 409,
        "user-create-malformed-json": 400,
        "sign-in-malformed-json": 400,
        "sign-up-no-username": 400,
        "conversation-create-unknown-participant": 404,
        "conversation-create-malformed-json": 400,
        "message-send-malformed-json": 400,
        "messages-list-limit-1.5": 400,
        "reaction-add-malformed-json": 400,
        "participant-add-unknown-user": 404,
        // A wrong method on an existing path is 405.
        "health-cors-preflight": 405,
        "sign-in-get-method": 405,
        // Only the gateway may send requests: pages of other origins can neither sign in nor write.
        "sign-in-origin-trusted": 403,
        "sign-in-origin-untrusted": 403,
        "conversation-create-origin-untrusted": 403,
        // The chat's aliases may have hyphens, and up to 30 characters.
        "sign-up-username-hyphen": 200,
        "sign-up-username-too-long": 200,
        // Sign-up creates a user in the chat.
        "conversations-of-signed-up-user-without-chat-user": 200,
        // Malformed values are neither unknown nor missing ones.
        "messages-list-limit-0": 400,
        "messages-list-limit-negative": 400,
        "messages-list-before-invalid": 400,
        // Texts have maximum lengths.
        "message-send-empty-text": 400,
        "message-send-empty-object": 400,
        "message-send-100kB": 400,
    ]

    /// Responses with the same status and different JSON.
    static let otherShape: Set<String> = [
        // A session's address, device and start are not returned.
        "get-session",
        // Our messages name the person who left.
        "messages-list-after-leave",
    ]

    /// Requests after which we delete a cookie and the real backend does not, because it recognises cookies with a
    /// foreign signature.
    static let otherCookies: Set<String> = ["get-session-tampered-cookie", "get-session-unsigned-token-cookie"]

    /// The user of a recorded cookie, by the beginning of its token; not all sign-ins were recorded.
    static let people = [
        "dyiL6A": "alice", "ezXCHP": "alice", "2hH8jj": "alice", "500v3g": "alice", "62jHKr": "bob", "DjYHOb": "dave",
        "EF3nDm": "eve", "bPm9gd": "eve", "Tw6ypq": "frank", "PD7sRk": "new_user",
    ]

    private let clock = Clock.ticking()

    @Test("every recorded request gets the recorded response, or one in the table of differences")
    func recordedRequests() async throws {
        let exchanges = Recordings.session.exchanges()
        let store = try ChatStore(.memory, clock: clock)
        let passwords = try PasswordStore(
            .memory, users: store, clock: clock, parameters: Argon2id(memory: 64 * 1_024, passes: 1))
        let backend = ChatBackend(repositories: store.repositories, passwords: passwords)
        var translation = try await ContractTests.seed(backend, like: exchanges)
        try await passwords.set(try #require(Password("Password")), for: try store.users())
        var cookies = Cookies(passwords)
        var seen: Set<String> = []
        for exchange in exchanges {
            let name = exchange.meta.name
            if name == "messages-list" {
                try await sendFillers(to: backend, like: exchanges, &translation, &cookies)
            }
            var request = try #require(try await self.request(exchange, in: translation, &cookies))
            var answer = await backend.respond(to: request)
            seen.insert(name)
            try compare(answer, with: exchange)
            if name == "conversation-create-origin-untrusted" {
                // Later requests refer to it.
                request.headers[.origin] = nil
                answer = await backend.respond(to: request)
            }
            if let ours = JSONValue(parsing: answer.body),
                let recorded = JSONValue(parsing: exchange.response.body.utf8)
            {
                translation.learn(recorded, is: ours)
                if answer.status == .badRequest, let moment = recorded["createdAt"] {
                    translation.learn(moment, is: .string(clock.now().iso8601))
                }
            }
        }
        #expect(Set(Self.otherStatus.keys).union(Self.otherShape).union(Self.noRoutes).isSubset(of: seen))
    }

    private func compare(_ answer: Response, with exchange: RecordedExchange) throws {
        let (name, recorded) = (exchange.meta.name, exchange.response)
        let expected = Self.noRoutes.contains(name) ? 404 : Self.otherStatus[name] ?? recorded.status
        let text = String(decoding: answer.body, as: UTF8.self)
        #expect(answer.status.rawValue == expected, "\(name): \(text)")
        guard expected == recorded.status, expected != 204, !Self.noRoutes.contains(name) else { return }
        let hasCookie = recorded.headers.contains { $0.key.lowercased() == "set-cookie" }
        #expect((answer.headers[.setCookie] != nil) == (hasCookie || Self.otherCookies.contains(name)), "\(name)")
        guard let theirs = JSONValue(parsing: recorded.body.utf8) else { return }
        let ours = try #require(JSONValue(parsing: answer.body), "\(name)")
        if expected >= 400 {
            #expect(ours["code"] == theirs["code"], "\(name): \(text)")
            #expect((ours["error"] == nil) == (theirs["error"] == nil), "\(name): \(text)")
        } else {
            #expect(
                JSONShape(ours).isReadable(as: JSONShape(theirs)) != Self.otherShape.contains(name),
                "\(name): \(text) beside \(recorded.body)")
        }
    }

    /// The recorded request with one of our cookies, as a server would pass it on.
    private func request(
        _ exchange: RecordedExchange, in translation: Translation, _ cookies: inout Cookies
    ) async throws -> Request? {
        guard var request = ContractTests.request(exchange, in: translation) else { return nil }
        request.headers[.host] = "127.0.0.1:3911"
        if let recorded = request.headers[.cookie] {
            request.headers[.cookie] = try await cookies.ours(for: recorded, in: exchange.meta.name)
        }
        return request
    }

    /// Sends the 60 messages that were sent between two recorded exchanges.
    private func sendFillers(
        to backend: ChatBackend, like exchanges: [RecordedExchange], _ translation: inout Translation,
        _ cookies: inout Cookies
    ) async throws {
        let everything = try #require(exchanges.first { $0.meta.name == "messages-list-limit-negative" })
        for message in try #require(JSONValue(parsing: everything.response.body.utf8)?.array).reversed() {
            guard let text = message["text"]?.string, text.hasPrefix("filler "),
                let sender = message["senderUserId"]?.string, let conversation = message["conversationId"]?.string
            else { continue }
            let cookie = try await cookies.ours(for: sender.hasSuffix("1") ? "=dyiL6A" : "=62jHKr", in: "filler")
            let answer = try await ContractTests.post(
                backend, translation("/conversations/\(conversation)/messages"), #"{"text":"\#(text)"}"#,
                [.cookie: cookie])
            #expect(answer["senderUserId"]?.string == translation(sender))
            translation.learn(message, is: answer)
        }
    }
}

/// Our cookies for the recorded ones, one for each session, created on first use.
private struct Cookies {
    private let passwords: PasswordStore
    private var ours: [String: String] = [:]

    init(_ passwords: PasswordStore) { self.passwords = passwords }

    mutating func ours(for recorded: String, in name: String) async throws -> String {
        let token = String(recorded.drop { $0 != "=" }.dropFirst().prefix(6))
        // Cookies without a session, or with an invalid signature.
        guard let person = SessionContractTests.people[token], !name.contains("tampered"), !name.contains("unsigned")
        else { return "better-auth.session_token=nonsense" }
        if let known = ours[token] { return known }
        let password = person == "new_user" ? "correct horse" : "Password"
        let session = try await passwords.signIn(
            try #require(Username(person)), try #require(Password(password)), from: nil)
        let cookie = "better-auth.session_token=\(session.credential.revealed)"
        ours[token] = cookie
        return cookie
    }
}
