import Accounts
import Chat
import HTTP
import Live
import Pictures

extension Path {
    /// The path that a request asks for; `nil` where there is none.
    init?(_ target: RequestTarget) {
        switch (target.segments.count, target.segments.first) {
        case (0, nil): self = .home
        case (1, let name?):
            switch name {
            case "sign-in": self = .signIn(returnTo: target.query["return"].flatMap(LocalPath.init))
            case "sign-out": self = .signOut
            case "welcome": self = .welcome(returnTo: target.query["return"].flatMap(LocalPath.init))
            case "register": self = .register
            case "conversations": self = .conversations
            case "bookmarks": self = .bookmarks
            case "search": self = .search(query: target.query["q"] ?? "")
            case "profile": self = .profile
            case "preferences": self = .preferences
            case "events":
                guard let after = Self.optional(target.query["after"], EventID.init(text:)) else { return nil }
                let watching = target.query.items.filter { $0.name == "watch" }.compactMap { ConversationID($0.value) }
                self = .events(watching: watching, after: after)
            case "session": self = .session
            case "favicon.ico": self = .favicon
            case "healthz": self = .health
            case "readyz": self = .readiness
            default: return nil
            }
        case (2..., "sign-in"): self.init(signIn: target)
        case (2, "profile"):
            switch target.segments[1] {
            case "sessions": self = .sessions
            case "sign-in": self = .identities
            case "security": self = .security
            case "confirm": self = .confirmation
            case "password": self = .password
            default: return nil
            }
        case (2, "admin"):
            switch target.segments[1] {
            case "sessions": self = .everySession
            case "metrics": self = .metrics
            default: return nil
            }
        case (3, "profile") where target.segments[1] == "security":
            guard let change = SecurityChange(rawValue: target.segments[2]) else { return nil }
            self = .securityChange(change)
        case (2, "users"):
            guard let id = UserID(target.segments[1]) else { return nil }
            self = .person(id)
        case (2, "conversations") where target.segments[1] == "new": self = .newConversation
        case (2..., "conversations"): self.init(conversation: target)
        case (3, "avatars"):
            guard let id = UserID(target.segments[1]), let version = PictureKey(target.segments[2]) else { return nil }
            self = .avatar(id, version: version)
        case (2..., "assets"):
            let name = target.segments.dropFirst(2).joined(separator: "/")
            self = .asset(version: target.segments[1], name: name)
        default: return nil
        }
    }

    /// What stands under `/sign-in/{method}`.
    private init?(signIn target: RequestTarget) {
        switch target.segments.dropFirst() {
        case ["second-factor"]:
            self = .secondFactor
            return
        case ["passkey"]:
            self = .passkeySignIn
            return
        default: break
        }
        guard let method = SignInMethodID(target.segments[1]) else { return nil }
        switch target.segments.dropFirst(2) {
        case []: self = .provider(method)
        case ["callback"]: self = .providerCallback(method)
        case ["sign-out"]: self = .providerSignOut(method)
        case ["notice"]: self = .providerNotice(method)
        default: return nil
        }
    }

    /// What stands under `/conversations/{id}`.
    private init?(conversation target: RequestTarget) {
        let segments = target.segments
        guard let id = ConversationID(segments[1]) else { return nil }
        switch (segments.count, segments.count > 2 ? segments[2] : "") {
        case (2, _):
            guard let before = Self.optional(target.query["before"], MessageCursor.init(text:)),
                let reply = Self.optional(target.query["reply"], { MessageID($0) })
            else { return nil }
            self = .thread(id, before: before, reply: reply)
        case (3, "messages"): self = .messages(id)
        case (3, "draft"): self = .draft(id)
        case (3, "typing"): self = .typing(id)
        case (3, "read"): self = .read(id)
        case (3, "members"): self = .members(id)
        case (4, "members") where segments[3] == "remove": self = .removal(id)
        case (4, "messages"):
            guard let message = MessageID(segments[3]),
                let moment = Self.optional(target.query["at"], Timestamp.init(text:))
            else { return nil }
            self = .message(id, message, at: moment)
        case (5, "messages"):
            guard let message = MessageID(segments[3]), let change = MessageChange(rawValue: segments[4]),
                let moment = Self.optional(target.query["at"], Timestamp.init(text:))
            else { return nil }
            self = .change(id, message, change, at: moment)
        default: return nil
        }
    }

    /// `nil` where there is a value and it can't be read.
    private static func optional<Value>(_ text: String?, _ parse: (String) -> Value?) -> Value?? {
        guard let text else { return .some(nil) }
        return parse(text).map { .some($0) }
    }
}
