public import HTTP

/// What the operator decided about the site.
public struct SitePolicy: Sendable {
    public enum Mode: String, Sendable, CaseIterable {
        case production
        /// Adds quick sign-in and the session page.
        case development
    }

    public var mode: Mode
    /// Where people reach the site, where that is known.
    public var publicURL: BaseURL?
    /// Whether this process itself speaks TLS.
    public var hasTLS: Bool

    public init(mode: Mode, publicURL: BaseURL?, hasTLS: Bool) {
        self.mode = mode
        self.publicURL = publicURL
        self.hasTLS = hasTLS
    }

    /// Whether browsers come over https: then cookies are `Secure` and carry the `__Host-` prefix.
    var isSecure: Bool { publicURL.map { $0.origin.scheme == .https } ?? hasTLS }

    /// Where a request says it went to; `nil` where it does not say.
    func origin(of request: Request) -> Origin? {
        publicURL?.origin
            ?? request.headers[.host].flatMap { Origin(scheme: hasTLS ? .https : .http, authority: $0) }
    }

    /// Refuses a change that a page of another site asked for.
    ///
    /// `Origin` decides where it is there; browsers send it with every POST. `Sec-Fetch-Site` stands in for it
    /// (browsers send that to trustworthy addresses only). With neither, nothing is changed.
    /// Source: OWASP CSRF Prevention, "Verifying origin with standard headers"; Fetch §3.2, §3.6.
    func requireSameOrigin(_ request: Request) throws(Failure) {
        if let sent = request.headers[.origin] {
            guard let sent = Origin(serialized: sent), sent == origin(of: request) else { throw .foreignOrigin }
        } else {
            guard request.headers[.secFetchSite] == "same-origin" else { throw .foreignOrigin }
        }
    }
}
