import Chat
import ChatREST
import Concurrency
import HTTP
import Recording

extension RestExchanges {
    /// The statuses of errors.
    private static let statuses: [Status] = [
        .badRequest, .unauthorized, .forbidden, .notFound, .methodNotAllowed, .conflict, .contentTooLarge,
        .unsupportedMediaType, .unprocessableContent, .tooManyRequests, .internalServerError, .serviceUnavailable,
        .gatewayTimeout,
    ]

    /// What ChatREST makes of each error's status, for each operation of the repositories.
    static func meanings(_ repositories: (any Transport) -> Repositories) async throws -> [Meaning] {
        var meanings: [Meaning] = []
        for operation in operations {
            for status in statuses {
                let refuser = Refuser(status)
                var reason: ChatError.Reason?
                do { try await operation(repositories(refuser)) } catch let error as ChatError { reason = error.reason }
                // In session access nobody else can be removed, so nothing is asked.
                guard let (method, path) = refuser.asked else { continue }
                let name = reason.map { "\($0)".prefix { $0 != "(" } } ?? ""
                meanings.append(
                    Meaning(method: method.rawValue, path: path, status: status.rawValue, reason: String(name)))
            }
        }
        return meanings
    }

    private typealias Operation = @Sendable (Repositories) async throws -> Void

    private static var operations: [Operation] {
        let user = UserID.random()
        let (conversation, message) = (ConversationID.random(), MessageID.random())
        guard let alias = Alias("alice"), let name = DisplayName("Alice"), let emoji = Emoji("🍵"),
            let text = try? MessageText("Hello"), let direct = NewConversation(.direct, participants: [user])
        else { preconditionFailure("the values are valid") }
        return [
            { chat in try await chat.health.check() },
            { chat in _ = try await chat.users.users() },
            { chat in _ = try await chat.users.user(user) },
            { chat in _ = try await chat.users.user(alias: alias) },
            { chat in
                _ = try await chat.users.register(NewUser(alias: alias, name: name, avatarURL: nil))
            },
            { chat in _ = try await chat.conversations.conversations(of: user) },
            { chat in _ = try await chat.conversations.conversation(conversation, as: user) },
            { chat in _ = try await chat.conversations.create(direct, as: user) },
            { chat in
                _ = try await chat.conversations.add(user, as: .member, to: conversation, by: user)
            },
            { chat in
                _ = try await chat.conversations.remove(user, from: conversation, by: user)
            },
            { chat in
                _ = try await chat.messages.messages(in: conversation, as: user, before: nil, limit: 50)
            },
            { chat in
                _ = try await chat.messages.send(NewMessage(conversation: conversation, sender: user, text: text))
            },
            { chat in try await chat.messages.delete(message, in: conversation, as: user) },
            { chat in _ = try await chat.reactions.reactions(to: message, as: user) },
            { chat in
                _ = try await chat.reactions.add(emoji, to: message, in: conversation, as: user)
            },
            { chat in
                _ = try await chat.reactions.remove("🍵", from: message, in: conversation, as: user)
            },
            { chat in
                _ = try await chat.readMarks.mark(message, asReadIn: conversation, by: user)
            },
            { chat in
                _ = try await chat.readMarks.unreadCount(in: conversation, for: user)
            },
            { chat in _ = try await chat.bookmarks.bookmarks(of: user) },
            { chat in _ = try await chat.bookmarks.add(bookmark: message, by: user) },
            { chat in try await chat.bookmarks.remove(bookmark: message, by: user) },
        ]
    }
}

/// Answers every request with the same error, and remembers the request.
private final class Refuser: Transport {
    private let status: Status
    private let request = Lock<(Method, String)?>(nil)

    init(_ status: Status) { self.status = status }

    /// The method and the path of the request.
    var asked: (Method, String)? { request.withLock { $0 } }

    func send(_ request: ClientRequest) async throws(TransportError) -> ClientResponse {
        let path = request.url.dropFirst("http://backend.test".count).prefix { $0 != "?" }
        self.request.withLock { $0 = (request.method, String(path)) }
        return ClientResponse(
            status, headers: [.contentType: "application/json"], body: Array(#"{"message":"No"}"#.utf8))
    }
}

/// Has the same credential for everybody.
struct SameCookie: CallerCredentials {
    func headers(for user: UserID) async throws(ChatError) -> HeaderFields {
        [.cookie: "better-auth.session_token=a.b"]
    }
    func renewed(_ cookies: [String], of headers: HeaderFields, for user: UserID) async {}
    func refused(_ headers: HeaderFields, for user: UserID) async {}
}
