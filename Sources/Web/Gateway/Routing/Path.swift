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

    /// Whether other sites and servers send what arrives here: it proves itself by what it carries.
    var isForOthers: Bool {
        switch self {
        case .providerCallback, .providerSignOut, .providerNotice: true
        default: false
        }
    }

    /// Whether it is answered under every name: what a container engine or a load balancer asks, and what is public and
    /// the same for everybody.
    var isForEveryHost: Bool {
        switch self {
        case .health, .readiness, .asset, .favicon: true
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
