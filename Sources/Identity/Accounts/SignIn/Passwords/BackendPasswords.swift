public import Chat
public import Cryptography

/// Sign-in with a name and a password that the chat's own backend knows.
///
/// What the backend gave for it stays with the session, and goes with each request in that person's name.
public struct BackendPasswords: PasswordMethod, PasswordRegistration {
    public let id = SignInMethodID.password
    public let nameKind = PasswordNameKind.userName
    let authority: any PasswordAuthority
    private let users: any UserRepository
    private let makesUsers: Bool

    /// - Parameters:
    ///   - users: the chat's people.
    ///   - makesUsers: whether who has an account and is not in the chat yet is put there.
    public init(_ authority: any PasswordAuthority, users: any UserRepository, makesUsers: Bool) {
        self.authority = authority
        self.users = users
        self.makesUsers = makesUsers
    }

    public func signIn(_ name: String, _ password: Secret, from address: String?) async throws(SignInError) -> Proof {
        guard let name = Username(name), let password = Password(password.revealed) else { throw .wrongCredentials }
        let session: BackendSession
        do throws(PasswordError) {
            session = try await authority.signIn(name, password, from: address)
        } catch {
            throw SignInError(error)
        }
        return try await proof(session)
    }

    public func signUp(_ account: NewAccount, from address: String?) async throws(SignUpError) -> Proof {
        let session: BackendSession
        do throws(PasswordError) {
            session = try await authority.signUp(account, from: address)
        } catch {
            throw error.reason == .unverifiedEmail ? .notAdmitted(.unverifiedEmail) : .refused(error)
        }
        do throws(SignInError) { return try await proof(session) } catch { throw .notAdmitted(error) }
    }

    private func proof(_ session: BackendSession) async throws(SignInError) -> Proof {
        if let user = session.user { return Self.proof(user, session) }
        do throws(SignInError) {
            return try await made(session)
        } catch {
            // Nobody is to hold a session that leads nowhere. That the backend can't be told now is no harm.
            try? await authority.signOut(session.credential)
            throw error
        }
    }

    /// Puts somebody into the chat, and sees whether the backend knows them by it.
    private func made(_ session: BackendSession) async throws(SignInError) -> Proof {
        guard makesUsers, let alias = session.username.alias,
            let name = session.name ?? DisplayName(session.username.description)
        else { throw .notInChat }
        do throws(ChatError) {
            _ = try await users.register(NewUser(alias: alias, name: name, avatarURL: nil))
        } catch {
            switch error.reason {
            // The alias may be somebody else's, and backends need not let anybody make people (an unknown route).
            case .aliasTaken, .invalid, .forbidden, .notFound, .unexpectedAnswer: throw .notInChat
            default: throw .backend(error)
            }
        }
        let checked: BackendSession?
        do throws(PasswordError) { checked = try await authority.check(session.credential) } catch {
            throw SignInError(error)
        }
        guard let checked, let user = checked.user else { throw .notInChat }
        return Self.proof(user, checked)
    }

    private static func proof(_ user: User, _ session: BackendSession) -> Proof {
        let credential = Credential.cookie(Secret(session.credential.revealed), expiresAt: session.expiresAt)
        return Proof(.user(user), by: .password, credential: credential)
    }
}

extension SignInError {
    /// What a refusal of a password means for the one who wants to come in.
    init(_ error: PasswordError) {
        switch error.reason {
        // No account has such a name, nor such a password: it is not told which.
        case .wrongCredentials, .malformedName, .malformedEmail, .nameTaken, .emailTaken, .passwordTooShort,
            .passwordTooLong, .weakPassword:
            self = .wrongCredentials
        case .unverifiedEmail: self = .unverifiedEmail
        case .tooManyAttempts(let time): self = .tooMany(retryAfter: time ?? Self.standardWait)
        case .forbidden: self = .disabled
        case .backend(let error): self = .backend(error)
        }
    }

    /// Where nobody says how long.
    private static let standardWait = Duration.seconds(60)
}
