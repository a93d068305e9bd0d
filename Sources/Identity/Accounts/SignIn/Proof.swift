public import Chat
public import OpenID

/// What a way in has found out: who somebody is, there.
public struct Proof: Sendable {
    public enum Subject: Sendable, Equatable {
        /// The method knows the chat's people itself.
        case user(User)
        /// Somebody elsewhere, who may or may not be somebody here.
        case identity(Identity)
    }

    public let method: SignInMethodID
    public let subject: Subject
    /// What is said of the person there: proposals for a new profile.
    public var profile: Profile
    public var credential: Credential?
    /// By what the person's consent at the service is withdrawn when they leave it; only where signing out does not do so.
    public var consent: Credential?
    /// The provider's own session, which back-channel logout names.
    public var providerSession: String?
    /// Who of the chat's people this is in the service's own words; only of services whose people are the chat's.
    public var claimedUser: UserID?
    /// Whom the chat can make of what the service knows, where it has nobody yet.
    public var newUser: NewUser?
    /// Whether the way in has asked for a second factor itself.
    public var provesSecondFactor = false
    /// When the person proved it there, where the way in says so.
    public var authenticatedAt: Timestamp?

    public init(
        _ subject: Subject, by method: SignInMethodID, profile: Profile = Profile(), credential: Credential? = nil,
        providerSession: String? = nil, claimedUser: UserID? = nil,
        newUser: NewUser? = nil
    ) {
        self.subject = subject
        self.method = method
        self.profile = profile
        self.credential = credential
        self.providerSession = providerSession
        self.claimedUser = claimedUser
        self.newUser = newUser
    }

    /// Who it is elsewhere.
    public var identity: Identity? { if case .identity(let identity) = subject { identity } else { nil } }
}
