import Chat
import ChatREST
import HTTP
import Recording
import Replay

/// The repository call that sends a recorded request. Values that no repository call can express (`"userId": 5`) are
/// replaced by valid ones, because the response can be decoded all the same.
struct RecordedOperation: Sendable {
    /// Runs the call; returns its result, or an empty text if it has none.
    let run: @Sendable (Repositories) async throws(ChatError) -> any Sendable

    /// Fails if the request is not for a route of the API.
    init?(_ exchange: RecordedExchange, access: Access = .open) {
        guard let target = RequestTarget(exchange.request.path),
            let method = Method(rawValue: exchange.request.method)
        else { return nil }
        let body = JSONValue(parsing: Array((exchange.request.body ?? "").utf8))
        func identifier<Entity>(_ text: String?) -> Identifier<Entity> {
            text.flatMap { Identifier($0) } ?? Self.anything()
        }
        func member<Entity>(_ name: String) -> Identifier<Entity> { identifier(body?[name]?.string) }
        let asker: UserID = identifier(target.query["userId"])
        let path = target.segments
        let found =
            Self.ofAccess(access, method, path, asker) ?? Self.people(method, path, body) ?? Self.conversations(
                method, path, body, asker)
            ?? Self.messages(method, path, body, target.query, asker)
        guard let found else { return nil }
        run = found
    }

    private typealias Run = @Sendable (Repositories) async throws(ChatError) -> any Sendable

    private static func anything<Entity>() -> Identifier<Entity> {
        guard let identifier = Identifier<Entity>("99999999-9999-4999-8999-999999999999") else {
            preconditionFailure("it is a UUID")
        }
        return identifier
    }

    private static func identifier<Entity>(_ text: String?) -> Identifier<Entity> {
        text.flatMap { Identifier($0) } ?? anything()
    }

    /// The routes that only one kind of access has.
    private static func ofAccess(_ access: Access, _ method: Method, _ path: [String], _ asker: UserID) -> Run? {
        let conversation: ConversationID = identifier(path.count > 1 ? path[1] : nil)
        switch (access, method.rawValue, path.count, path.first, path.last) {
        case (.open, "GET", 3, "users", "bookmarks"):
            return { repositories throws(ChatError) in
                try await repositories.bookmarks.bookmarks(of: identifier(path[1]))
            }
        case (.session, "GET", 1, "bookmarks", _):
            return { repositories throws(ChatError) in try await repositories.bookmarks.bookmarks(of: asker) }
        case (.open, "DELETE", 4, "conversations", _) where path[2] == "participants":
            return { repositories throws(ChatError) in
                try await repositories.conversations.remove(identifier(path[3]), from: conversation, by: asker)
            }
        case (.session, "POST", 3, "conversations", "leave"):
            return { repositories throws(ChatError) in
                try await repositories.conversations.remove(asker, from: conversation, by: asker)
            }
        default: return nil
        }
    }

    private static func people(_ method: Method, _ path: [String], _ body: JSONValue?) -> Run? {
        let alias = body?["idAlias"]?.string.flatMap { Alias($0) } ?? Alias("anybody")
        let name = body?["name"]?.string.flatMap { DisplayName($0) } ?? DisplayName("Anybody")
        guard let alias, let name else { return nil }
        let newUser = NewUser(alias: alias, name: name, avatarURL: body?["avatarUrl"]?.string)
        let last = path.last
        switch (method.rawValue, path.count, path.first) {
        case ("GET", 1, "health"), ("HEAD", 1, "health"):
            return { repositories throws(ChatError) in
                try await repositories.health.check()
                return ""
            }
        case ("GET", 1, "users"):
            return { repositories throws(ChatError) in try await repositories.users.users() }
        case ("POST", 1, "users"):
            return { repositories throws(ChatError) in try await repositories.users.register(newUser) }
        case ("POST", 2, "users") where last == "login":
            return { repositories throws(ChatError) in try await repositories.users.user(alias: alias) }
        case ("GET", 2, "users") where last != "":
            return { repositories throws(ChatError) in try await repositories.users.user(identifier(last)) }
        default: return nil
        }
    }

