import Bytes
public import Chat
public import Cryptography
public import HTTP
import JOSE

/// A Supabase project: exchanges another provider's ID token for a session of its own (Supabase Auth), and reads and adds
/// rows of its table `users`.
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
    /// The project's URL, without a slash at its end.
    let base: String
    let apiKey: Secret
    let columns: SupabaseColumns
    let wire: ProviderWire
    private let clock: Clock
    /// The root of the routes of Supabase Auth, and the issuer of its identities.
    private var root: String { base + "/auth/v1" }

    /// - Parameters:
    ///   - base: the project's URL.
    ///   - apiKey: the project's anonymous key.
    ///   - columns: those of its table `users`.
    public init(
        _ provider: ProviderID, base: EndpointURL, apiKey: Secret, columns: SupabaseColumns = .chat,
        transport: any Transport, clock: Clock = .system
    ) {
        self.provider = provider
        let base = base.description
        self.base = base.last == "/" ? String(base.dropLast()) : base
        self.apiKey = apiKey
        self.columns = columns
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
    ) async throws(ProviderError) -> ProvenIdentity {
        let body: JSON = [
            "provider": .string(name), "id_token": .string(idToken.revealed), "nonce": .string(nonce.revealed),
        ]
        return try session(try await ask("/token?grant_type=id_token", body, client: client, during: .signIn))
    }

    /// Refreshes the tokens. Concurrent callers must share one call: a refresh token is valid once, and a second use
    /// ends the session.
    public func refresh(_ grant: TokenGrant, client: String? = nil) async throws(ProviderError) -> ProvenIdentity {
        guard let token = grant.refreshToken else {
            throw ProviderError(.sessionEnded(code: "expired"), during: .refresh, at: provider)
        }
        let body: JSON = ["refresh_token": .string(token.revealed)]
        return try session(
            try await ask("/token?grant_type=refresh_token", body, client: client, during: .refresh))
    }

    /// The owner of the access token, as the service knows them now.
    /// - Throws: `sessionEnded` if the session was signed out elsewhere, `userNotFound` if the person was deleted.
    public func user(_ accessToken: Secret) async throws(ProviderError) -> Identity {
        try identity(
            try await send(request(.get, "/user", accessToken: accessToken), during: .userInfo), during: .userInfo)
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

    private func session(_ answer: JSON) throws(ProviderError) -> ProvenIdentity {
        guard let grant = TokenGrant(answer, now: clock.now()), grant.refreshToken != nil,
            let json = answer["user"]
        else { throw ProviderError(.invalidAnswer("no session"), during: .signIn, at: provider) }
        return ProvenIdentity(
            identity: try identity(json, during: .signIn), profile: Profile(supabase: json), grant: grant, idToken: nil)
    }

    private func identity(
        _ json: JSON, during operation: ProviderError.Operation
    ) throws(ProviderError) -> Identity {
        guard let identity = json["id"]?.string.flatMap({ Identity(issuer: root, subject: $0) }) else {
            throw ProviderError(.invalidAnswer("no user"), during: operation, at: provider)
        }
        return identity
    }

    private func failure(
        _ answer: ProviderWire.Response, during operation: ProviderError.Operation
    ) -> ProviderError {
        answer.supabaseReason.map { ProviderError($0, during: operation, at: provider) }
            ?? wire.failure(answer, during: operation)
    }
}

extension Profile {
    /// The profile of a person at Supabase: from the original provider, though the person may change it.
    fileprivate init(supabase user: JSON) {
        self.init(user["user_metadata"] ?? [:])
        if let email = Profile(user).email { self.email = email }
        isEmailVerified = user["email_confirmed_at"]?.string != nil
    }
}
