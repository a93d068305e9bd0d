import Bytes
import HTTP
public import JOSE

/// The metadata of a provider (OpenID Connect Discovery §3, RFC 8414), as far as it is used here.
public struct ProviderMetadata: Sendable, Hashable {
    /// The issuer of the ID tokens. For plain OAuth 2.0: any name that makes its subjects unique.
    public let issuer: String
    /// Set if each tenant has its own issuer.
    var tenants: TenantIssuer?
    /// Whether the provider itself uses this issuer; a configured name is not expected in callbacks.
    public var isIssuerItsOwn = true
    public let authorization: EndpointURL
    public let token: EndpointURL
    public var userInfo: EndpointURL?
    public var keys: EndpointURL?
    public var revocation: EndpointURL?
    /// Client authentication methods for revocation (RFC 8414 §2); `nil` for those of the token endpoint.
    public var revocationMethods: Set<String>?
    public var endSession: EndpointURL?
    /// The supported ones of the algorithms that ID tokens are signed with.
    public var algorithms: Set<SignatureAlgorithm> = [.rs256]
    /// Whether each callback must contain the issuer (RFC 9207 §3).
    public var namesIssuerOnCallback = false

    public init(issuer: String, authorization: EndpointURL, token: EndpointURL) {
        self.issuer = issuer
        self.authorization = authorization
        self.token = token
    }
}

extension ProviderMetadata {
    /// The path of the document after the issuer (Discovery §4).
    static let discoveryPath = "/.well-known/openid-configuration"

    /// Parses a discovery document.
    ///
    /// - Parameters:
    ///   - expected: the configured issuer, which the document must repeat exactly (Discovery §4.3).
    ///   - hosts: permitted hosts besides the issuer's own.
    init(_ document: JSON, from expected: EndpointURL, hosts: Set<String>) throws(ProviderError.Reason) {
        let tenants = document["issuer"]?.string.flatMap { TenantIssuer($0, from: expected) }
        guard let issuer = document["issuer"]?.string,
            issuer.isUTF8Equal(to: expected.description) || tenants != nil
        else {
            throw .invalidAnswer("the document has another issuer")
        }
        let hosts = hosts.union([expected.origin.host])
        func endpoint(_ name: String, isForBrowser: Bool = false) throws(ProviderError.Reason) -> EndpointURL? {
            guard let value = document[name], value != .null else { return nil }
            guard let url = value.string.flatMap({ EndpointURL($0) }) else {
                throw .invalidAnswer("\(name) is not an https URL")
            }
            guard isForBrowser || hosts.contains(url.origin.host) else {
                throw .invalidAnswer("\(name) is at a host that is not configured: \(url.origin.host)")
            }
            return url
        }
        guard let authorization = try endpoint("authorization_endpoint", isForBrowser: true),
            let token = try endpoint("token_endpoint"), let keys = try endpoint("jwks_uri")
        else { throw .invalidAnswer("an endpoint is missing") }
        // Providers that announce nothing may still support PKCE; those that announce only other methods do not (RFC
        // 8414 §2).
        if let methods = document["code_challenge_methods_supported"]?.array,
            !methods.contains(where: { $0.string == PKCE.method })
        {
            throw .invalidAnswer("PKCE with \(PKCE.method) is not supported")
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
