public import Cryptography

/// What binds a sign-in to the browser in which it began: the value of a cookie that lives as long as the transaction.
///
/// Without it, somebody could let another person's browser finish a sign-in of their own (login CSRF, RFC 9700 §4.7).
public struct BrowserKey: Sendable, Equatable {
    private static let randomBytes = 32

    /// For the cookie only.
    public let cookieValue: Secret

    public static func random() -> BrowserKey { BrowserKey(.random(bytes: randomBytes)) }

    /// Fails for whatever `cookieValue` never is.
    public init?(cookieValue: String) {
        guard Base64URL.decode(cookieValue)?.count == Self.randomBytes else { return nil }
        self.init(Secret(cookieValue))
    }

    private init(_ value: Secret) { cookieValue = value }

    /// What a transaction keeps of it.
    var hash: [UInt8] { SHA256.hash(Array(cookieValue.revealed.utf8)) }
}
