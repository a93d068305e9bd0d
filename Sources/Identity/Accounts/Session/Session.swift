public import Chat
public import OpenID

/// A signed-in session.
public struct Session: Sendable, Equatable {
    /// Identifies the session and is not a secret: a part of its token's hash.
    public let id: String
    public let user: UserID
    /// The person's name at sign-in; shown where asking the backend would be too expensive.
    public let name: String
    public let alias: String
    public let method: SignInMethodID
    public let signedInAt: Timestamp
    /// When the person last proved their identity.
    public let provenAt: Timestamp
    public let lastUsedAt: Timestamp
    /// Whether the cookie outlives the browser session ("stay signed in").
    public let isPersistent: Bool
    /// The browser's `User-Agent` at sign-in, and the client's address.
    public let device: String?
    public let address: String?
    /// The person's identity at the provider.
    public let identity: Identity?
    /// The unseen notices of this session.
    public let notices: SessionNotices
    /// What the person has chosen on all devices, as of when the session was read.
    public internal(set) var preferences = Preferences()

    public struct Preferences: Sendable, Equatable {
        /// `nil` for a person who has chosen none yet.
        public internal(set) var appearance: AppearanceSettings?
        /// The same.
        public internal(set) var notifications: NotificationSettings?
        /// For single conversations; some may have ended since.
        public internal(set) var levels: NotificationLevels = [:]
        /// The conversations that stand first in the list.
        public internal(set) var pinned: Set<ConversationID> = []
    }
}

/// What a browser's token gives access to.
public enum Admission: Sendable, Equatable {
    /// There is no session, or it has ended.
    case unauthenticated
    /// The identity is proven, and has no user in the chat yet.
    case profileSetUp(ProfileSetUp)
    /// The first factor is proven, and another step is required.
    case secondFactor(PendingFactor)
    case authenticated(Session)

    public var session: Session? { if case .authenticated(let session) = self { session } else { nil } }
}

/// The session of a proven identity without a user in the chat, for setting up a profile.
public struct ProfileSetUp: Sendable, Equatable {
    public let id: String
    public let method: SignInMethodID
    public let identity: Identity
    /// The profile at the provider, as defaults.
    public let profile: Profile
    public let startedAt: Timestamp
    public let isPersistent: Bool
}

/// The data of a new session.
public struct NewSession: Sendable {
    /// The maximum length of `User-Agent` that is stored.
    public static let maximumDeviceCharacters = 256

    public var isPersistent = true
    /// `User-Agent`
    public var device: String?
    public var address: String?
    /// The step required before the session can be used.
    public var pending: PendingFactor.Step?
    /// Data to be restored after that step; sealed.
    public var memo: String?
    /// Whether the person has just proven everything that is required.
    public var isProven = true
    /// The latest end, unless a second factor is set up before.
    public var endsBy: Timestamp?
    /// A notice to be shown immediately.
    public var notice: SessionNotice.Kind?

    public init() {}
}

/// An ended session, with the credential that must be revoked at the service.
public struct EndedSession: Sendable {
    public let id: String
    public let user: UserID?
    public let method: SignInMethodID
    public let credential: Credential?
}

/// The lifetimes of sessions.
public struct SessionLimits: Sendable {
    /// Since the last request.
    public var idle = Duration.seconds(7 * 24 * 3_600)
    /// In total.
    public var absolute = Duration.seconds(30 * 24 * 3_600)
    /// Since the last request, for a session that ends with the browser session.
    public var briefIdle = Duration.seconds(2 * 3_600)
    public var briefAbsolute = Duration.seconds(12 * 3_600)
    /// For setting up a profile.
    public var setUp = Duration.seconds(30 * 60)
    /// For completing the second factor.
    public var secondFactor = Duration.seconds(10 * 60)
    /// The precision of the stored last use: a session in use causes one write in this time.
    public var lastUseGranularity = Duration.seconds(60)

    /// How long a cached session is used without reading the database, as another process may have ended it.
    public var recheck = Duration.seconds(1)
    /// For how long a session that was read goes on while a database that processes share does not answer. Others can't end it
    /// meanwhile, and nothing can be changed.
    public var outage = Duration.seconds(10 * 60)
    /// How often such a database is asked for a session again.
    public var outageRetry = Duration.seconds(1)
    /// The maximum number of cached sessions, and of those that are kept for an outage.
    public var remembered = 10_000

    public init() {}

    /// When a session with a pending step ends.
    func end(_ step: PendingFactor.Step, begun: Timestamp) -> Timestamp {
        switch step {
        case .proof: begun.adding(secondFactor)
        case .enrolment: begun.adding(setUp)
        }
    }

    /// When a session ends.
    func end(isPersistent: Bool, begun: Timestamp, used: Timestamp, by last: Timestamp? = nil) -> Timestamp {
        let end =
            isPersistent
            ? min(used.adding(idle), begun.adding(absolute))
            : min(used.adding(briefIdle), begun.adding(briefAbsolute))
        return last.map { min($0, end) } ?? end
    }
}
