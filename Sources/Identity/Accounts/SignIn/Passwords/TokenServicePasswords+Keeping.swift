public import OpenID

extension TokenServicePasswords: CredentialKeeper {
    public func renew(_ holder: Sessions.Holder) async throws(ProviderError) -> Credential {
        guard let grant = holder.credential.grant else {
            throw ProviderError(.unavailable("no tokens"), during: .refresh, at: id.provider)
        }
        return .tokens(try await service.refresh(grant))
    }

    /// Such a service has no other way to ask than to renew.
    public func standing(of holder: Sessions.Holder) async throws(ProviderError) -> CredentialStanding {
        holder.credential.grant?.refreshToken == nil ? .good : .doubtful
    }

    public func revoke(_ credential: Credential) async throws(ProviderError) {
        if let grant = credential.grant { try await service.signOut(grant) }
    }
}
