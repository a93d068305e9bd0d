public import Chat
public import OpenID

/// The result of a sign-in method: the proven user or identity.
public struct Proof: Sendable {
    public enum Subject: Sendable, Equatable {
        /// A user of the chat.
        case user(User)
        /// An identity at a provider, which may be linked to a user.
        case identity(Identity)
    }

    public let method: SignInMethodID
    public let subject: Subject
    /// The person's profile at the provider, as defaults for a new user.
    public var profile: Profile
    public var credential: Credential?
    /// The credential with which the person's consent can be withdrawn; only if sign-out does not withdraw it.
    public var consent: Credential?
    /// The provider's session id, which back-channel logout names.
    public var providerSession: String?
    /// The chat's user id according to the service; only for services whose people are the chat's users.
    public var claimedUser: UserID?
    /// The user to create if the chat has none for this identity.
    public var newUser: NewUser?
    /// Whether the sign-in method has verified a second factor itself.
    public var provesSecondFactor = false
    /// When the person authenticated at the provider, if known.
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

    /// The identity at the provider.
    public var identity: Identity? { if case .identity(let identity) = subject { identity } else { nil } }
}
