/// Who knows the passwords: a chat backend in session access, or a store in this process.
public protocol PasswordAuthority: Sendable {
    /// Begins a session.
    ///
    /// - Parameter address: where the person's device is, for the authority's own limits; `nil` where that is unknown.
    /// - Throws: `.wrongCredentials`, whichever of the two was wrong and whether or not there is such an account;
    ///   `.malformedName`, `.unverifiedEmail`, `.tooManyAttempts`, `.forbidden`, `.backend`.
    func signIn(_ username: Username, _ password: Password, from address: String?)
        async throws(PasswordError) -> BackendSession
    /// Makes an account and begins its first session. Whether the person is in the chat then is for the backend to say.
    ///
    /// - Throws: `.malformedName`, `.malformedEmail`, `.nameTaken`, `.emailTaken`, `.passwordTooShort`,
    ///   `.passwordTooLong`, `.weakPassword`, `.unverifiedEmail` where the account is made and the address is to be
    ///   proven first, `.tooManyAttempts`, `.forbidden` where nobody can sign up, `.backend`.
    func signUp(_ account: NewAccount, from address: String?) async throws(PasswordError) -> BackendSession
    /// What a credential is worth now, with the new one where the authority gave one; `nil` where the session is over.
    /// - Throws: `.backend`.
    func check(_ credential: BackendCredential) async throws(PasswordError) -> BackendSession?
    /// Gives the account of a session another password. All its sessions end there, and one begins.
    ///
    /// - Parameter address: as in signing in.
    /// - Returns: that session.
    /// - Throws: `.wrongCredentials` where `current` is not the password; `.passwordTooShort`, `.passwordTooLong`,
    ///   `.weakPassword`, `.tooManyAttempts`, `.backend`; `.forbidden` where the session is over or has no password.
    func change(_ current: Password, to new: Password, _ credential: BackendCredential, from address: String?)
        async throws(PasswordError) -> BackendSession
    /// Ends the session. One that was over already is no error.
    /// - Throws: `.backend`.
    func signOut(_ credential: BackendCredential) async throws(PasswordError)
}

/// An account to be made.
public struct NewAccount: Hashable, Sendable {
    public let username: Username
    public let email: EmailAddress
    public let password: Password
    public let name: DisplayName

    public init(username: Username, email: EmailAddress, password: Password, name: DisplayName) {
        self.username = username
        self.email = email
        self.password = password
        self.name = name
    }
}
