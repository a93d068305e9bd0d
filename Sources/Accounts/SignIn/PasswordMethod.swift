public import Cryptography

/// A way in by a name and a password, typed into a form of this site.
public protocol PasswordMethod: Sendable {
    var id: SignInMethodID { get }
    /// What the name is.
    var nameKind: PasswordNameKind { get }

    /// Who it is that knows the password.
    ///
    /// - Throws: `wrongCredentials` for an unknown name and for a wrong password alike, after the same effort.
    func signIn(_ name: String, _ password: Secret) async throws(SignInError) -> Proof
}

/// What people type beside their password.
public enum PasswordNameKind: Sendable {
    case userName
    case email
}
