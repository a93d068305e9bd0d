import JOSE

extension Provider {
    /// Sign in with Apple on the web.
    ///
    /// - Parameters:
    ///   - clientID: the Services ID.
    ///   - base: Apple's base URL, or a test server's.
    /// - Returns: `nil` if `base` is not a usable URL.
    public static func apple(
        _ id: ProviderID, clientID: String, secret: AppleClientSecret, redirectURI: String,
        base: String = "https://appleid.apple.com"
    ) -> Provider? {
        guard let authorization = EndpointURL(base + "/auth/authorize"), let token = EndpointURL(base + "/auth/token")
        else { return nil }
        var metadata = ProviderMetadata(issuer: base, authorization: authorization, token: token)
        metadata.keys = EndpointURL(base + "/auth/keys")
        metadata.revocation = EndpointURL(base + "/auth/revoke")
        metadata.algorithms = [.rs256]
        var provider = Provider(
            id, .given(metadata), clientID: clientID, authentication: .apple(secret), redirectURI: redirectURI)
        // Apple sends name and e-mail address only with these scopes, which require form_post (Apple's documentation).
        provider.scopes = ["openid", "name", "email"]
        provider.responseMode = .formPost
        provider.algorithms = [.rs256]
        provider.additionalIssuers = ["https://account.apple.com"]
        return provider
    }
}
