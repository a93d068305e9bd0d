public import HTTP

/// The settings of the operator that concern the site.
public struct SitePolicy: Sendable {
    public enum Mode: String, Sendable, CaseIterable {
        case production
        /// Adds quick sign-in and the session page.
        case development
    }

    /// Who may sign in with a password: a password may be sent over TLS, or within the machine.
    public enum PasswordReach: Sendable {
        case everywhere
        /// Only browsers on the machine that the site runs on, because it is reached without TLS.
        case thisMachine
    }

    /// Path segments under `/sign-in/` that are not providers, so no provider may have such a name.
    public static let reservedMethodNames = ["second-factor", "passkey", "last-user"]

    public var mode: Mode
    /// The URL of the site, if configured.
    public var publicURL: BaseURL?
    /// Whether requests arrive over TLS.
    public var hasTLS: Bool
    /// Whether people may register on the site; the backend may still refuse them.
    public var allowsRegistration: Bool

    public var passwords: PasswordReach
    /// Whether requests and event streams of a user, and requests of an address, are limited.
    public var limitsRequests: Bool
    /// Whether people may change their own alias.
    public var allowsOwnAlias: Bool
    /// The password of all users of the sample world, which the sign-in page shows; in development mode only.
    public var samplePassword: String?

    public init(
        mode: Mode, publicURL: BaseURL?, hasTLS: Bool, allowsRegistration: Bool = true,
        passwords: PasswordReach = .everywhere, samplePassword: String? = nil, limitsRequests: Bool = true,
        allowsOwnAlias: Bool = false
    ) {
        self.mode = mode
        self.publicURL = publicURL
        self.hasTLS = hasTLS
        self.allowsRegistration = allowsRegistration
        self.passwords = passwords
        self.samplePassword = samplePassword
        self.limitsRequests = limitsRequests
        self.allowsOwnAlias = allowsOwnAlias
    }

    /// Whether browsers use https: then cookies are `Secure` and have the prefix `__Host-`.
    var isSecure: Bool { publicURL.map { $0.origin.scheme == .https } ?? hasTLS }

    /// The origin of the site for a request. `nil` without a public URL if the request has no `Host`, or one that is not
    /// local (`LocalHost`).
    func origin(of request: Request) -> Origin? {
        if let publicURL { return publicURL.origin }
        guard let origin = hostOrigin(of: request), LocalHost(origin.host) != nil else { return nil }
        return origin
    }

    /// The origin that the `Host` header names; `nil` unless there is exactly one.
    private func hostOrigin(of request: Request) -> Origin? {
        let hosts = request.headers.values(of: .host)
        guard hosts.count == 1 else { return nil }
        return Origin(scheme: hasTLS ? .https : .http, authority: hosts[0])
    }

    /// Whether `Host` is the host of the public URL, or local.
    private func hasOwnHost(_ request: Request) -> Bool {
        guard let host = hostOrigin(of: request)?.host else { return false }
        return host == publicURL?.origin.host || LocalHost(host) != nil
    }

    /// Refuses a request under a host name that may belong to another party, whose page could read the response (DNS
    /// rebinding).
    ///
    /// With a public URL nothing is refused, because proxies use host names of their own. Sign-in then works only under the
    /// public host, so under other hosts there is nothing secret to read. A request without `Host` is not from a browser.
    func requireOwnHost(_ request: Request) throws(Failure) {
        guard publicURL == nil, request.headers[.host] != nil else { return }
        guard hasOwnHost(request) else { throw .foreignHost }
    }

    /// Refuses a change that was requested by a page of another site (CSRF).
    ///
    /// If there is an `Origin`, which browsers send with every POST, it decides. Otherwise `Sec-Fetch-Site` decides, which
    /// browsers send to trustworthy addresses only; the host must be one of the site's, because for browsers a page under
    /// a rebound name has the same origin. Without both, the change is refused.
    /// Source: OWASP CSRF Prevention, "Verifying origin with standard headers"; Fetch §3.2, §3.6.
    func requireSameOrigin(_ request: Request) throws(Failure) {
        if let sent = request.headers[.origin] {
            guard let sent = Origin(serialized: sent), sent == origin(of: request) else { throw .foreignOrigin }
        } else {
            guard request.headers[.secFetchSite] == "same-origin", hasOwnHost(request) else {
                throw .foreignOrigin
            }
        }
    }
}
