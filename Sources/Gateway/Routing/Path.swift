import Chat
import HTML
import HTTP
import Pictures

/// Every path of the site: what routes are made of, and every link and form action.
enum Path: Hashable, Sendable {
    case home
    case signIn(returnTo: LocalPath? = nil)
    case signOut
    case conversations
    /// A conversation; `before` pages back.
    case thread(ConversationID, before: MessageCursor? = nil)
    case messages(ConversationID)
    case profile
    case preferences
    case session
    /// A user's picture. Another URL of the backend's is another version, so that browsers may keep it.
    case avatar(UserID, version: PictureKey)
    case asset(version: String, name: String)
    case favicon
    case health
    case readiness

    /// The path that a request asks for; `nil` where there is none.
    init?(_ target: RequestTarget) {
        switch (target.segments.count, target.segments.first) {
        case (0, nil): self = .home
        case (1, "sign-in"): self = .signIn(returnTo: target.query["return"].flatMap(LocalPath.init))
        case (1, "sign-out"): self = .signOut
        case (1, "conversations"): self = .conversations
        case (2, "conversations"):
            guard let id = ConversationID(target.segments[1]) else { return nil }
            var before: MessageCursor?
            if let text = target.query["before"] {
                guard let cursor = MessageCursor(text: text) else { return nil }
                before = cursor
            }
            self = .thread(id, before: before)
        case (3, "conversations"):
            guard let id = ConversationID(target.segments[1]), target.segments[2] == "messages" else { return nil }
            self = .messages(id)
        case (1, "profile"): self = .profile
        case (1, "preferences"): self = .preferences
        case (1, "session"): self = .session
        case (3, "avatars"):
            guard let id = UserID(target.segments[1]), let version = PictureKey(target.segments[2]) else { return nil }
            self = .avatar(id, version: version)
        case (2..., "assets"):
            let name = target.segments.dropFirst(2).joined(separator: "/")
            self = .asset(version: target.segments[1], name: name)
        case (1, "favicon.ico"): self = .favicon
        case (1, "healthz"): self = .health
        case (1, "readyz"): self = .readiness
        default: return nil
        }
    }

    /// The methods that make sense here.
    var methods: [Method] {
        switch self {
        case .home, .conversations, .thread, .profile, .session, .avatar, .asset, .favicon, .health, .readiness:
            [.get, .head]
        case .signIn: [.get, .head, .post]
        case .signOut, .messages, .preferences: [.post]
        }
    }

    /// The path as it stands in a URL.
    var text: String {
        switch self {
        case .home: "/"
        case .signIn(nil): "/sign-in"
        case .signIn(let back?): "/sign-in?return=\(PercentEncoding.encode(back.description))"
        case .signOut: "/sign-out"
        case .conversations: "/conversations"
        case .thread(let id, nil): "/conversations/\(id)"
        case .thread(let id, let before?): "/conversations/\(id)?before=\(before.text)"
        case .messages(let id): "/conversations/\(id)/messages"
        case .profile: "/profile"
        case .preferences: "/preferences"
        case .session: "/session"
        case .avatar(let id, let version): "/avatars/\(id)/\(version)"
        case .asset(let version, let name): "/assets/\(version)/\(name)"
        case .favicon: "/favicon.ico"
        case .health: "/healthz"
        case .readiness: "/readyz"
        }
    }

    var url: SafeURL { SafeURL(path: text) }
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
