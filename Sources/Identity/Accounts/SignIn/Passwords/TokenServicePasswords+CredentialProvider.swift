public import OpenID

extension TokenServicePasswords: CredentialProvider {
    public func renew(_ holder: Sessions.Holder) async throws(ProviderError) -> Credential {
        guard let grant = holder.credential.grant else {
            throw ProviderError(.unavailable("no tokens"), during: .refresh, at: id.provider)
        }
        return .tokens(try await service.refresh(grant))
    }

    /// The service has no way to check tokens other than refreshing them.
    public func status(of holder: Sessions.Holder) async throws(ProviderError) -> CredentialStatus {
        holder.credential.grant?.refreshToken == nil ? .good : .doubtful
    }

    public func revoke(_ credential: Credential) async throws(ProviderError) {
        if let grant = credential.grant { try await service.signOut(grant) }
    }
}
