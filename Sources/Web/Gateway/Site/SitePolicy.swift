public import HTTP

/// What the operator decided about the site.
public struct SitePolicy: Sendable {
    public enum Mode: String, Sendable, CaseIterable {
        case production
        /// Adds quick sign-in and the session page.
        case development
    }

    /// From where passwords may be typed: they travel over TLS, or not across a network at all.
    public enum PasswordReach: Sendable {
        case everywhere
        /// From the machine that the site runs on, as it is reached in the open.
        case thisMachine
    }

    /// What stands under `/sign-in/` and is no provider: none may be called so.
    public static let reservedMethodNames = ["second-factor", "passkey"]

    public var mode: Mode
    /// Where people reach the site, where that is known.
    public var publicURL: BaseURL?
    /// Whether this process itself speaks TLS.
    public var hasTLS: Bool
    /// Whether new people may register here; the backend may still refuse them.
    public var allowsRegistration: Bool

    public var passwords: PasswordReach
    /// Whether one person, and one address, may ask and hold streams open only so often.
    public var limitsRequests: Bool
    /// What the sample world's people all sign in with, where everybody is to know it; in development only.
    public var samplePassword: String?

    public init(
        mode: Mode, publicURL: BaseURL?, hasTLS: Bool, allowsRegistration: Bool = true,
        passwords: PasswordReach = .everywhere, samplePassword: String? = nil, limitsRequests: Bool = true
    ) {
        self.mode = mode
        self.publicURL = publicURL
        self.hasTLS = hasTLS
        self.allowsRegistration = allowsRegistration
        self.passwords = passwords
        self.samplePassword = samplePassword
        self.limitsRequests = limitsRequests
    }

    /// Whether browsers come over https: then cookies are `Secure` and carry the `__Host-` prefix.
    var isSecure: Bool { publicURL.map { $0.origin.scheme == .https } ?? hasTLS }

    /// Where a request says it went to; `nil` where it does not say, and without a public URL for a name that may be
    /// somebody else's.
    func origin(of request: Request) -> Origin? {
        if let publicURL { return publicURL.origin }
        guard let origin = namedOrigin(of: request), LocalHost(origin.host) != nil else { return nil }
        return origin
    }

    /// The origin of the one `Host` that a request has.
    private func namedOrigin(of request: Request) -> Origin? {
        let hosts = request.headers.values(of: .host)
        guard hosts.count == 1 else { return nil }
        return Origin(scheme: hasTLS ? .https : .http, authority: hosts[0])
    }

    /// Whether a request came to the public URL's host, to a local name, or to an address.
    private func cameToOwnHost(_ request: Request) -> Bool {
        guard let host = namedOrigin(of: request)?.host else { return false }
        return host == publicURL?.origin.host || LocalHost(host) != nil
    }

    /// Refuses a request under a name that may be somebody else's: whoever owns it could read what is answered.
    ///
    /// With a public URL nothing is refused here, for proxies call the program by names of their own. Then nobody signs in
    /// under another name than the public one, so there is nothing to read. Browsers always send `Host`, so a request
    /// without one is no browser's.
    func requireOwnHost(_ request: Request) throws(Failure) {
        guard publicURL == nil, request.headers[.host] != nil else { return }
        guard cameToOwnHost(request) else { throw .foreignHost }
    }

    /// Refuses a change that a page of another site asked for.
    ///
    /// `Origin` decides where it is there; browsers send it with every POST. `Sec-Fetch-Site` stands in for it
    /// (browsers send that to trustworthy addresses only), where the request came to a host of our own: to a browser, a
    /// page of a rebound name is of the same origin. With neither, nothing is changed.
    /// Source: OWASP CSRF Prevention, "Verifying origin with standard headers"; Fetch §3.2, §3.6.
    func requireSameOrigin(_ request: Request) throws(Failure) {
        if let sent = request.headers[.origin] {
            guard let sent = Origin(serialized: sent), sent == origin(of: request) else { throw .foreignOrigin }
        } else {
            guard request.headers[.secFetchSite] == "same-origin", cameToOwnHost(request) else {
                throw .foreignOrigin
            }
        }
    }
}
