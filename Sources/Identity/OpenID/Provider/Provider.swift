public import JOSE

/// An identity provider as an operator configures it, with us as its client.
public struct Provider: Sendable {
    /// Where its endpoints are known from.
    public enum Endpoints: Sendable {
        /// OpenID Connect: the issuer says itself (Discovery §4).
        case discovered(issuer: EndpointURL)
        /// The operator says: plain OAuth 2.0, or a provider without a discovery document.
        case given(ProviderMetadata)
    }

    /// How the answer comes back through the browser.
    public enum ResponseMode: String, Sendable {
        case query
        /// A cross-site POST (OAuth 2.0 Form Post Response Mode): `Lax` cookies don't come with it.
        case formPost = "form_post"
    }

    /// How the nonce goes out.
    public enum NonceForm: Sendable {
        case plain
        /// The SHA-256 in hexadecimal digits, for services that are to get the raw nonce afterwards (Supabase).
        case sha256
    }

    public let id: ProviderID
    public let clientID: String
    public let authentication: ClientAuthentication
    public let endpoints: Endpoints
    /// Where the provider sends the browser back to: exactly as registered there.
    public let redirectURI: String

    public var scopes = ["openid"]
    public var responseMode: ResponseMode?
    public var nonceForm = NonceForm.plain
    /// What ID tokens may be signed with; `nil` for what the provider announces of the algorithms that are known here.
    public var algorithms: Set<SignatureAlgorithm>?
    /// Hosts beside the issuer's that its discovery document may send us to, such as `oauth2.googleapis.com`.
    public var additionalHosts: Set<String> = []
    /// Issuers that mean the same, beside the one in the metadata.
    public var additionalIssuers: Set<String> = []
    /// How long ago a person may have proven who they are; `nil` for the provider's own mind.
    public var maximumAge: Duration?
    /// Further parameters of the authorization request, such as `prompt`.
    public var parameters: [(name: String, value: String)] = []
    /// Whether userinfo is asked beside the ID token. Without an ID token it always is.
    public var asksUserInfo = false
    /// The member of userinfo that says who it is, where there is no ID token; some say `id`.
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

    /// Whether an ID token is asked for, and so must come.
    var wantsIDToken: Bool { scopes.contains("openid") }
}
