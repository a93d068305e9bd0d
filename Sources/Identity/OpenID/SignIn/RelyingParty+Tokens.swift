import Bytes
import Chat
import Cryptography
import HTTP
import JOSE

extension RelyingParty {
    /// Refreshes the tokens of a session (RFC 6749 §6). Concurrent callers must share one call: some providers accept
    /// each refresh token once and treat a second use as theft.
    ///
    /// - Parameters:
    ///   - grant: the current tokens.
    ///   - identity: the owner, whom a new ID token must name (Core §12.2).
    /// - Throws: `sessionEnded` if the provider refuses.
    public func refresh(_ grant: TokenGrant, of identity: Identity) async throws(ProviderError) -> TokenGrant {
        guard let refreshToken = grant.refreshToken else { throw failure(.sessionEnded(code: "expired"), .refresh) }
        let metadata = try await metadata()
        let form = [
            Form.Field(name: "grant_type", value: "refresh_token"),
            Form.Field(name: "refresh_token", value: refreshToken.revealed),
        ]
        let renewed: TokenGrant
        do throws(ProviderError) { renewed = try await ask(metadata.token, form, during: .refresh) } catch {
            guard case .refused(let code, _) = error.reason, !Self.ourFaults.contains(code) else { throw error }
            throw failure(.sessionEnded(code: code), .refresh)
        }
        if let idToken = renewed.idToken {
            let token = try await verifiedIDToken(
                idToken, ClaimRules.Context(accessToken: renewed.accessToken), metadata, during: .refresh)
            guard token.identity == identity else { throw failure(.claim(name: "sub", .mismatch), .refresh) }
        }
        return renewed.completed(from: grant)
    }

    /// Error codes that concern this client and not the session (§5.2).
    private static let ourFaults: Set = ["invalid_client", "unauthorized_client", "unsupported_grant_type"]

    func exchange(
        _ code: Secret, _ verifier: Secret, _ metadata: ProviderMetadata
    ) async throws(ProviderError) -> TokenGrant {
        let form = [
            Form.Field(name: "grant_type", value: "authorization_code"),
            Form.Field(name: "code", value: code.revealed),
            Form.Field(name: "redirect_uri", value: provider.redirectURI),
            Form.Field(name: "code_verifier", value: verifier.revealed),
        ]
        return try await ask(metadata.token, form, during: .codeExchange)
    }

    /// The owner of the tokens: from the ID token; and from userinfo if there is none or if it is configured.
    func prove(
        _ grant: TokenGrant, _ transaction: SignInTransaction, _ metadata: ProviderMetadata
    ) async throws(ProviderError) -> ProvenIdentity {
        guard provider.wantsIDToken else {
            let (identity, profile) = try await userInfo(grant.accessToken, metadata)
            return ProvenIdentity(identity: identity, profile: profile, grant: grant, idToken: nil)
        }
        guard let text = grant.idToken else { throw failure(.invalidAnswer("no ID token"), .codeExchange) }
        let context = ClaimRules.Context(
            nonce: provider.nonceForm.sent(transaction.nonce), accessToken: grant.accessToken,
            maximumAge: provider.maximumAge)
        let token = try await verifiedIDToken(text, context, metadata, during: .idToken)
        var proven = ProvenIdentity(identity: token.identity, profile: token.profile, grant: grant, idToken: token)
        if provider.asksUserInfo, metadata.userInfo != nil {
            proven.profile = token.profile.completed(
                from: try await profile(of: token.identity, with: grant.accessToken))
        }
        return proven
    }

    func verifiedIDToken(
        _ text: Secret, _ context: ClaimRules.Context, _ metadata: ProviderMetadata,
        during operation: ProviderError.Operation
    ) async throws(ProviderError) -> IDToken {
        let verified = try await verified(text.revealed, metadata, during: operation)
        // A logout token is signed with the same keys, but is not an ID token (Back-Channel Logout §2.4).
        guard verified.claims["events"] == nil else { throw failure(.claim(name: "events", .forbidden), operation) }
        do throws(ProviderError.Reason) {
            return try rules(metadata).idToken(.object(verified.claims), context)
        } catch {
            throw failure(error, operation)
        }
    }

    /// Verifies the signature of a token, but not its claims.
    func verified(
        _ text: String, _ metadata: ProviderMetadata, during operation: ProviderError.Operation
    ) async throws(ProviderError) -> VerifiedToken {
        let token: CompactToken
        do throws(JOSEError) { token = try CompactToken(text) } catch { throw failure(.token(error), operation) }
        let result = try await cache.verified(token, allowing: provider.algorithms ?? metadata.algorithms)
        do throws(JOSEError) { return try result.get() } catch { throw failure(.token(error), operation) }
    }

    func rules(_ metadata: ProviderMetadata) -> ClaimRules {
        ClaimRules(
            issuer: metadata.issuer, aliases: provider.additionalIssuers, tenants: metadata.tenants,
            clientID: provider.clientID, now: clock.now())
    }

    /// Sends a request to the token endpoint.
    private func ask(
        _ endpoint: EndpointURL, _ fields: [Form.Field], during operation: ProviderError.Operation
    ) async throws(ProviderError) -> TokenGrant {
        let (answer, _) = try await wire.object(
            try request(endpoint, fields, during: operation), during: operation)
        guard let grant = TokenGrant(answer, now: clock.now()) else {
            throw failure(.invalidAnswer("no bearer token"), operation)
        }
        return grant
    }

    /// A form request to `endpoint` with client authentication.
    func request(
        _ endpoint: EndpointURL, _ fields: [Form.Field], methods: Set<String>? = nil,
        during operation: ProviderError.Operation
    ) throws(ProviderError) -> ClientRequest {
        do throws(JOSEError) {
            let (ours, authorization) = try provider.authentication.among(methods).credentials(
                for: provider.clientID, at: endpoint, now: clock.now())
            var request = ClientRequest(
                .post, "\(endpoint)", headers: [.contentType: "\(MediaType.urlEncodedForm)"],
                body: Form(fields + ours).urlEncoded)
            request.headers[.authorization] = authorization
            return request
        } catch {
            throw failure(.token(error), operation)
        }
    }
}

extension FieldName {
    static let authorization: FieldName = "Authorization"
}
