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
        let answer = try await answer("/auth/login", body, client: client, during: .signIn)
        guard let session = TokenServiceSession(answer, issuer: base.description) else {
            throw ProviderError(
                .invalidAnswer("user.id is missing, and the token names nobody"), during: .signIn, at: provider)
        }
        return session
    }

    /// Refreshes the tokens; concurrent callers must share one call.
    /// - Throws: `sessionEnded` if the service refuses.
    public func refresh(_ grant: TokenGrant) async throws(ProviderError) -> TokenGrant {
        guard let token = grant.refreshToken else {
            throw ProviderError(.sessionEnded(code: "expired"), during: .refresh, at: provider)
        }
        do throws(ProviderError) {
            let body: JSON = ["refreshToken": .string(token.revealed), "refresh_token": .string(token.revealed)]
            let new = try await answer("/auth/refresh", body, during: .refresh).grant
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
    ///
    /// Services differ in what names the session: the refresh token in the body, or the access token in the header alone.
    /// The request has both, and is repeated without a body if the service refuses it.
    public func signOut(_ grant: TokenGrant) async throws(ProviderError) {
        let body = grant.refreshToken.map { token -> JSON in
            ["refreshToken": .string(token.revealed), "refresh_token": .string(token.revealed)]
        }
        var answer = try await signOut(grant, body ?? [:])
        if Self.refusesBody(answer.status) { answer = try await signOut(grant, nil) }
        guard answer.status.isSuccess || answer.status == .unauthorized else {
            throw wire.failure(answer, during: .signOut)
        }
    }

    private func signOut(_ grant: TokenGrant, _ body: JSON?) async throws(ProviderError) -> ProviderWire.Response {
        var request = try request("/auth/logout", body, during: .signOut)
        request.headers[.authorization] = "Bearer \(grant.accessToken.revealed)"
        return try await wire.send(request, during: .signOut)
    }

    private static func refusesBody(_ status: Status) -> Bool {
        [.badRequest, .contentTooLarge, .unsupportedMediaType, .unprocessableContent].contains(status)
    }

    private func answer(
        _ path: String, _ body: JSON, client: String? = nil, during operation: ProviderError.Operation
    ) async throws(ProviderError) -> TokenServiceAnswer {
        var request = try request(path, body, during: operation)
        if let client { request.headers["X-Forwarded-For"] = client }
        let answer = try await wire.send(request, during: operation)
        guard answer.status.isSuccess else { throw failure(answer, during: operation) }
        do throws(TokenServiceAnswer.Fault) {
            return try TokenServiceAnswer(answer.json, now: clock.now())
        } catch {
            throw ProviderError(.invalidAnswer(error.description), during: operation, at: provider)
        }
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
        _ path: String, _ body: JSON?, during operation: ProviderError.Operation
    ) throws(ProviderError) -> ClientRequest {
        guard let url = base.appending(path) else {
            throw ProviderError(.unavailable("the service's URL is too long"), during: operation, at: provider)
        }
        guard let body else { return ClientRequest(.post, "\(url)", body: []) }
        return ClientRequest(.post, "\(url)", headers: [.contentType: "\(MediaType.json)"], body: body.bytes)
    }
}

extension TokenGrant {
    /// The unverified subject of the access token, if any.
    var subject: String? { (try? CompactToken(accessToken.revealed))?.unverifiedSubject }
}
