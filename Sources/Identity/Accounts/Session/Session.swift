public import Chat
public import OpenID

/// Somebody's stay, from sign-in to sign-out.
public struct Session: Sendable, Equatable {
    /// What names the session and opens nothing: a part of its token's hash.
    public let id: String
    public let user: UserID
    /// As they were called at sign-in; shown where asking the backend would cost too much.
    public let name: String
    public let alias: String
    public let method: SignInMethodID
    public let signedInAt: Timestamp
    /// When the person last proved who they are.
    public let provenAt: Timestamp
    public let lastUsedAt: Timestamp
    /// Whether it outlives the browser's window ("stay signed in").
    public let isPersistent: Bool
    /// The browser's name for itself at sign-in, and where it came from.
    public let device: String?
    public let address: String?
    /// As whom the person is known at the provider.
    public let identity: Identity?
    /// What the person is to be told in this session.
    public let notices: FactorNotices
}

/// What a browser's token is good for.
public enum Admission: Sendable, Equatable {
    /// There is no session, or it is over.
    case unauthenticated
    /// It is proven who somebody is elsewhere, and there is nobody here yet.
    case profileSetUp(ProfileSetUp)
    /// One factor is proven, and another is owed.
    case secondFactor(PendingFactor)
    case authenticated(Session)

    public var session: Session? { if case .authenticated(let session) = self { session } else { nil } }
}

/// Somebody who is known elsewhere and has no chat user yet.
public struct ProfileSetUp: Sendable, Equatable {
    public let id: String
    public let method: SignInMethodID
    public let identity: Identity
    /// What the provider says of them: proposals.
    public let profile: Profile
    public let startedAt: Timestamp
    public let isPersistent: Bool
}

/// What a session begins with.
public struct NewSession: Sendable {
    /// How much of what a browser calls itself is kept.
    public static let maximumDeviceCharacters = 256

    public var isPersistent = true
    /// What the browser calls itself (`User-Agent`).
    public var device: String?
    public var address: String?
    /// What has to be done before the session is good for anything.
    public var pending: PendingFactor.Step?
    /// What is to be found again when that is done: only to be sealed.
    public var memo: String?
    /// Whether all that the person has to prove was proven just now.
    public var isProven = true
    /// When it is over at the latest, unless a second factor is set up before.
    public var endsBy: Timestamp?
    /// What the person is to be told at once.
    public var notice: FactorNotice.Kind?

    public init() {}
}

/// A session that is over, and what has to be given back for it elsewhere.
public struct EndedSession: Sendable {
    public let id: String
    public let user: UserID?
    public let method: SignInMethodID
    public let credential: Credential?
}

/// How long a session lives.
public struct SessionLimits: Sendable {
    /// Without a request.
    public var idle = Duration.seconds(7 * 24 * 3_600)
    /// In all.
    public var absolute = Duration.seconds(30 * 24 * 3_600)
    /// The same for one that is not to outlive the window.
    public var briefIdle = Duration.seconds(2 * 3_600)
    public var briefAbsolute = Duration.seconds(12 * 3_600)
    /// How long somebody may take to set up a profile.
    public var setUp = Duration.seconds(30 * 60)
    /// How long somebody may take to prove a second factor.
    public var secondFactor = Duration.seconds(10 * 60)
    /// How finely the last use is kept: a session in use costs one write in this time.
    public var lastUseGranularity = Duration.seconds(60)

    /// How long a session that was looked up is believed without looking again: another process may have ended it.
    public var recheck = Duration.seconds(1)
    /// How many sessions are kept in memory for that.
    public var remembered = 10_000

    public init() {}

    /// When a session is over that owes a factor.
    func end(_ step: PendingFactor.Step, begun: Timestamp) -> Timestamp {
        switch step {
        case .proof: begun.adding(secondFactor)
        case .enrolment: begun.adding(setUp)
        }
    }

    /// When a session is over.
    func end(
        isPersistent: Bool, isSetUp: Bool, begun: Timestamp, used: Timestamp, by last: Timestamp? = nil
    ) -> Timestamp {
        if isSetUp { return begun.adding(setUp) }
        let end =
            isPersistent
            ? min(used.adding(idle), begun.adding(absolute))
            : min(used.adding(briefIdle), begun.adding(briefAbsolute))
        return last.map { min($0, end) } ?? end
    }
}
