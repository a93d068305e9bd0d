import HTTP

/// Headers that every answer carries.
///
/// `Referrer-Policy` is `same-origin`: nothing is told to other sites, as with `no-referrer`; but with `no-referrer`
/// browsers send `Origin: null` with a form (Fetch §3.2), and over plain http the check of the origin would have
/// nothing left to stand on.
enum SecurityHeaders {
    private static let policy = [
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self'", "connect-src 'self'",
        "manifest-src 'self'", "form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'",
    ].joined(separator: "; ")

    /// A year (RFC 6797 §6.1.1).
    private static let strictTransport = "max-age=31536000"

    static func added(to response: Response, policy sitePolicy: SitePolicy) -> Response {
        var response = response
        response.headers.append(contentsOf: always)
        if sitePolicy.isSecure { response.headers.append(contentsOf: overTLS) }
        return response
    }

    private static let always: HeaderFields = [
        .contentSecurityPolicy: policy,
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "same-origin",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    ]

    private static let overTLS: HeaderFields = [
        "Strict-Transport-Security": strictTransport,
        // Browsers ignore it over plain http, and complain.
        "Cross-Origin-Opener-Policy": "same-origin",
    ]
}
