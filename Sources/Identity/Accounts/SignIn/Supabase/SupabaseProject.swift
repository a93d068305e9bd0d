public import Chat
import Cryptography
public import OpenID

/// A Supabase project behind a provider: it exchanges the provider's ID token for a session of its own.
public struct SupabaseProject: Sendable {
    let auth: SupabaseAuth

    public init(_ auth: SupabaseAuth) { self.auth = auth }

    /// Signs in at Supabase with the provider's ID token.
    ///
    /// - Parameters:
    ///   - nonce: the nonce whose hash the provider received.
    ///   - client: the browser's address.
    func proof(
        of proven: ProvenIdentity, nonce: Secret, client: String?
    ) async throws(ProviderError) -> Proof {
        guard let idToken = proven.grant.idToken else {
            throw ProviderError(.unavailable("no ID token"), during: .signIn, at: auth.provider)
        }
        let session = try await auth.signIn(
            idToken: idToken, from: auth.provider.description, nonce: nonce, client: client)
        let (identity, token) = (session.identity, session.grant.accessToken)
        let row = try await auth.row(of: identity.subject, token)
        // Apple sends the name once, and only in its own response.
        var profile = session.profile.completed(from: proven.profile)
        profile.subject = proven.identity.subject
        if let row { profile.take(row) }
        return Proof(
            .identity(identity), by: SignInMethodID(auth.provider), profile: profile,
            credential: .tokens(session.grant), claimedUser: row.flatMap { UserID($0.id) },
            newUser: row.flatMap { NewUser($0) })
    }

    /// Adds the person's row if it is missing. One that is there is left as it is: the table is its operator's.
    ///
    /// - Parameter profile: what is known of the person beside what they typed.
    /// - Returns: the user id in the chat.
    public func add(
        _ user: NewUser, _ profile: Profile, as identity: Identity, _ credential: Credential
    ) async throws(ProviderError) -> UserID? {
        guard let token = credential.grant?.accessToken else { return nil }
        if let row = try await auth.row(of: identity.subject, token) { return UserID(row.id) }
        var row = SupabaseRow(id: identity.subject)
        row.alias = user.alias.description
        row.name = user.name.description
        row.pictureURL = user.avatarURL
        row.email = profile.email
        row.subject = profile.subject
        do throws(ProviderError) {
            return UserID(try await auth.insert(row, token).id)
        } catch {
            // Another attempt may have added the row meanwhile. There is none if the alias is taken.
            guard error.isTaken, let row = try await auth.row(of: identity.subject, token) else { throw error }
            return UserID(row.id)
        }
    }
}

extension SupabaseProject: CredentialProvider {
    public func renew(_ holder: Sessions.Holder) async throws(ProviderError) -> Credential {
        .tokens(try await auth.refresh(try holder.grant(.refresh), client: holder.session.address).grant)
    }

    /// Throws if the session has ended.
    public func status(of holder: Sessions.Holder) async throws(ProviderError) -> CredentialStatus {
        let identity = try await auth.user(try holder.grant(.userInfo).accessToken)
        return identity == holder.session.identity ? .good : .over
    }

    public func revoke(_ credential: Credential) async throws(ProviderError) {
        if let grant = credential.grant { try await auth.signOut(grant.accessToken) }
    }
}

extension Profile {
    /// The person's own row takes precedence over provider data.
    fileprivate mutating func take(_ row: SupabaseRow) {
        name = row.name ?? name
        preferredUserName = row.alias ?? preferredUserName
        pictureURL = row.pictureURL ?? pictureURL
    }
}

extension NewUser {
    /// The new user that a row describes; `nil` if it is incomplete.
    fileprivate init?(_ row: SupabaseRow) {
        guard let alias = row.alias.flatMap({ Alias($0) }), let name = row.name.flatMap({ DisplayName($0) }) else {
            return nil
        }
        self.init(alias: alias, name: name, avatarURL: row.pictureURL)
    }
}
