import Bytes
public import Chat
import Cryptography
public import HTTP
import JOSE
import Synchronization

/// A stand-in for a token service: `POST /auth/login`, `/auth/refresh`, `/auth/logout`. Refresh tokens are good once.
public final class TokenServiceStand: Sendable {
    private struct State: Sendable {
        /// Whose refresh token it is.
        var refreshTokens: [String: String] = [:]
        var accessTokens: Set<String> = []
        var refreshes = 0
        var fault: Response?
        var clients: [String?] = []
    }

    /// How long an access token is good.
    public static let lifetime = Duration.seconds(300)

    /// What Alice says of herself.
    public static let introduction =
        "On [my page](https://alice.example/) and https://veranda.example, not [here](javascript:alert(1))"

    private let subject: String
    private let key: SigningKey
    private let clock: Clock
    private let state = Mutex(State())

    public let email = "alice@example.test"
    public let password = "correct horse battery"

    /// - Parameter subject: who knows the password.
    public init(subject: String, clock: Clock) throws {
        self.subject = subject
        self.clock = clock
        key = try SigningKey.random(.es256, keyID: "service")
    }

    public var refreshes: Int { state.withLock { $0.refreshes } }

    /// Where the sign-ins came from, as the gateway says.
    public var clients: [String?] { state.withLock { $0.clients } }

    /// Whether it gave this access token, and nobody has signed out since.
    public func takes(_ accessToken: some StringProtocol) -> Bool {
        state.withLock { $0.accessTokens.contains(String(accessToken)) }
    }

    /// Ends every session, as an administrator does.
    public func endAll() {
        state.withLock { state in
            state.refreshTokens = [:]
            state.accessTokens = []
        }
    }

    /// Answers everything so, until `nil` is given.
    public func fail(_ fault: Response?) { state.withLock { $0.fault = fault } }

    public var handler: Handler { { request in self.answer(request) } }

    private func answer(_ request: Request) -> Response {
        if let fault = state.withLock({ $0.fault }) { return fault }
        guard request.method == .post, case .bytes(let bytes) = request.body, let body = JSON(parsing: bytes) else {
            return Response(.badRequest)
        }
        switch request.target.rawPath {
        case "/auth/login":
            state.withLock { $0.clients.append(request.headers["X-Forwarded-For"]) }
            guard body["email"]?.string == email, body["password"]?.string == password else {
                return .json(.unauthorized, ["message": "Invalid credentials"])
            }
            return grant()
        case "/auth/refresh":
            guard state.withLock({ $0.refreshTokens.removeValue(forKey: body["refreshToken"]?.string ?? "") }) != nil
            else { return .json(.unauthorized, ["message": "Invalid refresh token"]) }
            state.withLock { $0.refreshes += 1 }
            return grant()
        case "/auth/logout":
            state.withLock { state in
                state.refreshTokens[body["refreshToken"]?.string ?? ""] = nil
                if let token = request.headers["Authorization"]?.dropFirst("Bearer ".count) {
                    state.accessTokens.remove(String(token))
                }
            }
            return Response(.noContent)
        default: return Response(.notFound)
        }
    }

    private func grant() -> Response {
        let end = Double(clock.now().adding(Self.lifetime).milliseconds / 1_000)
        let claims: [String: JSON] = [
            "sub": .string(subject), "exp": .number(end), "jti": .string(Secret.random(bytes: 8).revealed),
        ]
        guard let token = try? key.sign(claims) else { return Response(.internalServerError) }
        let refresh = Secret.random(bytes: 16).revealed
        state.withLock { state in
            state.refreshTokens[refresh] = subject
            state.accessTokens.insert(token)
        }
        return .json(
            .ok,
            [
                "accessToken": .string(token), "refreshToken": .string(refresh),
                "user": [
                    "id": .string(subject), "email": .string(email), "name": "Alice",
                    "introduction": .string(Self.introduction),
                ],
            ])
    }
}
