import HTTP

/// The security headers of responses.
///
/// `Referrer-Policy` is `same-origin`, which like `no-referrer` sends nothing to other sites. With `no-referrer`, browsers
/// send `Origin: null` with a form (Fetch §3.2), and over plain http the origin check would have nothing to check.
enum SecurityHeaders {
    private static let policy = [
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self'",
        // What one has recorded is played before it is sent.
        "media-src 'self' blob:",
        "connect-src 'self'", "manifest-src 'self'", "form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'",
    ].joined(separator: "; ")

    static func added(to response: Response, policy sitePolicy: SitePolicy) -> Response {
        var response = response
        response.headers.append(contentsOf: always)
        // A stream is no document, and its headers are kept in memory for as long as it is open.
        if response.stream == nil { response.headers.append(contentsOf: response.file == nil ? ofDocuments : ofFiles) }
        if sitePolicy.isSecure { response.headers.append(contentsOf: overTLS) }
        return response
    }

    private static let always: HeaderFields = [
        "X-Content-Type-Options": "nosniff",
        "Cross-Origin-Resource-Policy": "same-origin",
    ]

    private static let ofDocuments: HeaderFields = [
        .contentSecurityPolicy: policy,
        "Referrer-Policy": "same-origin",
        "Permissions-Policy": "camera=(), geolocation=(), microphone=(self), payment=(), usb=()",
    ]

    /// Of files that people sent: whatever they hold, a browser that opens one as a page runs nothing of it, and it has no
    /// origin (CSP3 §6.4.1, `sandbox`).
    private static let ofFiles: HeaderFields = [
        .contentSecurityPolicy:
            "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; sandbox",
        "Referrer-Policy": "same-origin",
    ]

    private static let overTLS: HeaderFields = [
        // A year (RFC 6797 §6.1.1).
        "Strict-Transport-Security": "max-age=31536000",
        // Over plain http, browsers ignore it and log a warning.
        "Cross-Origin-Opener-Policy": "same-origin",
    ]
}
