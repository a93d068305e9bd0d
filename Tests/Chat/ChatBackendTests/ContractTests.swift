import Chat
import ChatBackend
import ChatStore
import HTTP
import Recording
import Replay
import Testing

@Suite("The embedded backend beside the real one")
struct ContractTests {
    /// Responses whose status differs from the real backend's, and why.
    static let otherStatus: [String: Int] = [
        // Invalid requests are 4xx, where the real backend answers 500.
        "user-create-duplicate-alias": 409,
        "user-create-blank-name": 400,
        "user-create-malformed-json": 400,
        "user-login-malformed-json": 400,
        "conversation-create-unknown-participant": 404,
        "conversation-create-malformed-json": 400,
        "conversation-create-empty-body": 400,
        "conversation-create-form-urlencoded": 415,
        "message-send-malformed-json": 400,
        "messages-list-limit-1.5": 400,
        "messages-list-limit-1e30": 400,
        "messages-list-limit-Infinity": 400,
        "reaction-add-missing-emoji": 400,
        "reaction-add-malformed-json": 400,
        "read-mark-malformed-json": 400,
        "bookmark-add-missing-userid": 400,
        "bookmark-add-malformed-json": 400,
        "participant-add-unknown-user": 404,
        // A person named twice becomes one participant.
        "conversation-create-duplicate-participant": 201,
        // A wrong method on an existing path is 405.
        "health-options-cors-preflight": 405,
        // A group can be changed here, by somebody who is named.
        "conversation-patch-not-a-route": 400,
        "message-get-single-not-a-route": 405,
        "users-put-not-a-route": 405,
        // Malformed values are neither unknown nor missing ones.
        "conversations-list-malformed-userid": 400,
        "messages-list-no-userid": 400,
        "messages-list-malformed-conversation": 404,
        "messages-list-limit-0": 400,
        "messages-list-limit-negative": 400,
        "messages-list-limit-abc": 400,
        "messages-list-limit-100000": 400,
        "messages-list-before-invalid": 400,
        "messages-list-before-empty": 400,
        "messages-list-before-jst-offset": 400,
        "messages-list-before-message-id": 400,
        // Texts and emoji have maximum lengths.
        "message-send-empty-text": 400,
        "message-send-no-text": 400,
        "message-send-null-text": 400,
        "message-send-whitespace-text": 400,
        "message-send-100kB": 400,
        "message-send-lone-surrogate": 400,
        "reaction-add-empty-emoji": 400,
        "reaction-add-long-text": 400,
        // The reaction does not exist.
        "reaction-delete-slash-encoded": 404,
    ]

    /// Responses with the same status and different JSON.
    static let otherShape: Set<String> = [
        // A `systemEvent` in a request is ignored.
        "message-send-system-event",
        // Our messages name the person who left.
        "messages-list-after-leave",
        // The text of a deleted message is removed, even if bookmarked.
        "bookmarks-list-with-deleted-message",
    ]

    @Test("every recorded request gets the recorded response, or one in the table of differences")
    func recordedRequests() async throws {
        let exchanges = Recordings.open.exchanges()
        let clock = Clock.ticking()
        let backend = try ChatBackend(repositories: ChatStore(.memory, clock: clock).repositories)
        var translation = try await Self.seed(backend, like: exchanges)
        var seen: Set<String> = []
        for exchange in exchanges {
            let name = exchange.meta.name
            if name == "messages-list-default" {
                try await Self.sendFillers(to: backend, like: exchanges, &translation)
            }
            // Servers reject targets that can't be decoded.
            guard let request = Self.request(exchange, in: translation) else { continue }
            let answer = await backend.respond(to: request)
            seen.insert(name)
            try Self.compare(answer, with: exchange)
            if let ours = JSONValue(parsing: answer.body),
                let recorded = JSONValue(parsing: exchange.response.body.utf8)
            {
                translation.learn(recorded, is: ours)
                // For a message that we reject, use its time: later requests refer to it.
                if answer.status == .badRequest, let moment = recorded["createdAt"] {
                    translation.learn(moment, is: .string(clock.now().iso8601))
                }
            }
        }
        #expect(Set(exchanges.map(\.meta.name)).subtracting(seen) == ["reaction-delete-bad-percent-encoding"])
        #expect(Set(Self.otherStatus.keys).union(Self.otherShape).isSubset(of: seen))
    }

