import Chat
import ChatREST
import Concurrency
import Cryptography
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
    static func meanings(_ rest: (any Transport) throws -> RESTRepositories) async throws -> [Meaning] {
        var meanings: [Meaning] = []
        let ofChat = operations.map { operation in
            (
                granted: [] as [String],
                operation: { @Sendable rest in try await operation(rest.repositories) } as FileOperation
            )
        }
        for (granted, operation) in ofChat + fileOperations {
            for status in statuses {
                let refuser = Refuser(status, granting: granted)
                var reason: ChatError.Reason?
                do { try await operation(rest(refuser)) } catch let error as ChatError { reason = error.reason }
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
    private typealias FileOperation = @Sendable (RESTRepositories) async throws -> Void

    /// Operations on files, with the ends of the paths that are granted to them before they are refused.
    private static var fileOperations: [(granted: [String], operation: FileOperation)] {
        let (user, file, conversation) = (UserID.random(), FileID.random(), ConversationID.random())
        let sent = SentFile(
            attachment: Chat.Attachment(id: file, name: FileName("a"), type: .unknown, bytes: 1), message: nil,
            conversation: nil, sender: user, sentAt: Timestamp(milliseconds: 0), path: "",
            hash: SHA256.hash(Array("\(file)".utf8)))
        let add: FileOperation = { rest in
            guard let files = rest.files else { return }
            try await rest.capabilities.refresh()
            _ = try await files.add(FileTour.arrived([], as: file), of: user)
        }
        return [
            ([], { rest in _ = try await rest.capabilities.ask() }),
            (["/capabilities"], add),
            (["/capabilities", "/content"], add),
            ([], { rest in _ = try await rest.files?.room(of: user) }),
            ([], { rest in _ = try await rest.files?.file(file, as: user) }),
            ([], { rest in try await rest.files?.fetch(sent, as: user) }),
            ([], { rest in _ = try await rest.files?.files(in: conversation, as: user, before: nil, limit: 1) }),
            ([], { rest in try await rest.files?.discard(file, of: user) }),
        ]
    }

    private static var operations: [Operation] {
        let user = UserID.random()
        let (conversation, message) = (ConversationID.random(), MessageID.random())
        guard let alias = Alias("alice"), let name = DisplayName("Alice"), let emoji = Emoji("🍵"),
            let text = try? MessageText("Hello"), let direct = NewConversation(.direct, participants: [user]),
            let invite = NewInvite(lifetime: .seconds(60), maximumUses: 1)
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
            { chat in _ = try await chat.editing.edit(message, in: conversation, to: text, as: user) },
            { chat in _ = try await chat.editing.versions(of: message, in: conversation, as: user) },
            { chat in _ = try await chat.pins.pins(in: conversation, as: user) },
            { chat in try await chat.pins.pin(message, in: conversation, as: user) },
            { chat in try await chat.pins.unpin(message, in: conversation, as: user) },
            { chat in _ = try await chat.receipts.readers(of: conversation, as: user) },
            { chat in _ = try await chat.receipts.showsReading(user) },
            { chat in try await chat.receipts.setShowsReading(false, of: user) },
            { chat in try await chat.groups.edit(conversation, GroupEdit(name: name), as: user) },
            { chat in try await chat.groups.set(.admin, of: user, in: conversation, as: user) },
            { chat in _ = try await chat.invites.invites(to: conversation, as: user) },
            { chat in _ = try await chat.invites.invite(to: conversation, invite, as: user) },
            { chat in try await chat.invites.revoke(.random(), as: user) },
            { chat in _ = try await chat.invites.group(invitedBy: .random(), as: user) },
            { chat in _ = try await chat.invites.join(by: .random(), as: user) },
            { chat in _ = try await chat.pictures.picture(.random(), as: user) },
            { chat in try await chat.pictures.set(StoredPicture([0]), of: user) },
            { chat in try await chat.pictures.set(StoredPicture([0]), of: conversation, as: user) },
            { chat in _ = try await chat.openGroups.groups(matching: nil, as: user) },
            { chat in try await chat.openGroups.join(conversation, as: user) },
            { chat in _ = try await chat.threads.open(message, in: conversation, as: user) },
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

/// Answers every request with the same error, but those that are granted, and remembers the request.
private final class Refuser: Transport {
    private let status: Status
    private let granted: [String]
    private let request = Lock<(Method, String)?>(nil)

    /// What is answered to what is granted.
    private static let answers = [
        "/capabilities": #"{"files":{"maximumBytes":100}}"#, "/content": #"{"received":0}"#,
    ]

    init(_ status: Status, granting granted: [String]) {
        self.status = status
        self.granted = granted
    }

    /// The method and the path of the request.
    var asked: (Method, String)? { request.withLock { $0 } }

    func send(_ request: ClientRequest) async throws(TransportError) -> ClientResponse {
        let path = request.url.dropFirst("http://backend.test".count).prefix { $0 != "?" }
        for end in granted where path.hasSuffix(end) {
            let answer = Self.answers[end] ?? ""
            return ClientResponse(.ok, headers: [.contentType: "application/json"], body: Array(answer.utf8))
        }
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
