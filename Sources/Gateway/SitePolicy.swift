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
    /// What the sample world's people all sign in with, where everybody is to know it; in development only.
    public var samplePassword: String?

    public init(
        mode: Mode, publicURL: BaseURL?, hasTLS: Bool, allowsRegistration: Bool = true,
        passwords: PasswordReach = .everywhere, samplePassword: String? = nil
    ) {
        self.mode = mode
        self.publicURL = publicURL
        self.hasTLS = hasTLS
        self.allowsRegistration = allowsRegistration
        self.passwords = passwords
        self.samplePassword = samplePassword
    }

    /// Whether browsers come over https: then cookies are `Secure` and carry the `__Host-` prefix.
    var isSecure: Bool { publicURL.map { $0.origin.scheme == .https } ?? hasTLS }

    /// Where a request says it went to; `nil` where it does not say, and for a name that may be somebody else's.
    ///
    /// Without a public URL only addresses and names that no stranger can own are believed: a page of a stranger's
    /// name whose address was turned to ours (DNS rebinding) would else be of our own origin.
    func origin(of request: Request) -> Origin? {
        if let publicURL { return publicURL.origin }
        guard let host = request.headers[.host],
            let origin = Origin(scheme: hasTLS ? .https : .http, authority: host), Self.isPrivate(origin.host)
        else { return nil }
        return origin
    }

    /// Names that public DNS does not give away: addresses, single labels, and the special-use names of
    /// RFC 6761, RFC 6762, RFC 8375 and ICANN's `internal`, with `lan`, which routers use.
    private static func isPrivate(_ host: String) -> Bool {
        if host.hasUTF8Prefix("[")
            || host.utf8.allSatisfy({ (48...57).contains($0) || $0 == UInt8(ascii: ".") })
        {
            return true
        }
        let labels = host.unicodeScalars.split(separator: ".").map(String.init)
        return labels.count == 1
            || ["localhost", "local", "lan", "internal", "test"].contains(labels.last ?? "")
            || host.hasUTF8Suffix(".home.arpa")
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
