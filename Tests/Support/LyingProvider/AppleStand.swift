import Bytes
public import Chat
import Cryptography
public import HTTP
public import JOSE

/// Stands in for Apple's sign-in on the web, as its documentation describes it: its paths, its form, its client secret and
/// its notifications. Behind it is a provider that lies when told to.
public struct AppleStand: Sendable {
    public static let team = "TEAM123456"
    public static let keyID = "KEY1234567"
    /// The example key of RFC 7515, appendix A.3, in PEM, as Apple's `.p8` is.
    public static let key = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgjpsQnnGQmL+YBIff
        H1136cspYG6+0iY7X1fCE9+E9LKhRANCAAR/zc4ncPbEXUGDy+5v20t7WAczNXvp
        7xO6z248e9FURcfxRM0bvZt+hyzf7bnuufSzaV1uqQskrYpGIyiFiOWt
        -----END PRIVATE KEY-----
        """
    private static let audience: JSON = "https://appleid.apple.com"

    public let provider: LyingProvider
    private let clock: Clock

    /// - Parameters:
    ///   - base: where it is.
    ///   - key: what it signs with: RS256, as Apple does.
    public init(base: String = "https://appleid.apple.com", key: SigningKey, clock: Clock) {
        provider = LyingProvider(issuer: base, key: key, clock: clock)
        self.clock = clock
        // Apple's words for yes and no, and no name in the token.
        provider.lie {
            $0.claims = { claims in
                claims["name"] = nil
                claims["sid"] = nil
                claims["email"] = "x7k2@privaterelay.appleid.com"
                claims["email_verified"] = "true"
                claims["is_private_email"] = "true"
                claims["nonce_supported"] = true
            }
        }
    }

    public var handler: Handler {
        { request in
            var request = request
            let path = request.target.rawPath
            guard path.hasPrefix("/auth/"), let target = RequestTarget(String(path.dropFirst("/auth".count))) else {
                return .text(.notFound, "no such path")
            }
            request.target = target
            guard request.method == .post else { return await provider.handler(request) }
            guard isOurs(request.fields["client_secret"] ?? "") else {
                return .json(.badRequest, ["error": "invalid_client"])
            }
            // The provider behind asks for another secret.
            let fields = request.fields.fields.filter { $0.name != "client_secret" }
            request.body = .form(Form(fields))
            return await provider.handler(request)
        }
    }

    /// What the browser posts when the person agrees.
    ///
    /// - Parameter user: the first consent's.
    public func consent(to url: String, user: String? = nil) throws -> Form {
        let asked = url.replacing("/auth/authorize", with: "/authorize")
        let query = try provider.authorizationQuery(of: asked)
        guard query["response_mode"] == "form_post", query["scope"] == "openid name email" else { throw Refused() }
        var fields = try provider.consent(to: asked).items.filter { $0.name != "iss" }
            .map { Form.Field(name: $0.name, value: $0.value) }
        fields.append(Form.Field(name: "id_token", value: "not looked at"))
        if let user { fields.append(Form.Field(name: "user", value: user)) }
        return Form(fields)
    }

    /// The body of a notification.
    public func notice(_ event: String, about subject: String? = nil) throws -> [UInt8] {
        let details: JSON = [
            "type": .string(event), "sub": .string(subject ?? provider.subject), "event_time": .number(seconds),
        ]
        let token = try provider.sign([
            "iss": .string(provider.issuer), "aud": .string(provider.clientID), "iat": .number(seconds), "jti": "1",
            "events": .string(String(decoding: details.bytes, as: UTF8.self)),
        ])
        return JSON.object(["payload": .string(token)]).bytes
    }

    struct Refused: Error {}

    private var seconds: Double { Double(clock.now().milliseconds / 1_000) }

    private func isOurs(_ secret: String) -> Bool {
        guard let key = try? SigningKey(pem: Self.key, keyID: Self.keyID).verificationKey,
            let claims = try? CompactToken(secret).verified(with: KeySet([key]), allowing: [.es256]).claims
        else { return false }
        return claims["iss"] == .string(Self.team) && claims["sub"] == .string(provider.clientID)
            && claims["aud"] == Self.audience
            && (claims["exp"]?.number).map { $0 > seconds && $0 <= seconds + 15_777_000 } == true
    }
}
