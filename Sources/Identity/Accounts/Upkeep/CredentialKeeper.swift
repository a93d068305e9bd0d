public import Chat
public import OpenID

/// The service that gave sessions their credentials: renews them, takes them back, and says whether they are good.
///
/// Each way in whose sessions keep something is one. Whoever waits for a renewal waits for the same one
/// (`CredentialUpkeep`), so a keeper need not think of that.
public protocol CredentialKeeper: Sendable {
    /// When `credential` has to be renewed to be of use; `nil` where it never is, or never can be.
    func expiry(of credential: Credential) -> Timestamp?

    /// What takes the place of the holder's credential. It is kept by whoever asked.
    ///
    /// - Throws: `sessionEnded` or `userNotFound` where the service refuses: the session is over then. Whatever else is
    ///   thrown decides nothing, and is tried again.
    func renew(_ holder: Sessions.Holder) async throws(ProviderError) -> Credential

    /// Whether the credential is still good at the service, as far as asking can tell without renewing it.
    func standing(of holder: Sessions.Holder) async throws(ProviderError) -> CredentialStanding

    /// Tells the service that `credential` is no longer wanted. One that is unknown there is no error.
    func revoke(_ credential: Credential) async throws(ProviderError)

    /// Whether sign-out takes the credential back. Not where that would undo more than a session.
    var revokesAtSignOut: Bool { get }
}

extension CredentialKeeper {
    public func expiry(of credential: Credential) -> Timestamp? { credential.expiresAt }

    public var revokesAtSignOut: Bool { true }
}

/// What a service says about a credential.
public enum CredentialStanding: Sendable, Equatable {
    case good
    /// Renewing it will tell: the service refuses where the session is over.
    case doubtful
    case over
}
