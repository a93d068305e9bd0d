import Accounts
import Chat
import HTML
import HTTP
import Live
import Pictures

/// Every path of the site: what routes are made of, and every link and form action.
enum Path: Hashable, Sendable {
    case home
    case signIn(returnTo: LocalPath? = nil)
    /// Where one sets out for a provider.
    case provider(SignInMethodID)
    /// Where one comes back from there.
    case providerCallback(SignInMethodID)
    /// Where a provider says that sessions are over (OpenID Connect Back-Channel Logout §2.5).
    case providerSignOut(SignInMethodID)
    /// Where a provider tells what became of an account (Apple's server notifications).
    case providerNotice(SignInMethodID)
    /// Where one proves a second factor.
    case secondFactor
    /// Where a passkey alone lets one in.
    case passkeySignIn
    /// Where somebody who is known elsewhere becomes somebody here.
    case welcome(returnTo: LocalPath? = nil)
    case signOut
    case register
    case conversations
    case newConversation
    /// A conversation; `before` pages back, `reply` opens the box for an answer.
    case thread(ConversationID, before: MessageCursor? = nil, reply: MessageID? = nil)
    case messages(ConversationID)
    /// One message in its context; `at` makes it cheap to find.
    case message(ConversationID, MessageID, at: Timestamp? = nil)
    /// Something done to a message; `at` makes it cheap to find.
    case change(ConversationID, MessageID, MessageChange, at: Timestamp? = nil)
    case draft(ConversationID)
    /// Where a script tells that somebody types.
    case typing(ConversationID)
    /// Where a script tells which message was seen.
    case read(ConversationID)
    case members(ConversationID)
    case removal(ConversationID)
    case bookmarks
    case person(UserID)
    case search(query: String = "")
    case profile
    case preferences
    /// One's sessions everywhere.
    case sessions
    /// As whom one is known elsewhere.
    case identities
    /// Where one takes another password.
    case password
    /// Everybody's sessions, for admins of the site.
    case everySession
    /// The site's figures, for admins of the site.
    case metrics
    /// By what one proves who one is, beside the way in.
    case security
    case securityChange(SecurityChange)
    /// Where one proves again who one is, and what was asked for goes on.
    case confirmation
    case session
    /// What happens, as it happens; `after` is what the page shows already.
    case events(watching: [ConversationID] = [], after: EventID? = nil)
    /// A user's picture. Another URL of the backend's is another version, so that browsers may keep it.
    case avatar(UserID, version: PictureKey)
    case asset(version: String, name: String)
    case favicon
    case health
    case readiness

    /// What can be done to a message.
    enum MessageChange: String, CaseIterable, Sendable {
        case reactions
        case bookmark
        case delete
        case unread
    }

    /// What can be done to one's factors.
    enum SecurityChange: String, CaseIterable, Sendable {
        case beginAuthenticator = "authenticator"
        case confirmAuthenticator = "confirm-authenticator"
        case removeAuthenticator = "remove-authenticator"
        case renewRecoveryCodes = "recovery-codes"
        case beginPasskey = "passkey"
        case keepPasskey = "keep-passkey"
        case renamePasskey = "rename-passkey"
        case removePasskey = "remove-passkey"
        case forgetDevice = "forget-device"
        /// One has seen what the page had to tell.
        case dismiss = "seen"
    }

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

    /// Whether other sites and servers send what arrives here: it proves itself by what it carries.
    var isForOthers: Bool {
        switch self {
        case .providerCallback, .providerSignOut, .providerNotice: true
        default: false
        }
    }

    /// The methods that make sense here.
    var methods: [Method] {
        switch self {
        case .home, .newConversation, .thread, .message, .bookmarks, .person, .search, .profile, .session, .events,
            .avatar, .security, .asset, .favicon, .health, .readiness, .metrics:
            [.get, .head]
        case .signIn, .register, .conversations, .members, .providerCallback, .welcome, .sessions, .identities,
            .everySession, .secondFactor:
            [.get, .head, .post]
        case .provider, .providerSignOut, .providerNotice, .signOut, .messages, .preferences, .change, .draft, .typing,
            .read, .removal, .passkeySignIn, .securityChange, .confirmation, .password:
            [.post]
        }
    }
}

/// A path of this site that a browser named, such as where to go after sign-in: never another site.
struct LocalPath: Hashable, Sendable, CustomStringConvertible {
    static let maximumBytes = 1_024

    let description: String

    /// Fails for whatever a browser could read as another host: `//`, `/\`, schemes, control characters.
    init?(_ text: String) {
        guard text.utf8.count <= Self.maximumBytes, text.utf8.first == UInt8(ascii: "/"),
            text.utf8.dropFirst().first != UInt8(ascii: "/"), SafeURL(text) != nil, text.utf8.allSatisfy({ $0 < 0x7F }),
            let target = RequestTarget(text), Path(target) != nil
        else { return nil }
        description = text
    }

    init(_ path: Path) { description = path.text }
}
