import JOSE

extension Provider {
    /// Sign in with Apple on the web.
    ///
    /// - Parameters:
    ///   - clientID: the Services ID.
    ///   - base: where Apple is; a test's stand-in is elsewhere.
    /// - Returns: `nil` where `base` is no usable URL.
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
        // Name and e-mail come only this way, and only with a form (Apple's documentation).
        provider.scopes = ["openid", "name", "email"]
        provider.responseMode = .formPost
        provider.algorithms = [.rs256]
        provider.additionalIssuers = ["https://account.apple.com"]
        return provider
    }
}
