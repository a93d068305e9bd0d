public import Chat
public import OpenID

extension ProviderSignIn {
    /// How it is found out whether a session has ended at the provider.
    public enum Assurance: String, Sendable, CaseIterable {
        /// By showing the access token at userinfo, and renewing where that is refused. Costs little; a provider whose
        /// access tokens are good by themselves tells only when they expire.
        case userInfo = "userinfo"
        /// By renewing each time: sure everywhere, and the provider makes new tokens each time.
        case refresh
        /// Not at all: the provider tells by itself, or the session here goes by its own limits.
        case none
    }
}

extension ProviderSignIn {
    /// Who keeps its sessions.
    var keeper: any CredentialKeeper { if let supabase { supabase } else { self } }

    /// Whether giving tokens back withdraws the person's consent, which is asked for once: then that waits until they
    /// unlink their account. Apple wants it withdrawn by then.
    var keepsConsent: Bool { brand == .apple }
}

extension ProviderSignIn: CredentialKeeper {
    /// Apple answers so often for each person, and its access tokens open nothing.
    private static let appleInterval = Duration.seconds(24 * 3_600)
    private static let appleLifetime = Duration.seconds(3_600)

    /// Where there is no refresh token, the session goes by its own limits: sign-in was all that was asked for.
    public func expiry(of credential: Credential) -> Timestamp? {
        guard case .tokens(let grant) = credential, grant.refreshToken != nil else { return nil }
        return brand == .apple
            ? grant.expiresAt.adding(Self.appleInterval - Self.appleLifetime) : grant.expiresAt
    }

    public func renew(_ holder: Sessions.Holder) async throws(ProviderError) -> Credential {
        let (grant, identity) = try parts(of: holder, .refresh)
        return .tokens(try await party.refresh(grant, of: identity))
    }

    public func standing(of holder: Sessions.Holder) async throws(ProviderError) -> CredentialStanding {
        let (grant, identity) = try parts(of: holder, .userInfo)
        let canRenew = grant.refreshToken != nil
        switch assurance {
        case .none: return .good
        case .refresh: return canRenew ? .doubtful : .good
        case .userInfo:
            // One that has run out says nothing of the session.
            guard clock.now() < grant.expiresAt else { return canRenew ? .doubtful : .good }
            guard try await party.takes(grant.accessToken, of: identity) == false else { return .good }
            return canRenew ? .doubtful : .over
        }
    }

    public func revoke(_ credential: Credential) async throws(ProviderError) {
        guard case .tokens(let grant) = credential else { return }
        try await party.revoke(grant)
    }

    /// At Apple it would take back the person's consent, and with it the name that is told once.
    public var revokesAtSignOut: Bool { !keepsConsent }

    private func parts(
        of holder: Sessions.Holder, _ operation: ProviderError.Operation
    ) throws(ProviderError) -> (TokenGrant, Identity) {
        guard case .tokens(let grant) = holder.credential, let identity = holder.session.identity else {
            throw ProviderError(.unavailable("no tokens"), during: operation, at: id.provider)
        }
        return (grant, identity)
    }
}