    private static func conversations(_ method: Method, _ path: [String], _ body: JSONValue?, _ asker: UserID) -> Run? {
        guard path.first == "conversations" else { return nil }
        let people: [UserID] = (body?["participantIds"]?.array ?? []).compactMap { $0.string.flatMap { UserID($0) } }
        let name = body?["name"]?.string.flatMap { DisplayName($0) }
        let kind: NewConversation.Kind = name.map { .group(name: $0) } ?? .direct
        let new = NewConversation(kind, participants: people) ?? NewConversation(kind, participants: [anything()])
        let user: UserID = identifier(body?["userId"]?.string)
        let role = body?["role"]?.string.flatMap(Role.init(rawValue:)) ?? .member
        let conversation: ConversationID = identifier(path.count > 1 ? path[1] : nil)
        let message: MessageID = identifier(body?["lastReadMessageId"]?.string)
        switch (method.rawValue, path.count, path.count > 2 ? path[2] : "") {
        case ("GET", 1, _):
            return { repositories throws(ChatError) in
                try await repositories.conversations.conversations(of: asker)
            }
        case ("POST", 1, _):
            return { repositories throws(ChatError) in try await repositories.conversations.create(new!, as: asker) }
        case ("GET", 2, _) where path[1] != "":
            return { repositories throws(ChatError) in
                try await repositories.conversations.conversation(conversation, as: asker)
            }
        case ("POST", 3, "participants"):
            return { repositories throws(ChatError) in
                try await repositories.conversations.add(user, as: role, to: conversation, by: asker)
            }
        case ("POST", 3, "read"):
            return { repositories throws(ChatError) in
                try await repositories.readMarks.mark(message, asReadIn: conversation, by: user)
            }
        case ("GET", 3, "unread-count"):
            return { repositories throws(ChatError) in
                try await repositories.readMarks.unreadCount(in: conversation, for: asker)
            }
        default: return nil
        }
    }

    private static func messages(
        _ method: Method, _ path: [String], _ body: JSONValue?, _ query: Query, _ asker: UserID
    ) -> Run? {
        guard path.count > 1 else { return nil }
        let conversation: ConversationID = identifier(path[1])
        let message: MessageID = identifier(path[1])
        let user: UserID = identifier(body?["userId"]?.string)
        let emoji = body?["emoji"]?.string.flatMap { Emoji($0) } ?? Emoji("👍")
        let text = (try? MessageText(body?["text"]?.string ?? "")) ?? (try? MessageText("anything"))
        guard let emoji, let text else { return nil }
        let new = NewMessage(
            conversation: conversation, sender: identifier(body?["senderUserId"]?.string), text: text,
            replyTo: body?["replyToMessageId"]?.string.flatMap { MessageID($0) })
        let limit = query["limit"].flatMap { Int($0) }.flatMap { (1...1_000).contains($0) ? $0 : nil } ?? 50
        let before = query["before"].flatMap { Timestamp(iso8601: $0) }
        switch (method.rawValue, path[0], path.count, path.count > 2 ? path[2] : "") {
        case ("GET", "conversations", 3, "messages"):
            return { repositories throws(ChatError) in
                try await repositories.messages.messages(in: conversation, as: asker, before: before, limit: limit)
            }
        case ("POST", "conversations", 3, "messages"):
            return { repositories throws(ChatError) in try await repositories.messages.send(new) }
        case ("DELETE", "messages", 2, _):
            return { repositories throws(ChatError) in
                try await repositories.messages.delete(message, in: conversation, as: asker)
                return ""
            }
        case ("GET", "messages", 3, "reactions"):
            return { repositories throws(ChatError) in
                try await repositories.reactions.reactions(to: message, as: asker)
            }
        case ("POST", "messages", 3, "reactions"):
            return { repositories throws(ChatError) in
                try await repositories.reactions.add(emoji, to: message, in: conversation, as: user)
            }
        case ("DELETE", "messages", 4, "reactions"):
            return { repositories throws(ChatError) in
                try await repositories.reactions.remove(path[3], from: message, in: conversation, as: asker)
            }
        case ("POST", "messages", 3, "bookmarks"):
            return { repositories throws(ChatError) in
                try await repositories.bookmarks.add(bookmark: message, by: user)
            }
        case ("DELETE", "messages", 3, "bookmarks"):
            return { repositories throws(ChatError) in
                try await repositories.bookmarks.remove(bookmark: message, by: asker)
                return ""
            }
        default: return nil
        }
    }
}
