import Bytes
import JOSE

extension Provider {
    public static let appleURL = "https://appleid.apple.com"

    /// Sign in with Apple on the web.
    ///
    /// - Parameters:
    ///   - clientID: the Services ID.
    ///   - base: Apple's base URL, or a test server's.
    /// - Returns: `nil` if `base` is not a usable URL.
    public static func apple(
        _ id: ProviderID, clientID: String, secret: AppleClientSecret, redirectURI: String,
        base: String = appleURL
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

extension Profile {
    private static let maximumAppleUserBytes = 4_096

    /// Parses the `user` parameter that Apple sends only with the callback of the first consent, the only source of the
    /// name: `{"name":{"firstName":…,"lastName":…},"email":…}`. The e-mail address is taken from the ID token instead.
    ///
    /// It is unsigned and passes through the browser, so it only provides defaults for the profile page.
    init?(appleUser text: String) {
        guard text.utf8.count <= Self.maximumAppleUserBytes, let user = JSON(parsing: Array(text.utf8)),
            user.object != nil
        else { return nil }
        let parts = ["firstName", "lastName"].compactMap { user["name"]?[$0]?.string }.filter { !$0.isEmpty }
        self.init(parts.isEmpty ? [:] : ["name": .string(parts.joined(separator: " "))])
    }
}
