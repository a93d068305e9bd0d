public import JOSE

/// The configuration of an identity provider, with this site as its client.
public struct Provider: Sendable {
    /// The source of the provider's endpoints.
    public enum Endpoints: Sendable {
        /// OpenID Connect discovery (Discovery §4).
        case discovered(issuer: EndpointURL)
        /// Configured: for plain OAuth 2.0, or a provider without a discovery document.
        case given(ProviderMetadata)
    }

    /// How the authorization response is sent through the browser.
    public enum ResponseMode: String, Sendable {
        case query
        /// A cross-site POST (OAuth 2.0 Form Post Response Mode), which browsers send without `Lax` cookies.
        case formPost = "form_post"
    }

    /// The form in which the nonce is sent.
    public enum NonceForm: Sendable {
        case plain
        /// Its SHA-256 in hexadecimal digits, for services that receive the raw nonce later (Supabase).
        case sha256
    }

    public let id: ProviderID
    public let clientID: String
    public let authentication: ClientAuthentication
    public let endpoints: Endpoints
    /// The redirect URI, exactly as registered at the provider.
    public let redirectURI: String

    public var scopes = ["openid"]
    public var responseMode: ResponseMode?
    public var nonceForm = NonceForm.plain
    /// Permitted signature algorithms of ID tokens; `nil` for all that the provider announces and that are supported
    /// here.
    public var algorithms: Set<SignatureAlgorithm>?
    /// Hosts besides the issuer's that the discovery document may refer to, such as `oauth2.googleapis.com`.
    public var additionalHosts: Set<String> = []
    /// Other names of the issuer.
    public var additionalIssuers: Set<String> = []
    /// The maximum time since the person authenticated (`max_age`); `nil` leaves it to the provider.
    public var maximumAge: Duration?
    /// Additional parameters of the authorization request, such as `prompt`.
    public var parameters: [(name: String, value: String)] = []
    /// Whether to request userinfo in addition to the ID token. Always requested without an ID token.
    public var asksUserInfo = false
    /// The member of userinfo with the subject, if there is no ID token; some providers use `id`.
    public var subjectMember = "sub"

    /// - Parameter endpoints: as in `Endpoints`.
    public init(
        _ id: ProviderID, _ endpoints: Endpoints, clientID: String, authentication: ClientAuthentication,
        redirectURI: String
    ) {
        self.id = id
        self.endpoints = endpoints
        self.clientID = clientID
        self.authentication = authentication
        self.redirectURI = redirectURI
    }

    /// Whether an ID token is requested and therefore required.
    var wantsIDToken: Bool { scopes.contains("openid") }
}