    private static func compare(_ answer: Response, with exchange: RecordedExchange) throws {
        let (name, recorded) = (exchange.meta.name, exchange.response)
        let expected = otherStatus[name] ?? recorded.status
        #expect(answer.status.rawValue == expected, "\(name): \(String(decoding: answer.body, as: UTF8.self))")
        if let other = otherStatus[name] { #expect(other != recorded.status, "\(name) is no difference") }
        guard expected != 204 else {
            #expect(answer.body.isEmpty)
            return
        }
        #expect(answer.headers[.contentType] == "application/json", "\(name)")
        let ours = JSONShape(try #require(JSONValue(parsing: answer.body), "\(name)"))
        if expected >= 400 {
            #expect(ours == .object(["message": .string]), "\(name)")
        } else if otherStatus[name] == nil, exchange.request.method != "HEAD" {
            let theirs = JSONShape(try #require(JSONValue(parsing: recorded.body.utf8), "\(name)"))
            #expect(
                ours.isReadable(as: theirs) != otherShape.contains(name),
                "\(name): \(String(decoding: answer.body, as: UTF8.self)) beside \(recorded.body)")
        }
    }

    /// The recorded request, as a server would pass it on.
    static func request(_ exchange: RecordedExchange, in translation: Translation) -> Request? {
        let method = exchange.request.method == "HEAD" ? .get : Method(rawValue: exchange.request.method)
        guard let method, let target = RequestTarget(translation(exchange.request.path)) else { return nil }
        var headers = HeaderFields()
        for (name, value) in exchange.request.headers { headers[FieldName(name)!] = value }
        var body = exchange.request.body.map { Request.Body.bytes(Array(translation($0).utf8)) } ?? .none
        if headers[.contentType].flatMap({ MediaType(field: $0) }) == .urlEncodedForm,
            let query = Query(parsing: exchange.request.body ?? "")
        {
            body = .form(Form(query.items.map { Form.Field(name: $0.name, value: $0.value) }))
        }
        return Request(method: method, target: target, headers: headers, body: body)
    }

    /// Registers the people who existed when the recording began.
    static func seed(_ backend: ChatBackend, like exchanges: [RecordedExchange]) async throws -> Translation {
        var translation = Translation()
        let list = try #require(exchanges.first { $0.meta.name.hasPrefix("users-list") })
        for user in try #require(JSONValue(parsing: list.response.body.utf8)?.array) {
            let (alias, name) = (try #require(user["idAlias"]?.string), try #require(user["name"]?.string))
            let picture = try #require(user["avatarUrl"]?.string)
            let answer = try await post(
                backend, "/users", #"{"idAlias":"\#(alias)","name":"\#(name)","avatarUrl":"\#(picture)"}"#)
            translation.learn(user, is: answer)
        }
        return translation
    }

    /// Sends the 120 messages that were sent between two recorded exchanges.
    private static func sendFillers(
        to backend: ChatBackend, like exchanges: [RecordedExchange], _ translation: inout Translation
    ) async throws {
        let everything = try #require(exchanges.first { $0.meta.name == "messages-list-limit-negative" })
        let messages = try #require(JSONValue(parsing: everything.response.body.utf8)?.array)
        for message in messages.reversed() {
            guard let text = message["text"]?.string, text.hasPrefix("filler "),
                let sender = message["senderUserId"]?.string, let conversation = message["conversationId"]?.string
            else { continue }
            let answer = try await post(
                backend, translation("/conversations/\(conversation)/messages"),
                translation(#"{"senderUserId":"\#(sender)","text":"\#(text)"}"#))
            translation.learn(message, is: answer)
        }
    }

    static func post(_ backend: ChatBackend, _ path: String, _ body: String, _ headers: HeaderFields = [:]) async throws
        -> JSONValue
    {
        let target = try #require(RequestTarget(path))
        let answer = await backend.respond(
            to: Request(method: .post, target: target, headers: headers, body: .bytes(Array(body.utf8))))
        #expect(answer.status == .created)
        return try #require(JSONValue(parsing: answer.body))
    }
}
