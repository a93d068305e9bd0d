import Bytes
public import Chat
import Cryptography
public import HTTP
public import JOSE
import Synchronization

/// A stand-in for Supabase Auth that keeps sessions as the service does: refresh tokens that are good once, a family
/// that ends when one comes twice, and the nonce compared by its hash.
public final class SupabaseStand: Sendable {
    struct Session: Sendable {
        let user: String
        var refreshToken: String
        /// The one before: the parent of the active token may be used again.
        var parent: String?
        var retired: Set<String> = []
        var accessTokens: Set<String> = []
    }

    struct State: Sendable {
        var sessions: [String: Session] = [:]
        var users: Set<String> = []
        var refreshes = 0
        var isLimiting = false
        /// The table `users`, by id.
        var rows: [String: JSON] = [:]
        /// Whether PostgREST takes every access token for expired.
        var areExpired = false
        var isReadOnly = false
        /// Whether PostgREST answers nothing but that it is out of order.
        var isDown = false
        /// Whether rows may be compared by their settings: those of the type `json` may not.
        var comparesSettings = true
        /// Called once, with the row that was just read: somebody else changes it.
        var interference: (@Sendable (JSON) -> JSON)?
        /// `nil`: it takes any.
        var columns: Set<String>?
        var clients: [String?] = []
    }

    public let apiKey = "anon"
    private let trusted: KeySet
    private let clock: Clock
    let state = Mutex(State())

    /// - Parameter trusted: the keys of the provider whose ID tokens it takes.
    public init(trusting trusted: KeySet, clock: Clock) {
        self.trusted = trusted
        self.clock = clock
    }

    /// How many refreshes gave new tokens.
    public var refreshes: Int { state.withLock { $0.refreshes } }

    /// Answers with 429 from now on, or no longer.
    public func limit(_ isLimiting: Bool) { state.withLock { $0.isLimiting = isLimiting } }

    /// Ends every session, as a sign-out elsewhere does.
    public func endSessions() { state.withLock { $0.sessions = [:] } }

    public var sessionCount: Int { state.withLock { $0.sessions.count } }

    /// Where the sign-ins came from, as the gateway says.
    public var clients: [String?] { state.withLock { $0.clients } }

    /// Takes a person away, as an administrator does.
    public func remove(user: String) { state.withLock { _ = $0.users.remove(user) } }

    public var handler: Handler {
        { request in
            let answer = self.answer(request)
            return request.headers[Self.version] == Self.newest ? answer : answer.withOldErrors
        }
    }

    /// Which form of errors is asked for, and told.
    private static let version: FieldName = "X-Supabase-Api-Version"
    private static let newest = "2024-01-01"

    private func answer(_ request: Request) -> Response {
        guard request.headers["apikey"] == apiKey else {
            return .json(.unauthorized, ["message": "No API key found in request"])
        }
        if state.withLock({ $0.isLimiting }) {
            return refusal(.tooManyRequests, "over_request_rate_limit", "Request rate limit reached")
        }
        if request.target.rawPath == "/rest/v1/users" { return table(request) }
        switch (request.method, request.target.rawPath, request.target.query["grant_type"]) {
        case (.post, "/auth/v1/token", "id_token"):
            state.withLock { $0.clients.append(request.headers["X-Forwarded-For"]) }
            return signIn(request.jsonBody)
        case (.post, "/auth/v1/token", "refresh_token"): return refresh(request.jsonBody)
        case (.get, "/auth/v1/user", _): return user(request)
        case (.post, "/auth/v1/logout", _): return signOut(request)
        default: return .text(.notFound, "404 page not found")
        }
    }

    private func signIn(_ body: JSON) -> Response {
        guard let text = body["id_token"]?.string, let token = try? CompactToken(text),
            let claims = try? token.verified(with: trusted, allowing: [.rs256, .es256]).claims,
            let subject = claims["sub"]?.string
        else { return .json(.badRequest, ["error": "invalid request", "error_description": "Bad ID token"]) }
        let hash = body["nonce"]?.string.map { Hexadecimal.encode(SHA256.hash(Array($0.utf8))) }
        guard claims["nonce"]?.string == hash else {
            return .json(.badRequest, ["error": "invalid nonce", "error_description": "Nonces mismatch"])
        }
        let id = Secret.random(bytes: 8).revealed
        return state.withLock { state in
            state.users.insert(subject)
            state.sessions[id] = Session(user: subject, refreshToken: "")
            return grant(id, &state)
        }
    }

