import Chat
public import Cryptography
public import OpenID

/// Sign-in with an e-mail address and a password at a token service.
///
/// The service's people are the chat's users: its user id is trusted if the chat has such a user.
public struct TokenServicePasswords: PasswordMethod {
    public let id = SignInMethodID.tokenService
    public let nameKind = PasswordNameKind.email
    private let service: TokenService

    public init(_ service: TokenService) { self.service = service }

    public func signIn(_ name: String, _ password: Secret, from address: String?) async throws(SignInError) -> Proof {
        do throws(ProviderError) {
            let session = try await service.signIn(email: name, password: password, client: address)
            return Proof(
                .identity(session.identity), by: id, profile: session.profile, credential: .tokens(session.grant),
                claimedUser: UserID(session.identity.subject))
        } catch {
            throw SignInError(signIn: error)
        }
    }
}

extension TokenServicePasswords: CredentialProvider {
    public func renew(_ holder: Sessions.Holder) async throws(ProviderError) -> Credential {
        .tokens(try await service.refresh(try holder.grant(.refresh)))
    }

    /// The service has no way to check tokens other than refreshing them.
    public func status(of holder: Sessions.Holder) async throws(ProviderError) -> CredentialStatus {
        holder.credential.grant?.refreshToken == nil ? .good : .doubtful
    }

    public func revoke(_ credential: Credential) async throws(ProviderError) {
        if let grant = credential.grant { try await service.signOut(grant) }
    }
}

extension SignInError {
    /// The meaning of a service's error for sign-in with a password.
    fileprivate init(signIn error: ProviderError) {
        switch error.reason {
        case .refused: self = .wrongCredentials
        case .tooMany(let time?): self = .tooMany(retryAfter: time)
        default: self = .provider(error)
        }
    }
}
