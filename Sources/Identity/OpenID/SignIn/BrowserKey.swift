public import Cryptography

/// Binds a sign-in transaction to the browser that began it: the value of a cookie with the lifetime of the
/// transaction.
///
/// Without it, an attacker could let a victim's browser complete the attacker's own sign-in (login CSRF, RFC 9700
/// §4.7).
public struct BrowserKey: Sendable, Equatable {
    private static let randomBytes = 32

    /// For the cookie only.
    public let cookieValue: Secret

    public static func random() -> BrowserKey { BrowserKey(.random(bytes: randomBytes)) }

    /// Fails unless `cookieValue` has the form of a key.
    public init?(cookieValue: String) {
        guard Base64URL.decode(cookieValue)?.count == Self.randomBytes else { return nil }
        self.init(Secret(cookieValue))
    }

    private init(_ value: Secret) { cookieValue = value }

    /// The hash that the transaction stores.
    var hash: [UInt8] { SHA256.hash(Array(cookieValue.revealed.utf8)) }
}
