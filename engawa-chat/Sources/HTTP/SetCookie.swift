/// A cookie that a response sets (RFC 6265bis).
public struct SetCookie: Sendable, Equatable {
    public enum SameSite: String, Sendable {
        case strict = "Strict"
        case lax = "Lax"
        case none = "None"
    }

    public var name: String
    public var value: String
    /// How long the browser keeps it; `nil` until it is closed.
    public var maxAge: Duration?
    public var sameSite: SameSite
    public var isSecure: Bool
    public var isHTTPOnly: Bool
    /// The browser sends the cookie only with requests for this path and the paths below it.
    public var path: String

    public init(
        name: String, value: String, maxAge: Duration? = nil, sameSite: SameSite = .lax, isSecure: Bool,
        isHTTPOnly: Bool = true, path: String = "/"
    ) {
        precondition(name.isToken && value.utf8.allSatisfy(Self.isCookieOctet), "not a cookie")
        precondition(path.utf8.first == UInt8(ascii: "/") && path.utf8.allSatisfy(Self.isCookieOctet), "not a path")
        self.name = name
        self.value = value
        self.maxAge = maxAge
        self.sameSite = sameSite
        self.isSecure = isSecure
        self.isHTTPOnly = isHTTPOnly
        self.path = path
    }

    /// The value of the `Set-Cookie` field.
    public var serialized: String {
        var text = "\(name)=\(value); Path=\(path); SameSite=\(sameSite.rawValue)"
        if isHTTPOnly { text += "; HttpOnly" }
        if isSecure { text += "; Secure" }
        if let maxAge { text += "; Max-Age=\(maxAge.components.seconds)" }
        return text
    }

    /// RFC 6265 §4.1.1, `cookie-octet`.
    private static func isCookieOctet(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x21, 0x23...0x2B, 0x2D...0x3A, 0x3C...0x5B, 0x5D...0x7E: true
        default: false
        }
    }
}
