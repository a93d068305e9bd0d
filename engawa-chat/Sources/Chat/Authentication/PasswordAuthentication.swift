/// A name and a password as typed.
public struct PasswordCredentials: Hashable, Sendable {
    public let username: Username
    public let password: Password
    /// The IP address of the client, for rate limits of the backend; `nil` in an app, which is the client.
    public let address: String?

    /// - Throws: `.empty`; `.wrongCredentials` for what no account can have.
    public init(_ username: String, _ password: String, from address: String? = nil) throws(AuthenticationError) {
        guard !username.trimmingWhitespace.isEmpty, !password.isEmpty else { throw .empty }
        guard let username = Username(username), let password = Password(password) else { throw .wrongCredentials }
        self.username = username
        self.password = password
        self.address = address
    }
}

/// Sign-in with a username and a password that the chat's backend verifies.
public struct PasswordAuthentication: AuthenticationService {
    private let authority: any PasswordAuthority
    private let users: (any UserRepository)?

    /// - Parameter users: where a person with an account and without a user in the chat gets one; `nil` if they get
    ///   none.
    public init(_ authority: any PasswordAuthority, makingUsersIn users: (any UserRepository)? = nil) {
        self.authority = authority
        self.users = users
    }

    /// - Throws: `.wrongCredentials`, `.tooManyAttempts`, `.disabled`, `.unverifiedEmail`, `.notInChat`,
    ///   `.unreachable`, `.backend`.
    public func signIn(with credentials: PasswordCredentials) async throws(AuthenticationError) -> UserSession {
        let session: BackendSession
        do throws(PasswordError) {
            session = try await authority.signIn(
                credentials.username, credentials.password, from: credentials.address)
        } catch {
            throw AuthenticationError(error)
        }
        return try await admit(session)
    }

    public func check(_ session: UserSession) async throws(AuthenticationError) -> UserSession? {
        guard let credential = session.credential else { return nil }
        return try await self.session(of: session.user.id, credential)
    }

    /// The session of a credential; `nil` if it has ended, or if it is not a session of `user`.
    ///
    /// - Throws: `.unreachable`, `.backend`.
    public func session(
        of user: UserID, _ credential: BackendCredential
    ) async throws(AuthenticationError) -> UserSession? {
        do throws(PasswordError) {
            guard let found = try await authority.check(credential), let session = UserSession(found),
                session.user.id == user
            else { return nil }
            return session
        } catch {
            throw AuthenticationError(error)
        }
    }

    public func signOut(_ session: UserSession) async throws(AuthenticationError) {
        guard let credential = session.credential else { return }
        do throws(PasswordError) { try await authority.signOut(credential) } catch { throw AuthenticationError(error) }
    }

    /// Changes the password, and ends all sessions of the account.
    ///
    /// - Parameter address: as in `PasswordCredentials`.
    /// - Returns: the session that replaces them.
    /// - Throws: as `PasswordAuthority.change`.
    public func changePassword(
        _ current: Password, to new: Password, in session: UserSession, from address: String? = nil
    ) async throws(PasswordError) -> UserSession {
        guard let credential = session.credential else { throw PasswordError(.forbidden, during: .change) }
        let changed = try await authority.change(current, to: new, credential, from: address)
        return UserSession(user: session.user, credential: changed.credential, expiresAt: changed.expiresAt)
    }
}

extension PasswordAuthentication: RegistrationService {
    /// Creates an account with a user in the chat, and signs in.
    public func register(_ account: NewAccount) async throws(SignUpError) -> UserSession {
        try await register(account, from: nil)
    }

    /// - Parameter address: as in `PasswordCredentials`.
    public func register(_ account: NewAccount, from address: String?) async throws(SignUpError) -> UserSession {
        let session: BackendSession
        do throws(PasswordError) {
            session = try await authority.signUp(account, from: address)
        } catch {
            throw error.reason == .unverifiedEmail ? .notAdmitted(.unverifiedEmail) : .refused(error)
        }
        do throws(AuthenticationError) { return try await admit(session) } catch { throw .notAdmitted(error) }
    }

    private func admit(_ session: BackendSession) async throws(AuthenticationError) -> UserSession {
        if let known = UserSession(session) { return known }
        do throws(AuthenticationError) {
            return try await made(session)
        } catch {
            // The backend session would be useless, so end it; failing to do so is harmless.
            try? await authority.signOut(session.credential)
            throw error
        }
    }

    /// Creates a user in the chat, and checks that the backend links the session to it.
    private func made(_ session: BackendSession) async throws(AuthenticationError) -> UserSession {
        guard let users, let alias = session.username.alias,
            let name = session.name ?? DisplayName(session.username.description)
        else { throw .notInChat }
        do throws(RegistrationError) {
            _ = try await UserRegistration(users).register(NewUser(alias: alias, name: name, avatarURL: nil))
        } catch {
            switch error {
            // The alias may be taken, and the backend may not permit creating users (unknown route).
            case .aliasTaken, .refused, .closed: throw .notInChat
            case .backend(let error):
                if case .unexpectedAnswer = error.reason { throw .notInChat }
                throw AuthenticationError(error)
            }
        }
        let checked: BackendSession?
        do throws(PasswordError) { checked = try await authority.check(session.credential) } catch {
            throw AuthenticationError(error)
        }
        guard let made = checked.flatMap({ UserSession($0) }) else { throw .notInChat }
        return made
    }
}

extension UserSession {
    /// `nil` if the person has no user in the chat.
    fileprivate init?(_ session: BackendSession) {
        guard let user = session.user else { return nil }
        self.init(user: user, credential: session.credential, expiresAt: session.expiresAt)
    }
}
