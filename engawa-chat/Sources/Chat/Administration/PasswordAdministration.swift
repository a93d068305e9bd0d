/// Manages the passwords of people whose accounts are stored in this process.
public protocol PasswordAdministration: Sendable {
    /// Sets the password of a person, who may have none yet, and ends all their sessions at the backend.
    ///
    /// - Throws: `.passwordTooShort`, `.weakPassword`, `.tooManyAttempts`, `.backend`.
    func set(_ password: Password, of user: User) async throws(PasswordError)
    /// Whether a password would be accepted for a person with this alias and name.
    ///
    /// - Throws: `.passwordTooShort`, `.weakPassword`.
    func check(_ password: Password, for alias: Alias, name: DisplayName) throws(PasswordError)
    /// Those of `users` who have a password.
    func havePasswords(_ users: [User]) async throws(PasswordError) -> Set<UserID>
    /// The e-mail address of a person's account.
    func email(of user: User) async throws(PasswordError) -> String?
    /// Lets a person sign in with another alias from now on.
    ///
    /// - Throws: `.nameTaken`.
    func rename(_ user: User, to alias: Alias) async throws(PasswordError)
    /// Deletes the account of a person, and ends all its sessions. Does nothing if there is none.
    func delete(_ user: User) async throws(PasswordError)
}
