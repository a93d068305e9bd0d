public import Chat
public import Cryptography

/// A way in by a name and a password, typed into a form of this site.
public protocol PasswordMethod: Sendable {
    var id: SignInMethodID { get }
    /// What the name is.
    var nameKind: PasswordNameKind { get }

    /// Who it is that knows the password.
    ///
    /// - Parameter address: where the person's device is, for the limits of the one who checks.
    /// - Throws: `wrongCredentials` for an unknown name and for a wrong password alike, after the same effort.
    func signIn(_ name: String, _ password: Secret, from address: String?) async throws(SignInError) -> Proof
}

extension PasswordMethod {
    /// Signs in, as an attempt that is counted.
    public func attempt(
        _ name: String, _ password: Secret, from address: String?
    ) async -> AttemptOutcome<Proof, SignInError> {
        do throws(SignInError) { return .proven(try await signIn(name, password, from: address)) } catch {
            return AttemptOutcome(error)
        }
    }
}

/// Gives people another password.
public protocol PasswordChange: Sendable {
    /// Changes the password of the session that keeps `credential`; all sessions of that person end at the backend.
    ///
    /// - Parameter address: where the person's device is, for the limits of the one who checks.
    /// - Returns: what takes the credential's place.
    func change(_ current: Password, to new: Password, _ credential: Credential, from address: String?)
        async throws(PasswordError)
        -> Credential
}

extension PasswordChange {
    /// Changes the password, as an attempt that is counted: only a wrong current password is a guess, and only a change
    /// that was made proves that the current one was right.
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

/// Makes accounts that have a password.
public protocol PasswordRegistration: Sendable {
    /// Makes an account.
    /// - Returns: who it is, signed in.
    func signUp(_ account: NewAccount, from address: String?) async throws(SignUpError) -> Proof
}

/// Why somebody has no account, or is not let in by it.
public enum SignUpError: Error, Sendable, Equatable {
    /// The account was not made.
    case refused(PasswordError)
    /// It was made, and does not lead in.
    case notAdmitted(SignInError)
}

/// What people type beside their password.
public enum PasswordNameKind: Sendable {
    case userName
    case email
}
