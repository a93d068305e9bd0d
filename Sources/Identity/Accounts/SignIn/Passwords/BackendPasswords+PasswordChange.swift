public import Chat
import Cryptography

extension BackendPasswords: PasswordChange {
    public func change(
        _ current: Password, to new: Password, _ credential: Credential, from address: String?
    ) async throws(PasswordError) -> Credential {
        guard case .cookie(let cookie, _) = credential else { throw PasswordError(.forbidden, during: .change) }
        let session = try await authority.change(current, to: new, BackendCredential(cookie.revealed), from: address)
        return .cookie(Secret(session.credential.revealed), expiresAt: session.expiresAt)
    }
}
