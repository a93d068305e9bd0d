public import Chat
public import OpenID

extension ProviderSignIn {
    /// How to find out whether a session has ended at the provider.
    public enum Assurance: String, Sendable, CaseIterable {
        /// Send the access token to the userinfo endpoint, and refresh if it is rejected. Cheap; but providers with
        /// self-contained access tokens notice only when they expire.
        case userInfo = "userinfo"
        /// Refresh each time: reliable everywhere, but the provider issues new tokens each time.
        case refresh
        /// Never: the provider sends back-channel logouts, or the session ends by its own lifetime.
        case none
    }

    /// The provider of its sessions' credentials.
    var credentialProvider: any CredentialProvider { if let supabase { supabase } else { self } }

    /// Whether revoking tokens withdraws the person's consent, which is then delayed until they unlink their account.
    /// Apple requires it at that time.
    var keepsConsent: Bool { brand == .apple }
}

extension ProviderSignIn: CredentialProvider {
    /// Apple allows few requests for each person, and its access tokens are good for nothing else.
    private static let appleInterval = Duration.seconds(24 * 3_600)
    private static let appleLifetime = Duration.seconds(3_600)

    /// `nil` without a refresh token: then the session ends by its own lifetime.
    public func expiry(of credential: Credential) -> Timestamp? {
        guard let grant = credential.grant, grant.refreshToken != nil else { return nil }
        return brand == .apple
            ? grant.expiresAt.adding(Self.appleInterval - Self.appleLifetime) : grant.expiresAt
    }

    public func renew(_ holder: Sessions.Holder) async throws(ProviderError) -> Credential {
        let (grant, identity) = try parts(of: holder, .refresh)
        return .tokens(try await party.refresh(grant, of: identity))
    }

    public func status(of holder: Sessions.Holder) async throws(ProviderError) -> CredentialStatus {
        let (grant, identity) = try parts(of: holder, .userInfo)
        let canRenew = grant.refreshToken != nil
        switch assurance {
        case .none: return .good
        case .refresh: return canRenew ? .doubtful : .good
        case .userInfo:
            // An expired access token says nothing about the session.
            guard clock.now() < grant.expiresAt else { return canRenew ? .doubtful : .good }
            guard try await party.accepts(grant.accessToken, of: identity) == false else { return .good }
            return canRenew ? .doubtful : .over
        }
    }

    public func revoke(_ credential: Credential) async throws(ProviderError) {
        if let grant = credential.grant { try await party.revoke(grant) }
    }

    /// At Apple, revocation withdraws the consent, and Apple sends the name only with the first consent.
    public var revokesAtSignOut: Bool { !keepsConsent }

    private func parts(
        of holder: Sessions.Holder, _ operation: ProviderError.Operation
    ) throws(ProviderError) -> (TokenGrant, Identity) {
        guard let grant = holder.credential.grant, let identity = holder.session.identity else {
            throw ProviderError(.unavailable("no tokens"), during: operation, at: id.provider)
        }
        return (grant, identity)
    }
}