    private func refresh(_ body: JSON) -> Response {
        let token = body["refresh_token"]?.string ?? ""
        return state.withLock { state in
            guard
                let (id, session) = state.sessions.first(where: {
                    $0.value.refreshToken == token || $0.value.parent == token || $0.value.retired.contains(token)
                })
            else { return refusal(.badRequest, "refresh_token_not_found", "Invalid Refresh Token") }
            if session.retired.contains(token) {
                state.sessions[id] = nil
                return refusal(.badRequest, "refresh_token_already_used", "Already Used")
            }
            guard state.users.contains(session.user) else {
                return refusal(.forbidden, "user_not_found", "User from sub claim in JWT does not exist")
            }
            state.refreshes += 1
            return grant(id, &state)
        }
    }

    private func grant(_ id: String, _ state: inout State) -> Response {
        guard var session = state.sessions[id] else { return Response(.internalServerError) }
        let access = Secret.random(bytes: 16).revealed
        if let parent = session.parent { session.retired.insert(parent) }
        session.parent = session.refreshToken.isEmpty ? nil : session.refreshToken
        session.refreshToken = Secret.random(bytes: 9).revealed
        session.accessTokens.insert(access)
        state.sessions[id] = session
        return .json(
            .ok,
            [
                "access_token": .string(access), "token_type": "bearer", "expires_in": 3_600,
                "expires_at": .number(Double(clock.now().milliseconds / 1_000 + 3_600)),
                "refresh_token": .string(session.refreshToken), "user": user(session.user),
            ])
    }

    private func user(_ id: String) -> JSON {
        [
            "id": .string(id), "aud": "authenticated", "role": "authenticated", "email": "hanako@example.test",
            "email_confirmed_at": "2026-01-01T00:00:00Z", "created_at": "2026-01-01T00:00:00Z",
            "app_metadata": ["provider": "apple"], "user_metadata": ["name": "Hanako"],
        ]
    }

    private func user(_ request: Request) -> Response {
        state.withLock { state in
            guard let (_, session) = session(of: request, state) else { return unknown(request) }
            guard state.users.contains(session.user) else {
                return refusal(.forbidden, "user_not_found", "User from sub claim in JWT does not exist")
            }
            return .json(.ok, user(session.user))
        }
    }

    private func signOut(_ request: Request) -> Response {
        state.withLock { state in
            guard let (id, session) = session(of: request, state) else { return unknown(request) }
            switch request.target.query["scope"] {
            case "local": state.sessions[id] = nil
            case "others": state.sessions = state.sessions.filter { $0.key == id || $0.value.user != session.user }
            default: state.sessions = state.sessions.filter { $0.value.user != session.user }
            }
            return Response(.noContent)
        }
    }

    func session(of request: Request, _ state: State) -> (String, Session)? {
        let token = (request.headers["Authorization"] ?? "").dropFirst("Bearer ".count)
        return state.sessions.first { $0.value.accessTokens.contains(String(token)) }
    }

    private func unknown(_ request: Request) -> Response {
        request.headers["Authorization"] == nil
            ? refusal(.unauthorized, "no_authorization", "This endpoint requires a Bearer token")
            : refusal(.forbidden, "session_not_found", "Session from session_id claim in JWT does not exist")
    }

    private func refusal(_ status: Status, _ code: String, _ message: String) -> Response {
        var answer = Response.json(status, ["code": .string(code), "message": .string(message)])
        answer.headers[Self.version] = Self.newest
        return answer
    }
}

extension Response {
    /// `{"code":"…","message":"…"}` as it was before API version 2024-01-01: `{"code":400,"error_code":"…","msg":"…"}`.
    fileprivate var withOldErrors: Response {
        guard headers["X-Supabase-Api-Version"] != nil, let json = JSON(parsing: body), let code = json["code"],
            let message = json["message"]
        else { return self }
        return .json(status, ["code": .number(Double(status.rawValue)), "error_code": code, "msg": message])
    }
}

extension Request {
    var jsonBody: JSON {
        if case .bytes(let bytes) = body { JSON(parsing: bytes) ?? .null } else { .null }
    }
}
