public import Cryptography
import HTTP
import JOSE

extension RelyingParty {
    /// Tells the provider that the session's tokens are no longer wanted (RFC 7009): the refresh token, which takes the
    /// others with it, or else the access token. Does nothing where the provider has no such endpoint.
    ///
    /// The session here has ended before, whatever comes of this; a transient failure is worth another try.
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
        // A token that is unknown there is answered with 200 as well (§2.2).
        guard answer.status.isSuccess else { throw wire.failure(answer, during: .revocation) }
    }

    /// Where to send the browser so that the person is signed out at the provider too (RP-Initiated Logout §2);
    /// `nil` where the provider has no such page.
    ///
    /// - Parameters:
    ///   - returnURI: where the provider sends the browser afterwards: exactly as registered there.
    public func endSessionURL(idToken: Secret?, returnURI: String, state: String? = nil) async throws(ProviderError)
        -> String?
    {
        guard let endpoint = try await metadata().endSession else { return nil }
        var query: Query = ["client_id": provider.clientID, "post_logout_redirect_uri": returnURI]
        if let idToken { query.append("id_token_hint", idToken.revealed) }
        if let state { query.append("state", state) }
        return endpoint.adding(query)
    }

    /// Whose sessions the provider wants ended (Back-Channel Logout §2.6).
    ///
    /// Anybody may call the route that takes these, so each is good once.
    public func logout(token text: String) async throws(ProviderError) -> LogoutRequest {
        let metadata = try await metadata()
        let verified = try await verified(text, metadata, during: .logoutToken)
        let rules = rules(metadata)
        do throws(ClaimRules.Violation) {
            let request = try LogoutRequest(verified, rules)
            guard usedLogoutTokens.use("\(request.issuer) \(request.tokenID)", now: rules.now) else {
                throw ClaimRules.Violation("jti", .mismatch)
            }
            return request
        } catch {
            throw failure(.claim(name: error.name, error.problem), .logoutToken)
        }
    }
}
