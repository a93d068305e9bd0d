import Bytes
public import Chat
public import Cryptography
public import HTTP
import JOSE

/// A service that issues tokens for an e-mail address and a password: `POST /auth/login`, `/auth/refresh`,
/// `/auth/logout`.
///
/// Its address is an `EndpointURL`, so a password is never sent over a network unencrypted.
public struct TokenService: Sendable {
    public let provider: ProviderID
    private let base: EndpointURL
    private let wire: ProviderWire
    private let clock: Clock

    public init(_ provider: ProviderID, base: EndpointURL, transport: any Transport, clock: Clock = .system) {
        self.provider = provider
        self.base = base
        self.clock = clock
        wire = ProviderWire(provider: provider, transport: transport)
    }

    /// Signs in.
    ///
    /// - Parameter client: the client's address, because the service may limit sign-ins by address.
    /// - Throws: `refused` for wrong credentials, without telling whether the name or the password was wrong.
    public func signIn(
        email: String, password: Secret, client: String? = nil
    ) async throws(ProviderError) -> TokenServiceSession {
        let body: JSON = ["email": .string(email), "password": .string(password.revealed)]
        let (grant, answer) = try await grant("/auth/login", body, client: client, during: .signIn)
        return TokenServiceSession(grant, answer, issuer: base.description)
    }

    /// Refreshes the tokens; concurrent callers must share one call.
    /// - Throws: `sessionEnded` if the service refuses.
    public func refresh(_ grant: TokenGrant) async throws(ProviderError) -> TokenGrant {
        guard let token = grant.refreshToken else {
            throw ProviderError(.sessionEnded(code: "expired"), during: .refresh, at: provider)
        }
        do throws(ProviderError) {
            let body: JSON = ["refreshToken": .string(token.revealed), "refresh_token": .string(token.revealed)]
            let new = try await self.grant("/auth/refresh", body, during: .refresh).grant
            if let now = new.subject, let before = grant.subject, !now.isUTF8Equal(to: before) {
                throw ProviderError(.claim(name: "sub", .mismatch), during: .refresh, at: provider)
            }
            return new.completed(from: grant)
        } catch {
            guard case .refused(let code, _) = error.reason else { throw error }
            throw ProviderError(.sessionEnded(code: code), during: .refresh, at: provider)
        }
    }

    /// Ends the session there; idempotent.
    public func signOut(_ grant: TokenGrant) async throws(ProviderError) {
        var body: JSON = [:]
        if let token = grant.refreshToken {
            body = ["refreshToken": .string(token.revealed), "refresh_token": .string(token.revealed)]
        }
        var request = try request("/auth/logout", body, during: .signOut)
        request.headers[.authorization] = "Bearer \(grant.accessToken.revealed)"
        let answer = try await wire.send(request, during: .signOut)
        guard answer.status.isSuccess || answer.status == .unauthorized else {
            throw wire.failure(answer, during: .signOut)
        }
    }

    private func grant(
        _ path: String, _ body: JSON, client: String? = nil, during operation: ProviderError.Operation
    ) async throws(ProviderError) -> (grant: TokenGrant, answer: JSON) {
        var request = try request(path, body, during: operation)
        if let client { request.headers["X-Forwarded-For"] = client }
        let answer = try await wire.send(request, during: operation)
        guard answer.status.isSuccess else { throw failure(answer, during: operation) }
        guard let json = answer.json, let grant = TokenGrant(service: json, now: clock.now()) else {
            throw ProviderError(.invalidAnswer("no tokens"), during: operation, at: provider)
        }
        return (grant, json)
    }

    /// A missing route is not a refusal, and a server error means that the service could be reached.
    private func failure(
        _ answer: ProviderWire.Response, during operation: ProviderError.Operation
    ) -> ProviderError {
        switch answer.status {
        case .notFound, .methodNotAllowed, .unsupportedMediaType:
            ProviderError(.unavailable("status \(answer.status)"), during: operation, at: provider)
        case .internalServerError, .notImplemented:
            ProviderError(.invalidAnswer("status \(answer.status)"), during: operation, at: provider)
        default: wire.failure(answer, during: operation)
        }
    }

    private func request(
        _ path: String, _ body: JSON, during operation: ProviderError.Operation
    ) throws(ProviderError) -> ClientRequest {
        guard let url = base.appending(path) else {
            throw ProviderError(.unavailable("the service's URL is too long"), during: operation, at: provider)
        }
        return ClientRequest(.post, "\(url)", headers: [.contentType: "\(MediaType.json)"], body: body.bytes)
    }
}

extension TokenGrant {
    /// Parses the response of a token service, whose members may be in snake case or camel case, without `token_type`.
    fileprivate init?(service answer: JSON, now: Timestamp) {
        let members = answer.object ?? [:]
        let spelled: [String: JSON] = [
            "access_token": members["access_token"] ?? members["accessToken"] ?? .null,
            "refresh_token": members["refresh_token"] ?? members["refreshToken"] ?? .null,
            "expires_in": members["expires_in"] ?? members["expiresIn"] ?? .null, "token_type": "Bearer",
        ]
        guard let grant = TokenGrant(.object(spelled), now: now) else { return nil }
        // Without a lifetime, the token's unverified expiry is sufficient: it only decides when to refresh.
        let said = spelled["expires_in"] == .null ? Self.expiry(of: grant.accessToken, now: now) : nil
        self.init(
            accessToken: grant.accessToken, refreshToken: grant.refreshToken, idToken: nil,
            expiresAt: said ?? grant.expiresAt)
    }

    /// The unverified subject of the access token, if any.
    var subject: String? { (try? CompactToken(accessToken.revealed))?.unverifiedSubject }

    private static func expiry(of token: Secret, now: Timestamp) -> Timestamp? {
        (try? CompactToken(token.revealed).unverifiedExpiry).flatMap { Timestamp(numericDate: $0) }
            .flatMap { now < $0 ? $0 : nil }
    }
}
