public import Chat
public import Cryptography
public import OpenID

/// Sign-in with a username and a password that the chat's own backend verifies.
///
/// The session holds the backend's cookie, which is sent with each request on behalf of the person.
public struct BackendPasswords: PasswordMethod, PasswordChange {
    public let id = SignInMethodID.password
    public let nameKind = PasswordNameKind.userName
    private let service: PasswordAuthentication
    private let authority: any PasswordAuthority

    /// - Parameters:
    ///   - users: the users of the chat.
    ///   - makesUsers: whether a person with an account and without a user in the chat gets one.
    public init(_ authority: any PasswordAuthority, users: any UserRepository, makesUsers: Bool) {
        service = PasswordAuthentication(authority, makingUsersIn: makesUsers ? users : nil)
        self.authority = authority
    }

    public func signIn(_ name: String, _ password: Secret, from address: String?) async throws(SignInError) -> Proof {
        do throws(AuthenticationError) {
            let credentials = try PasswordCredentials(name, password.revealed, from: address)
            return Self.proof(try await service.signIn(with: credentials))
        } catch {
            throw SignInError(error)
        }
    }

    /// Creates an account.
    /// - Returns: the proof for signing in.
    public func signUp(_ account: NewAccount, from address: String?) async throws(SignUpError) -> Proof {
        Self.proof(try await service.register(account, from: address))
    }

    private static func proof(_ session: UserSession) -> Proof {
        Proof(
            .user(session.user), by: .password,
            credential: session.credential.map { Credential($0, expiresAt: session.expiresAt) })
    }

    public func change(
        _ current: Password, to new: Password, _ credential: Credential, from address: String?
    ) async throws(PasswordError) -> Credential {
        guard let cookie = credential.backend else { throw PasswordError(.forbidden, during: .change) }
        let session = try await authority.change(current, to: new, cookie, from: address)
        return Credential(session.credential, expiresAt: session.expiresAt)
    }
}

extension BackendPasswords: CredentialProvider {
    /// `nil`: the backend extends its sessions when they are used.
    public func expiry(of credential: Credential) -> Timestamp? { nil }

    public func renew(_ holder: Sessions.Holder) async throws(ProviderError) -> Credential { holder.credential }

    public func status(of holder: Sessions.Holder) async throws(ProviderError) -> CredentialStatus {
        guard let cookie = holder.credential.backend else { return .good }
        do throws(AuthenticationError) {
            return try await service.session(of: holder.session.user, cookie) == nil ? .over : .good
        } catch {
            throw Self.failure("\(error)", .userInfo)
        }
    }

    public func revoke(_ credential: Credential) async throws(ProviderError) {
        guard let cookie = credential.backend else { return }
        do throws(PasswordError) { try await authority.signOut(cookie) } catch {
            throw Self.failure("\(error)", .signOut)
        }
    }

    /// An error of the backend, as that of a provider: only a definite answer ends a session.
    private static func failure(_ error: String, _ operation: ProviderError.Operation) -> ProviderError {
        ProviderError(.unreachable(error), during: operation, at: SignInMethodID.password.provider)
    }
}

extension Credential {
    fileprivate init(_ credential: BackendCredential, expiresAt: Timestamp?) {
        self = .cookie(Secret(credential.revealed), expiresAt: expiresAt)
    }

    /// The backend's cookie, if this is one.
    fileprivate var backend: BackendCredential? {
        if case .cookie(let cookie, _) = self { BackendCredential(cookie.revealed) } else { nil }
    }
}
