public import Chat
public import Cryptography
public import OpenID

/// Sign-in with a username and a password that the chat's own backend verifies.
///
/// The session holds the backend's cookie, which is sent with each request on behalf of the person.
public struct BackendPasswords: PasswordMethod, PasswordChange {
    public let id = SignInMethodID.password
    public let nameKind = PasswordNameKind.userName
    private let authority: any PasswordAuthority
    private let users: any UserRepository
    private let makesUsers: Bool

    /// - Parameters:
    ///   - users: the users of the chat.
    ///   - makesUsers: whether a person with an account and without a user in the chat gets one.
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

    /// Creates an account.
    /// - Returns: the proof for signing in.
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
            // The backend session would be useless, so end it; failing to do so is harmless.
            try? await authority.signOut(session.credential)
            throw error
        }
    }

    /// Creates a user in the chat, and checks that the backend links the session to it.
    private func made(_ session: BackendSession) async throws(SignInError) -> Proof {
        guard makesUsers, let alias = session.username.alias,
            let name = session.name ?? DisplayName(session.username.description)
        else { throw .notInChat }
        do throws(ChatError) {
            _ = try await users.register(NewUser(alias: alias, name: name, avatarURL: nil))
        } catch {
            switch error.reason {
            // The alias may be taken, and the backend may not permit creating users (unknown route).
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
        Proof(.user(user), by: .password, credential: Credential(session))
    }

    public func change(
        _ current: Password, to new: Password, _ credential: Credential, from address: String?
    ) async throws(PasswordError) -> Credential {
        guard let cookie = credential.backend else { throw PasswordError(.forbidden, during: .change) }
        return Credential(try await authority.change(current, to: new, cookie, from: address))
    }
}

extension BackendPasswords: CredentialProvider {
    /// `nil`: the backend extends its sessions when they are used.
    public func expiry(of credential: Credential) -> Timestamp? { nil }

    public func renew(_ holder: Sessions.Holder) async throws(ProviderError) -> Credential { holder.credential }

    public func status(of holder: Sessions.Holder) async throws(ProviderError) -> CredentialStatus {
        guard let cookie = holder.credential.backend else { return .good }
        do throws(PasswordError) {
            return try await authority.check(cookie)?.user?.id == holder.session.user ? .good : .over
        } catch {
            throw Self.failure(error, .userInfo)
        }
    }

    public func revoke(_ credential: Credential) async throws(ProviderError) {
        guard let cookie = credential.backend else { return }
        do throws(PasswordError) { try await authority.signOut(cookie) } catch { throw Self.failure(error, .signOut) }
    }

    /// An error of the backend, as that of a provider: only a definite answer ends a session.
    private static func failure(_ error: PasswordError, _ operation: ProviderError.Operation) -> ProviderError {
        ProviderError(.unreachable(error.description), during: operation, at: SignInMethodID.password.provider)
    }
}

extension Credential {
    fileprivate init(_ session: BackendSession) {
        self = .cookie(Secret(session.credential.revealed), expiresAt: session.expiresAt)
    }

    /// The backend's cookie, if this is one.
    fileprivate var backend: BackendCredential? {
        if case .cookie(let cookie, _) = self { BackendCredential(cookie.revealed) } else { nil }
    }
}

extension SignInError {
    /// The meaning of a password error for sign-in.
    init(_ error: PasswordError) {
        switch error.reason {
        // No account has such a name or such a password; which of them is wrong is not revealed.
        case .wrongCredentials, .malformedName, .malformedEmail, .nameTaken, .emailTaken, .passwordTooShort,
            .passwordTooLong, .weakPassword:
            self = .wrongCredentials
        case .unverifiedEmail: self = .unverifiedEmail
        case .tooManyAttempts(let time): self = .tooMany(retryAfter: time ?? Self.standardWait)
        case .forbidden: self = .disabled
        case .backend(let error): self = .backend(error)
        }
    }

    /// If the authority returns no time.
    private static let standardWait = Duration.seconds(60)
}
