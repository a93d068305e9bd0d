public import Chat
import Cryptography
public import OpenID

extension BackendPasswords: CredentialProvider {
    /// `nil`: the backend extends its sessions when they are used.
    public func expiry(of credential: Credential) -> Timestamp? { nil }

    public func renew(_ holder: Sessions.Holder) async throws(ProviderError) -> Credential { holder.credential }

    public func status(of holder: Sessions.Holder) async throws(ProviderError) -> CredentialStatus {
        guard case .cookie(let cookie, _) = holder.credential else { return .good }
        do throws(PasswordError) {
            let session = try await authority.check(BackendCredential(cookie.revealed))
            return session?.user?.id == holder.session.user ? .good : .over
        } catch {
            throw ProviderError(error, during: .userInfo)
        }
    }

    public func revoke(_ credential: Credential) async throws(ProviderError) {
        guard case .cookie(let cookie, _) = credential else { return }
        do throws(PasswordError) { try await authority.signOut(BackendCredential(cookie.revealed)) } catch {
            throw ProviderError(error, during: .signOut)
        }
    }
}

extension ProviderError {
    /// An error of the backend, as that of a provider: only a definite answer ends a session.
    fileprivate init(_ error: PasswordError, during operation: Operation) {
        self.init(.unreachable(error.description), during: operation, at: SignInMethodID.password.provider)
    }
}
