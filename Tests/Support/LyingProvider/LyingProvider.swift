public import Bytes
public import Chat
import Cryptography
public import HTTP
public import JOSE
import Synchronization

/// An identity provider of the tests' own. It is honest and strict until it is told to lie.
public final class LyingProvider: Sendable {
    /// What it says instead of the truth.
    public struct Lies: Sendable {
        /// Changes what an ID token claims.
        public var claims: @Sendable (inout [String: JSON]) -> Void = { _ in }
        /// Changes the discovery document.
        public var discovery: @Sendable (inout [String: JSON]) -> Void = { _ in }
        /// Signs, or does something else.
        public var token: @Sendable ([String: JSON], SigningKey) throws -> String = { try $1.sign($0, type: "JWT") }
        /// Changes what userinfo says.
        public var userInfo: @Sendable (inout [String: JSON]) -> Void = { _ in }
        /// Changes what the token endpoint grants.
        public var grant: @Sendable (inout [String: JSON]) -> Void = { _ in }
        /// Answers that are given instead, by path.
        public var answers: [String: Response] = [:]
        /// How long each answer takes, by path.
        public var delays: [String: Duration] = [:]

        public init() {}
    }

    struct Code: Sendable {
        let challenge: String
        let nonce: String?
        let redirectURI: String
    }

    struct State: Sendable {
        var lies = Lies()
        var keys: [SigningKey]
        var codes: [String: Code] = [:]
        var refreshTokens: [String: String?] = [:]
        var accessTokens: Set<String> = []
        var revoked: [String] = []
        var requests: [Request] = []
        var issued: Set<String> = []
    }

    public let issuer: String
    public let clientID = "engawa"
    public let clientSecret = "s e:cret/+"
    public let subject = "subject-1"
    let clock: Clock
    let state: Mutex<State>

    /// - Parameter key: what it signs with.
    public init(issuer: String = "https://provider.test", key: SigningKey, clock: Clock) {
        self.issuer = issuer
        self.clock = clock
        state = Mutex(State(keys: [key]))
    }

    public func lie(_ change: (inout Lies) -> Void) { state.withLock { change(&$0.lies) } }

    /// Publishes other keys, and signs with the first of them.
    public func rotate(to keys: [SigningKey]) { state.withLock { $0.keys = keys } }

    /// Ends all sessions there, as an administrator would: no token is good any more.
    public func endSessions() {
        state.withLock { state in
            state.refreshTokens = [:]
            state.accessTokens = []
        }
    }

    /// The requests for `path` so far.
    public func requests(for path: String) -> [Request] {
        state.withLock { $0.requests.filter { $0.target.rawPath == path } }
    }

    /// All codes and tokens that it has given out: nobody else is to see them.
    public var issued: Set<String> { state.withLock { $0.issued } }

    public var revoked: [String] { state.withLock { $0.revoked } }

    /// Signs anything with the first key.
    public func sign(_ claims: [String: JSON]) throws -> String {
        let (lies, key) = state.withLock { ($0.lies, $0.keys[0]) }
        return try lies.token(claims, key)
    }

    /// The path of the issuer's URL, behind which the endpoints are.
    private var basePath: Substring { issuer.dropFirst("https://".count).drop { $0 != "/" } }

    public var handler: Handler {
        { request in
            let lies = self.state.withLock { state in
                state.requests.append(request)
                return state.lies
            }
            let path = String(request.target.rawPath.dropFirst(self.basePath.count))
            if let delay = lies.delays[path] { try? await Task.sleep(for: delay) }
            if let answer = lies.answers[path] { return answer }
            do {
                return try self.answer(request, path, lies)
            } catch {
                return .text(.internalServerError, "the provider of the tests failed: \(error)")
            }
        }
    }

    private func answer(_ request: Request, _ path: String, _ lies: Lies) throws -> Response {
        switch path {
        case "/.well-known/openid-configuration": return discovery(lies)
        case "/keys":
            let keys = state.withLock { KeySet($0.keys.map(\.verificationKey)) }
            return .json(.ok, keys.json)
        case "/token": return try token(request, lies)
        case "/userinfo": return userInfo(request, lies)
        case "/revoke": return revoke(request)
        default: return .text(.notFound, "no such path")
        }
    }

    private func discovery(_ lies: Lies) -> Response {
        var document: [String: JSON] = [
            "issuer": .string(issuer), "authorization_endpoint": .string(issuer + "/authorize"),
            "token_endpoint": .string(issuer + "/token"), "userinfo_endpoint": .string(issuer + "/userinfo"),
            "jwks_uri": .string(issuer + "/keys"), "revocation_endpoint": .string(issuer + "/revoke"),
            "end_session_endpoint": .string(issuer + "/logout?theme=dark"),
            "id_token_signing_alg_values_supported": ["RS256", "PS256", "ES256", "HS256", "none"],
            "authorization_response_iss_parameter_supported": true,
        ]
        lies.discovery(&document)
        return .json(.ok, .object(document))
    }

    private func userInfo(_ request: Request, _ lies: Lies) -> Response {
        let token = (request.headers["Authorization"] ?? "").dropFirst("Bearer ".count)
        guard state.withLock({ $0.accessTokens.contains(String(token)) }) else {
            return .json(.unauthorized, ["error": "invalid_token"])
        }
        var claims: [String: JSON] = [
            "sub": .string(subject), "name": "Hanako", "picture": "https://provider.test/hanako.png",
        ]
        lies.userInfo(&claims)
        return .json(.ok, .object(claims))
    }

    private func revoke(_ request: Request) -> Response {
        guard isClient(request), let token = request.fields["token"] else {
            return .json(.unauthorized, ["error": "invalid_client"])
        }
        state.withLock { state in
            state.revoked.append(token)
            state.refreshTokens[token] = nil
        }
        return Response(.ok)
    }
}

extension Response {
    /// An answer in JSON.
    public static func json(_ status: Status, _ value: JSON) -> Response { Response(status, .json, value.bytes) }
}

extension Request {
    /// The fields of a form, whether it came as bytes or read by a server.
    public var fields: Form {
        switch body {
        case .form(let form): form
        case .bytes(let bytes):
            Form(
                (Query(parsing: String(decoding: bytes, as: UTF8.self)) ?? Query()).items.map {
                    Form.Field(name: $0.name, value: $0.value)
                })
        case .none: [:]
        }
    }
}
