import Bytes
public import Chat
public import Cryptography
public import HTTP
import JOSE

/// Supabase Auth: exchanges another provider's ID token for a session of its own.
public struct SupabaseAuth: Sendable {
    /// Which sessions a sign-out ends.
    public enum Scope: String, Sendable {
        /// This session.
        case local
        case others
        /// All sessions of the person.
        case global
    }

    /// The requested API version, which selects the format of errors; other formats are parsed, too.
    private static let apiVersion = "2024-01-01"

    public let provider: ProviderID
    /// The root of its routes, and the issuer of its identities.
    private let root: String
    private let apiKey: Secret
    private let wire: ProviderWire
    private let clock: Clock

    /// - Parameters:
    ///   - base: the project's URL, without `/auth/v1`.
    ///   - apiKey: the project's anonymous key.
    public init(
        _ provider: ProviderID, base: EndpointURL, apiKey: Secret, transport: any Transport, clock: Clock = .system
    ) {
        self.provider = provider
        let base = base.description
        root = (base.last == "/" ? String(base.dropLast()) : base) + "/auth/v1"
        self.apiKey = apiKey
        self.clock = clock
        wire = ProviderWire(provider: provider, transport: transport)
    }

    /// Signs in with an ID token that was just issued.
    ///
    /// - Parameters:
    ///   - name: Supabase's name for its issuer, such as `apple`.
    ///   - nonce: the raw nonce; the token has its SHA-256 (`Provider.NonceForm.sha256`).
    ///   - client: the browser's address, because Supabase limits sign-ins by address.
    public func signIn(
        idToken: Secret, from name: String, nonce: Secret, client: String?
    ) async throws(ProviderError) -> SupabaseSession {
        let body: JSON = [
            "provider": .string(name), "id_token": .string(idToken.revealed), "nonce": .string(nonce.revealed),
        ]
        return try session(try await ask("/token?grant_type=id_token", body, client: client, during: .signIn))
    }

    /// Refreshes the tokens. Concurrent callers must share one call: a refresh token is valid once, and a second use
    /// ends the session.
    public func refresh(_ grant: TokenGrant, client: String? = nil) async throws(ProviderError) -> SupabaseSession {
        guard let token = grant.refreshToken else {
            throw ProviderError(.sessionEnded(code: "expired"), during: .refresh, at: provider)
        }
        let body: JSON = ["refresh_token": .string(token.revealed)]
        return try session(
            try await ask("/token?grant_type=refresh_token", body, client: client, during: .refresh))
    }

    /// The owner of the access token, as the service knows them now.
    /// - Throws: `sessionEnded` if the session was signed out elsewhere, `userNotFound` if the person was deleted.
    public func user(_ accessToken: Secret) async throws(ProviderError) -> SupabaseUser {
        let answer = try await send(request(.get, "/user", accessToken: accessToken), during: .userInfo)
        return try user(answer, during: .userInfo)
    }

    /// Ends sessions at the service; idempotent.
    public func signOut(_ accessToken: Secret, _ scope: Scope = .local) async throws(ProviderError) {
        let request = request(.post, "/logout?scope=\(scope.rawValue)", accessToken: accessToken)
        let answer = try await wire.send(request, during: .signOut)
        if answer.status.isSuccess { return }
        let failure = self.failure(answer, during: .signOut)
        switch failure.reason {
        case .sessionEnded, .userNotFound: return
        default: throw failure
        }
    }

    private func ask(
        _ path: String, _ body: JSON, client: String?, during operation: ProviderError.Operation
    ) async throws(ProviderError) -> JSON {
        var request = request(.post, path)
        request.headers[.contentType] = "\(MediaType.json)"
        if let client { request.headers["X-Forwarded-For"] = client }
        request.body = body.bytes
        return try await send(request, during: operation)
    }

    private func request(_ method: Method, _ path: String, accessToken: Secret? = nil) -> ClientRequest {
        var headers: HeaderFields = ["apikey": apiKey.revealed, "X-Supabase-Api-Version": Self.apiVersion]
        if let accessToken { headers[.authorization] = "Bearer \(accessToken.revealed)" }
        return ClientRequest(method, root + path, headers: headers)
    }

    private func send(
        _ request: ClientRequest, during operation: ProviderError.Operation
    ) async throws(ProviderError) -> JSON {
        let answer = try await wire.send(request, during: operation)
        guard answer.status == .ok else { throw failure(answer, during: operation) }
        guard let json = answer.json, json.object != nil else {
            throw ProviderError(.invalidAnswer("not a JSON object"), during: operation, at: provider)
        }
        return json
    }

    private func session(_ answer: JSON) throws(ProviderError) -> SupabaseSession {
        guard let grant = TokenGrant(answer, now: clock.now()), grant.refreshToken != nil,
            let json = answer["user"]
        else { throw ProviderError(.invalidAnswer("no session"), during: .signIn, at: provider) }
        return SupabaseSession(grant: grant, user: try user(json, during: .signIn))
    }

    private func user(_ json: JSON, during operation: ProviderError.Operation) throws(ProviderError) -> SupabaseUser {
        guard let identity = json["id"]?.string.flatMap({ Identity(issuer: root, subject: $0) }) else {
            throw ProviderError(.invalidAnswer("no user"), during: operation, at: provider)
        }
        return SupabaseUser(json, identity)
    }

    private func failure(
        _ answer: ProviderWire.Response, during operation: ProviderError.Operation
    ) -> ProviderError {
        let reason = SupabaseErrorResponse(answer).flatMap { $0.reason(retryAfter: answer.retryAfter) }
        return reason.map { ProviderError($0, during: operation, at: provider) }
            ?? wire.failure(answer, during: operation)
    }
}

/// A session at Supabase.
public struct SupabaseSession: Sendable, Equatable {
    public let grant: TokenGrant
    public let user: SupabaseUser
}

/// A person at Supabase.
public struct SupabaseUser: Sendable, Equatable {
    public let identity: Identity
    public let profile: Profile

    init(_ json: JSON, _ identity: Identity) {
        self.identity = identity
        // The profile from the original provider; the person may change it.
        var profile = Profile(json["user_metadata"] ?? [:])
        if let email = Profile(json).email { profile.email = email }
        profile.isEmailVerified = json["email_confirmed_at"]?.string != nil
        self.profile = profile
    }
}
