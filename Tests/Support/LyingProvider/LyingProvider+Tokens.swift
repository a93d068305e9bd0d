public import Bytes
import Chat
import Cryptography
public import HTTP
public import JOSE
import Synchronization

extension LyingProvider {
    /// What the browser brings back when the person agrees at the authorization URL `url`.
    public func consent(to url: String) throws -> Query {
        let asked = try authorizationQuery(of: url)
        guard asked["response_type"] == "code", asked["client_id"] == clientID, let state = asked["state"],
            asked["code_challenge_method"] == "S256", let challenge = asked["code_challenge"],
            let redirectURI = asked["redirect_uri"]
        else { throw Refused() }
        let code = Secret.random(bytes: 16).revealed
        self.state.withLock {
            $0.issued.insert(code)
            $0.codes[code] = Code(challenge: challenge, nonce: asked["nonce"], redirectURI: redirectURI)
        }
        return ["code": code, "state": state, "iss": issuer]
    }

    /// What the browser brings back when the person does not agree.
    public func refusal(of url: String, error: String = "access_denied") throws -> Query {
        let asked = try authorizationQuery(of: url)
        return ["error": error, "error_description": "no", "state": asked["state"] ?? "", "iss": issuer]
    }

    /// What the authorization URL says.
    public func authorizationQuery(of url: String) throws -> Query {
        guard url.hasPrefix(issuer + "/authorize?"),
            let query = Query(parsing: url.dropFirst(issuer.count + "/authorize?".count))
        else { throw Refused() }
        return query
    }

    struct Refused: Error {}

    func token(_ request: Request, _ lies: Lies) throws -> Response {
        guard isClient(request) else { return .json(.unauthorized, ["error": "invalid_client"]) }
        let fields = request.fields
        switch fields["grant_type"] {
        case "authorization_code":
            guard let code = fields["code"].flatMap({ code in state.withLock { $0.codes.removeValue(forKey: code) } }),
                code.redirectURI == fields["redirect_uri"],
                Base64URL.encode(SHA256.hash(Array((fields["code_verifier"] ?? "").utf8))) == code.challenge
            else { return .json(.badRequest, ["error": "invalid_grant", "error_description": "the code is not good"]) }
            return try grant(nonce: code.nonce, lies)
        case "refresh_token":
            guard
                let nonce = fields["refresh_token"].flatMap({ token in
                    state.withLock { $0.refreshTokens.removeValue(forKey: token) }
                })
            else { return .json(.badRequest, ["error": "invalid_grant"]) }
            return try grant(nonce: nonce, lies)
        default: return .json(.badRequest, ["error": "unsupported_grant_type"])
        }
    }

    private func grant(nonce: String?, _ lies: Lies) throws -> Response {
        let (access, refresh) = (Secret.random(bytes: 16).revealed, Secret.random(bytes: 16).revealed)
        let key = state.withLock { state in
            state.issued.formUnion([access, refresh])
            state.accessTokens.insert(access)
            state.refreshTokens[refresh] = .some(nonce)
            return state.keys[0]
        }
        var claims = idTokenClaims(nonce: nonce, accessToken: access)
        lies.claims(&claims)
        var answer: [String: JSON] = [
            "access_token": .string(access), "token_type": "bearer", "expires_in": 3_600,
            "refresh_token": .string(refresh), "id_token": .string(try lies.token(claims, key)),
        ]
        lies.grant(&answer)
        return .json(.ok, .object(answer))
    }

    /// Honest claims.
    public func idTokenClaims(nonce: String?, accessToken: String) -> [String: JSON] {
        let now = Double(clock.now().milliseconds / 1_000)
        var claims: [String: JSON] = [
            "iss": .string(issuer), "sub": .string(subject), "aud": .string(clientID), "iat": .number(now),
            "exp": .number(now + 300), "auth_time": .number(now - 0.5), "sid": "session-1", "name": "Hanako",
            "email": "hanako@example.test", "email_verified": true,
            "at_hash": .string(Base64URL.encode(SHA256.hash(Array(accessToken.utf8)).prefix(16))),
        ]
        claims["nonce"] = nonce.map { .string($0) }
        return claims
    }

    /// Whether the request proves to come from the client, in any of the ways of `ClientAuthentication`.
    func isClient(_ request: Request) -> Bool {
        let fields = request.fields
        let expected = "\(PercentEncoding.encode(clientID)):\(PercentEncoding.encode(clientSecret))"
        if let header = request.headers["Authorization"] { return header == "Basic \(Self.base64(expected))" }
        guard fields["client_id"] == clientID else { return false }
        if let assertion = fields["client_assertion"] { return isOurs(assertion) }
        return fields["client_secret"] == nil || fields["client_secret"] == clientSecret
    }

    /// The public half of the client's key, where it has one.
    public static let clientKey = Result { try SigningKey.random(.es256, keyID: "client") }

    private func isOurs(_ assertion: String) -> Bool {
        guard let key = try? Self.clientKey.get().verificationKey,
            let claims = try? CompactToken(assertion).verified(with: KeySet([key]), allowing: [.es256]).claims
        else { return false }
        let now = Double(clock.now().milliseconds / 1_000)
        return claims["iss"] == .string(clientID) && claims["sub"] == .string(clientID)
            && claims["aud"] == .string(issuer + "/token") && claims["jti"]?.string != nil
            && (claims["exp"]?.number).map { $0 > now && $0 <= now + 300 } == true
    }

    private static func base64(_ text: String) -> String {
        let url = Base64URL.encode(Array(text.utf8)).replacing("-", with: "+").replacing("_", with: "/")
        return url + String(repeating: "=", count: (4 - url.utf8.count % 4) % 4)
    }
}
