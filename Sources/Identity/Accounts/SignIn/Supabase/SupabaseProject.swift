public import Chat
import Cryptography
public import OpenID

/// A Supabase project behind a provider: it takes the provider's ID token, and from then on its own session counts.
public struct SupabaseProject: Sendable {
    let auth: SupabaseAuth
    let users: SupabaseUsers

    public init(_ auth: SupabaseAuth, users: SupabaseUsers) {
        self.auth = auth
        self.users = users
    }

    /// Who somebody is at Supabase who has proven who they are at the provider.
    ///
    /// - Parameters:
    ///   - nonce: the raw one, of which the provider got the hash.
    ///   - client: the browser's address.
    func proof(
        of proven: ProvenIdentity, nonce: Secret, client: String?
    ) async throws(ProviderError) -> Proof {
        guard let idToken = proven.grant.idToken else {
            throw ProviderError(.unavailable("no ID token"), during: .signIn, at: auth.provider)
        }
        let session = try await auth.signIn(
            idToken: idToken, from: auth.provider.description, nonce: nonce, client: client)
        let (identity, token) = (session.user.identity, session.grant.accessToken)
        let row = try await users.row(of: identity.subject, token)
        // Apple says the name once, and only here.
        var profile = session.user.profile.completed(from: proven.profile)
        if let row { profile.take(row) }
        return Proof(
            .identity(identity), by: SignInMethodID(auth.provider), profile: profile,
            credential: .tokens(session.grant), claimedUser: row.flatMap { UserID($0.id) },
            newUser: row.flatMap { NewUser($0) })
    }

    /// Adds the person's row, where there is none yet.
    ///
    /// - Returns: the id by which the chat may know them.
    public func add(
        _ user: NewUser, as identity: Identity, _ credential: Credential
    ) async throws(ProviderError) -> UserID? {
        guard let token = credential.grant?.accessToken else { return nil }
        let row = SupabaseRow(
            id: identity.subject, alias: user.alias.description, name: user.name.description,
            pictureURL: user.avatarURL)
        do throws(ProviderError) {
            return UserID(try await users.insert(row, token).id)
        } catch {
            // Of an attempt before this one. Where it is the alias that is taken, there is none.
            guard error.isTaken, let row = try await users.row(of: identity.subject, token) else { throw error }
            return UserID(row.id)
        }
    }
}

extension SupabaseProject: CredentialKeeper {
    public func renew(_ holder: Sessions.Holder) async throws(ProviderError) -> Credential {
        .tokens(try await auth.refresh(try grant(holder, .refresh), client: holder.session.address).grant)
    }

    /// Throws where it has ended: the service says so itself.
    public func standing(of holder: Sessions.Holder) async throws(ProviderError) -> CredentialStanding {
        let user = try await auth.user(try grant(holder, .userInfo).accessToken)
        return user.identity == holder.session.identity ? .good : .over
    }

    public func revoke(_ credential: Credential) async throws(ProviderError) {
        if let grant = credential.grant { try await auth.signOut(grant.accessToken) }
    }

    private func grant(
        _ holder: Sessions.Holder, _ operation: ProviderError.Operation
    ) throws(ProviderError) -> TokenGrant {
        guard let grant = holder.credential.grant else {
            throw ProviderError(.unavailable("no tokens"), during: operation, at: auth.provider)
        }
        return grant
    }
}

extension Profile {
    /// What the person's own row says goes before what providers say.
    fileprivate mutating func take(_ row: SupabaseRow) {
        name = row.name ?? name
        preferredUserName = row.alias ?? preferredUserName
        pictureURL = row.pictureURL ?? pictureURL
    }
}

extension NewUser {
    /// Whom a row describes; `nil` where it says too little.
    fileprivate init?(_ row: SupabaseRow) {
        guard let alias = row.alias.flatMap({ Alias($0) }), let name = row.name.flatMap({ DisplayName($0) }) else {
            return nil
        }
        self.init(alias: alias, name: name, avatarURL: row.pictureURL)
    }
}
