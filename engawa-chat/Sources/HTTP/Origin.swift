import Bytes

/// Scheme, host and port (RFC 6454), by which a site is told from another.
public struct Origin: Sendable, Hashable, CustomStringConvertible {
    public enum Scheme: String, Sendable {
        case http
        case https

        var defaultPort: UInt16 { self == .http ? 80 : 443 }
    }

    public let scheme: Scheme
    /// In lower case; an IPv6 address with its brackets.
    public let host: String
    public let port: UInt16

    /// `scheme` and an authority such as a `Host` header holds: `name`, `name:8080`, `[::1]:8080`.
    public init?(scheme: Scheme, authority: some StringProtocol) {
        let (open, close, colon) = (UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: ":"))
        let authority = Array(authority.asciiLowercased.utf8)
        let end =
            authority.first == open
            ? authority.firstIndex(of: close).map { $0 + 1 } : authority.firstIndex(of: colon) ?? authority.count
        guard let end, end > 0 else { return nil }
        let host = authority[..<end]
        guard host.allSatisfy(Self.isHostByte),
            host.first == open || !host.contains(where: { $0 == open || $0 == close })
        else { return nil }
        var port = scheme.defaultPort
        if end < authority.count {
            let digits = authority[(end + 1)...]
            guard authority[end] == colon, let number = Int(digits: String(decoding: digits, as: UTF8.self)),
                let exact = UInt16(exactly: number), exact > 0
            else { return nil }
            port = exact
        }
        self.scheme = scheme
        self.host = String(decoding: host, as: UTF8.self)
        self.port = port
    }

    /// An origin as the `Origin` header holds it (RFC 6454 §6.1); `null` is none.
    public init?(serialized text: some StringProtocol) {
        for scheme in [Scheme.http, .https] {
            let prefix = "\(scheme.rawValue)://"
            if text.hasUTF8Prefix(prefix) {
                self.init(scheme: scheme, authority: Substring(Substring(text).utf8.dropFirst(prefix.utf8.count)))
                return
            }
        }
        return nil
    }

    public var description: String {
        port == scheme.defaultPort ? "\(scheme.rawValue)://\(host)" : "\(scheme.rawValue)://\(host):\(port)"
    }

    private static func isHostByte(_ byte: UInt8) -> Bool { byte.isASCIIAlphanumeric || "-._:[]".utf8.contains(byte) }
}
