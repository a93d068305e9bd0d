public import Chat
public import OpenID

/// A service that issues the credentials of sessions: it refreshes them, revokes them, and reports whether they are
/// valid.
///
/// There is one for each sign-in method whose sessions hold a credential. `CredentialMonitor` merges concurrent
/// refreshes, so implementations need not.
public protocol CredentialProvider: Sendable {
    /// When `credential` must be refreshed; `nil` if it never must or never can.
    func expiry(of credential: Credential) -> Timestamp?

    /// The refreshed credential, which the caller stores.
    ///
    /// - Throws: `sessionEnded` or `userNotFound` if the service refuses: the session has ended. Other errors are
    ///   temporary.
    func renew(_ holder: Sessions.Holder) async throws(ProviderError) -> Credential

    /// Whether the credential is still valid, as far as the service can tell without refreshing it.
    func status(of holder: Sessions.Holder) async throws(ProviderError) -> CredentialStatus

    /// Revokes `credential` at the service. An unknown one is not an error.
    func revoke(_ credential: Credential) async throws(ProviderError)

    /// Whether sign-out revokes the credential. Not if that would affect more than the session.
    var revokesAtSignOut: Bool { get }
}

extension CredentialProvider {
    public func expiry(of credential: Credential) -> Timestamp? { credential.expiresAt }

    public var revokesAtSignOut: Bool { true }
}

/// The state of a credential according to its service.
public enum CredentialStatus: Sendable, Equatable {
    case good
    /// Unknown: refreshing it will tell.
    case doubtful
    case over
}
