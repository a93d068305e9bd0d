public import Chat
public import Cryptography

/// A sign-in method with a name and a password, typed into a form of this site.
public protocol PasswordMethod: Sendable {
    var id: SignInMethodID { get }
    /// The kind of name.
    var nameKind: PasswordNameKind { get }

    /// Verifies a password.
    ///
    /// - Parameter address: the client's, for rate limits of the authority.
    /// - Throws: `wrongCredentials` for an unknown name as for a wrong password, after the same time.
    func signIn(_ name: String, _ password: Secret, from address: String?) async throws(SignInError) -> Proof
}

extension PasswordMethod {
    /// Signs in, as a rate-limited attempt.
    public func attempt(
        _ name: String, _ password: Secret, from address: String?
    ) async -> AttemptOutcome<Proof, SignInError> {
        do throws(SignInError) { return .proven(try await signIn(name, password, from: address)) } catch {
            return AttemptOutcome(error)
        }
    }
}

/// Changes passwords.
public protocol PasswordChange: Sendable {
    /// Changes the password of the session that holds `credential`; ends all sessions of that person at the backend.
    ///
    /// - Parameter address: the client's, for rate limits of the authority.
    /// - Returns: the new credential.
    func change(_ current: Password, to new: Password, _ credential: Credential, from address: String?)
        async throws(PasswordError)
        -> Credential
}

extension PasswordChange {
    /// Changes the password, as a rate-limited attempt: only a wrong current password counts as a failure, and only a
    /// successful change proves it.
    public func attempt(
        _ current: Password, to new: Password, _ credential: Credential, from address: String?
    ) async -> AttemptOutcome<Credential, PasswordError> {
        do throws(PasswordError) {
            return .proven(try await change(current, to: new, credential, from: address))
        } catch {
            return error.reason == .wrongCredentials ? .failed(error) : .notAnAttempt(.failure(error))
        }
    }
}

/// The kind of name that is typed with a password.
public enum PasswordNameKind: Sendable {
    case userName
    case email
}
