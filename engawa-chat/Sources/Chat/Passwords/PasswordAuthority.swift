/// Verifies passwords: a chat backend in session access, or a store in this process.
public protocol PasswordAuthority: Sendable {
    /// Whether an account that is created gets a user in the chat. If that can't be known before it is created,
    /// registration is not offered: it would leave an account behind that nobody can use.
    var joinsNewAccounts: Bool { get }
    /// Starts a session.
    ///
    /// - Parameter address: the IP address of the client, for the authority's rate limits; `nil` if unknown.
    /// - Throws: `.wrongCredentials`, without telling whether the name or the password is wrong or whether the account
    ///   exists; `.malformedName`, `.unverifiedEmail`, `.tooManyAttempts`, `.forbidden`, `.backend`.
    func signIn(_ username: Username, _ password: Password, from address: String?)
        async throws(PasswordError) -> BackendSession
    /// Creates an account and starts its first session. Whether the person gets a user in the chat is decided by the
    /// backend.
    ///
    /// - Throws: `.malformedName`, `.malformedEmail`, `.nameTaken`, `.emailTaken`, `.passwordTooShort`,
    ///   `.passwordTooLong`, `.weakPassword`; `.unverifiedEmail` if the account was created and its address must be
    ///   verified first; `.tooManyAttempts`; `.forbidden` if sign-up is disabled; `.backend`.
    func signUp(_ account: NewAccount, from address: String?) async throws(PasswordError) -> BackendSession
    /// The session of a credential, with a new credential if the authority issued one; `nil` if the session has ended.
    /// - Throws: `.backend`.
    func check(_ credential: BackendCredential) async throws(PasswordError) -> BackendSession?
    /// Changes the password of a session's account, ends all its sessions and starts a new one.
    ///
    /// - Parameter address: as in `signIn`.
    /// - Returns: the new session.
    /// - Throws: `.wrongCredentials` if `current` is not the password; `.passwordTooShort`, `.passwordTooLong`,
    ///   `.weakPassword`, `.tooManyAttempts`, `.backend`; `.forbidden` if the session has ended or its account has no
    ///   password.
    func change(_ current: Password, to new: Password, _ credential: BackendCredential, from address: String?)
        async throws(PasswordError) -> BackendSession
    /// Ends the session; idempotent.
    /// - Throws: `.backend`.
    func signOut(_ credential: BackendCredential) async throws(PasswordError)
}

/// An account to be created.
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
