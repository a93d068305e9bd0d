public import Chat
public import Cryptography
public import HTTP
import JOSE

/// A service that gives tokens for an e-mail address and a password: `POST /auth/login`, `/auth/refresh`, `/auth/logout`.
///
/// Its address is an `EndpointURL`, so a password never crosses a network in the open.
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
    /// - Parameter client: where the person's device is, or the service takes us for the one who signs everybody in.
    /// - Throws: `refused` for wrong credentials, without saying which of the two was wrong.
    public func signIn(
        email: String, password: Secret, client: String? = nil
    ) async throws(ProviderError) -> TokenServiceSession {
        let body: JSON = ["email": .string(email), "password": .string(password.revealed)]
        let (grant, answer) = try await grant("/auth/login", body, client: client, during: .signIn)
        return TokenServiceSession(grant, answer, issuer: base.description)
    }

    /// New tokens; ask once for all who wait.
    /// - Throws: `sessionEnded` where the service refuses.
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

    /// Ends the session there. One that had ended already is no error.
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

    /// Where there is no such route, nobody was refused; where it has a fault of its own, it could be reached.
    private func failure(
        _ answer: ProviderWire.Answer, during operation: ProviderError.Operation
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
    /// Reads the answer of a token service, which spells its members either way, and says no type.
    fileprivate init?(service answer: JSON, now: Timestamp) {
        let members = answer.object ?? [:]
        let spelled: [String: JSON] = [
            "access_token": members["access_token"] ?? members["accessToken"] ?? .null,
            "refresh_token": members["refresh_token"] ?? members["refreshToken"] ?? .null,
            "expires_in": members["expires_in"] ?? members["expiresIn"] ?? .null, "token_type": "Bearer",
        ]
        guard let grant = TokenGrant(.object(spelled), now: now) else { return nil }
        // Without a lifetime, the token's own word will do: it only decides when to ask for the next one.
        let said = spelled["expires_in"] == .null ? Self.expiry(of: grant.accessToken, now: now) : nil
        self.init(
            accessToken: grant.accessToken, refreshToken: grant.refreshToken, idToken: nil,
            expiresAt: said ?? grant.expiresAt)
    }

    /// Who the access token says that it is about, where it says anything.
    var subject: String? { (try? CompactToken(accessToken.revealed))?.unverifiedSubject }

    private static func expiry(of token: Secret, now: Timestamp) -> Timestamp? {
        (try? CompactToken(token.revealed).unverifiedExpiry).flatMap { Timestamp(numericDate: $0) }
            .flatMap { now < $0 ? $0 : nil }
    }
}
