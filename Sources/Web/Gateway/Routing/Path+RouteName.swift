public import HTTP

/// What a path is for, by one name of few: for metrics, which no id, query or made-up path may reach.
public enum RouteName: String, CaseIterable, Sendable {
    case home, signIn, provider, providerCallback, providerSignOut, providerNotice, welcome, signOut, register,
        conversations, newConversation, thread, messages, message
    case messageReactions, messageBookmark, messageDelete, messageUnread
    case draft, typing, read, members, removal, bookmarks, person, search, profile, preferences
    case sessions, identities, password, everySession, metrics, session, events
    case secondFactor, passkeySignIn, security, securityChange, confirmation
    case avatar, asset, favicon
    case health, readiness
    /// No path of the site.
    case unknown
    /// The request could not be read.
    case unreadable

    /// The name of the path that a request asks for.
    public init(_ target: RequestTarget) { self = Path(target)?.routeName ?? .unknown }
}

extension Path {
    var routeName: RouteName {
        switch self {
        case .home: .home
        case .signIn: .signIn
        case .provider: .provider
        case .providerCallback: .providerCallback
        case .providerSignOut: .providerSignOut
        case .providerNotice: .providerNotice
        case .welcome: .welcome
        case .signOut: .signOut
        case .register: .register
        case .conversations: .conversations
        case .newConversation: .newConversation
        case .thread: .thread
        case .messages: .messages
        case .message: .message
        case .change(_, _, .reactions, _): .messageReactions
        case .change(_, _, .bookmark, _): .messageBookmark
        case .change(_, _, .delete, _): .messageDelete
        case .change(_, _, .unread, _): .messageUnread
        case .draft: .draft
        case .typing: .typing
        case .read: .read
        case .events: .events
        case .members: .members
        case .removal: .removal
        case .bookmarks: .bookmarks
        case .person: .person
        case .search: .search
        case .profile: .profile
        case .preferences: .preferences
        case .sessions: .sessions
        case .identities: .identities
        case .password: .password
        case .everySession: .everySession
        case .metrics: .metrics
        case .session: .session
        case .secondFactor: .secondFactor
        case .passkeySignIn: .passkeySignIn
        case .security: .security
        case .securityChange: .securityChange
        case .confirmation: .confirmation
        case .avatar: .avatar
        case .asset: .asset
        case .favicon: .favicon
        case .health: .health
        case .readiness: .readiness
        }
    }
}
