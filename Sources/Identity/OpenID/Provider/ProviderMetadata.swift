import HTTP
public import JOSE

/// What a provider says about itself (OpenID Connect Discovery §3, RFC 8414), as far as it matters here.
public struct ProviderMetadata: Sendable, Hashable {
    /// Who signs the ID tokens. For plain OAuth 2.0: any name under which its subjects are unique.
    public let issuer: String
    /// Where each of its tenants signs under a name of its own.
    var tenants: TenantIssuer?
    /// Whether that is what the provider calls itself; a name of ours is not looked for in callbacks.
    public var isIssuerItsOwn = true
    public let authorization: EndpointURL
    public let token: EndpointURL
    public var userInfo: EndpointURL?
    public var keys: EndpointURL?
    public var revocation: EndpointURL?
    /// How a client may prove itself when it revokes (RFC 8414 §2); `nil` for as it does at the token endpoint.
    public var revocationMethods: Set<String>?
    public var endSession: EndpointURL?
    /// What ID tokens are signed with, of what is known here.
    public var algorithms: Set<SignatureAlgorithm> = [.rs256]
    /// Whether each callback says the issuer (RFC 9207 §3), so that one without it is refused.
    public var namesIssuerOnCallback = false

    public init(issuer: String, authorization: EndpointURL, token: EndpointURL) {
        self.issuer = issuer
        self.authorization = authorization
        self.token = token
    }
}

extension ProviderMetadata {
    /// The path of the document behind the issuer (Discovery §4).
    static let discoveryPath = "/.well-known/openid-configuration"

    /// Why a document can't be used.
    struct Fault: Error, Equatable {
        let description: String
    }

    /// Reads a discovery document.
    ///
    /// - Parameters:
    ///   - expected: the issuer that was asked, which the document must name exactly (Discovery §4.3).
    ///   - hosts: where requests may go beside the issuer's own host.
    init(_ document: JSON, from expected: EndpointURL, hosts: Set<String>) throws(Fault) {
        let tenants = document["issuer"]?.string.flatMap { TenantIssuer($0, from: expected) }
        guard let issuer = document["issuer"]?.string,
            issuer.isUTF8Equal(to: expected.description) || tenants != nil
        else {
            throw Fault(description: "the document is another issuer's")
        }
        let hosts = hosts.union([expected.origin.host])
        func endpoint(_ name: String, isForBrowser: Bool = false) throws(Fault) -> EndpointURL? {
            guard let value = document[name], value != .null else { return nil }
            guard let url = value.string.flatMap({ EndpointURL($0) }) else {
                throw Fault(description: "\(name) is no https URL")
            }
            guard isForBrowser || hosts.contains(url.origin.host) else {
                throw Fault(description: "\(name) is at a host that is not configured: \(url.origin.host)")
            }
            return url
        }
        guard let authorization = try endpoint("authorization_endpoint", isForBrowser: true),
            let token = try endpoint("token_endpoint"), let keys = try endpoint("jwks_uri")
        else { throw Fault(description: "an endpoint is missing") }
        // Who says nothing of it may support it all the same; who names others only would not look at ours (RFC 8414 §2).
        if let methods = document["code_challenge_methods_supported"]?.array,
            !methods.contains(where: { $0.string == PKCE.method })
        {
            throw Fault(description: "PKCE with \(PKCE.method) is not supported")
        }
        self.init(issuer: issuer, authorization: authorization, token: token)
        self.tenants = tenants
        self.keys = keys
        userInfo = try endpoint("userinfo_endpoint")
        revocation = try endpoint("revocation_endpoint")
        revocationMethods = document["revocation_endpoint_auth_methods_supported"]?.array.map {
            Set($0.compactMap(\.string))
        }
        endSession = try endpoint("end_session_endpoint", isForBrowser: true)
        let names = document["id_token_signing_alg_values_supported"]?.array?.compactMap(\.string) ?? ["RS256"]
        algorithms = Set(names.compactMap { SignatureAlgorithm(rawValue: $0) })
        namesIssuerOnCallback = document["authorization_response_iss_parameter_supported"] == true
    }
}
