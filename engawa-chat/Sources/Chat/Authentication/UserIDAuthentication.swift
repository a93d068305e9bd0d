import Bytes

/// Sign-in with a User ID or an alias and without proof, for backends that take the caller's word.
public struct UserIDAuthentication: AuthenticationService {
    private let users: any UserRepository

    public init(users: any UserRepository) { self.users = users }

    /// Signs in the user with this id or alias, typed in any case and with any white space.
    ///
    /// - Throws: `.empty`, `.malformedUserID`, `.unknownUser`, `.unreachable`, `.backend`.
    public func signIn(with typed: String) async throws(AuthenticationError) -> UserSession {
        let name = String(
            String.UnicodeScalarView(typed.unicodeScalars.filter { !$0.properties.isWhitespace })
        ).asciiLowercased
        guard !name.isEmpty else { throw .empty }
        do throws(ChatError) {
            if let id = UserID(name) { return UserSession(user: try await users.user(id)) }
            if let alias = Alias(name) { return UserSession(user: try await users.user(alias: alias)) }
        } catch {
            throw error.reason == .notFound ? .unknownUser : AuthenticationError(error)
        }
        throw .malformedUserID
    }

    /// The session with the user's present profile; `nil` if the user was deleted.
    public func check(_ session: UserSession) async throws(AuthenticationError) -> UserSession? {
        do throws(ChatError) {
            return try await users.existing(session.user.id).map { UserSession(user: $0) }
        } catch {
            throw AuthenticationError(error)
        }
    }

    /// Does nothing: the backend knows no sessions.
    public func signOut(_ session: UserSession) async throws(AuthenticationError) {}
}

extension UserRepository {
    /// The user; `nil` if there is no such user (any more).
    public func existing(_ id: UserID) async throws(ChatError) -> User? {
        do throws(ChatError) { return try await user(id) } catch {
            guard error.reason == .notFound else { throw error }
            return nil
        }
    }
}
