import Chat
public import Cryptography
import HTTP
import JOSE

extension RelyingParty {
    /// Revokes the session's tokens (RFC 7009): the refresh token, which includes the others, or else the access token.
    /// Does nothing if the provider has no revocation endpoint.
    ///
    /// Called after the session has ended here; transient failures may be retried.
    public func revoke(_ grant: TokenGrant) async throws(ProviderError) {
        let metadata = try await metadata()
        guard let endpoint = metadata.revocation else { return }
        let (token, kind) =
            grant.refreshToken.map { ($0, "refresh_token") } ?? (grant.accessToken, "access_token")
        let fields = [
            Form.Field(name: "token", value: token.revealed), Form.Field(name: "token_type_hint", value: kind),
        ]
        let request = try request(endpoint, fields, methods: metadata.revocationMethods, during: .revocation)
        let answer = try await wire.send(request, during: .revocation)
        // Unknown tokens are answered with 200, too (§2.2).
        guard answer.status.isSuccess else { throw wire.failure(answer, during: .revocation) }
    }

    /// The URL of the provider's sign-out page (RP-Initiated Logout §2); `nil` if it has none.
    ///
    /// - Parameters:
    ///   - returnURI: where the provider redirects afterwards; exactly as registered there.
    public func endSessionURL(idToken: Secret?, returnURI: String, state: String? = nil) async throws(ProviderError)
        -> String?
    {
        guard let endpoint = try await metadata().endSession else { return nil }
        var query: Query = ["client_id": provider.clientID, "post_logout_redirect_uri": returnURI]
        if let idToken { query.append("id_token_hint", idToken.revealed) }
        if let state { query.append("state", state) }
        return endpoint.adding(query)
    }

    /// The sessions to end for a logout token (Back-Channel Logout §2.6).
    ///
    /// The endpoint is public, so each token is accepted once.
    public func logout(token text: String) async throws(ProviderError) -> LogoutRequest {
        let metadata = try await metadata()
        let verified = try await verified(text, metadata, during: .logoutToken)
        let rules = rules(metadata)
        do throws(ProviderError.Reason) {
            let request = try LogoutRequest(verified, rules)
            guard try await isFirstUse(of: request, now: rules.now) else { throw .claim(name: "jti", .mismatch) }
            return request
        } catch {
            throw failure(error, .logoutToken)
        }
    }

    private func isFirstUse(of request: LogoutRequest, now: Timestamp) async throws(ProviderError.Reason) -> Bool {
        do {
            return try await tokenUses.use(
                "\(request.issuer) \(request.tokenID)", until: now.adding(LogoutRequest.memory), now: now)
        } catch {
            throw .unavailable("\(error)")
        }
    }
}
