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
        let authority = authority.lowercased()
        let end =
            authority.first == "["
            ? authority.firstIndex(of: "]").map(authority.index(after:))
            : authority.firstIndex(of: ":") ?? authority.endIndex
        guard let end, end > authority.startIndex else { return nil }
        let host = authority[..<end]
        guard host.utf8.allSatisfy(Self.isHostByte), host.first == "[" || !host.contains(where: { "[]".contains($0) })
        else { return nil }
        var port = scheme.defaultPort
        if end < authority.endIndex {
            guard authority[end] == ":" else { return nil }
            let digits = authority[authority.index(after: end)...]
            guard let number = UInt16(digits), number > 0, digits.first != "+" else { return nil }
            port = number
        }
        self.scheme = scheme
        self.host = String(host)
        self.port = port
    }

    /// An origin as the `Origin` header holds it (RFC 6454 §6.1); `null` is none.
    public init?(serialized text: some StringProtocol) {
        for scheme in [Scheme.http, .https] {
            let prefix = "\(scheme.rawValue)://"
            if text.hasPrefix(prefix) {
                self.init(scheme: scheme, authority: text.dropFirst(prefix.count))
                return
            }
        }
        return nil
    }

    public var description: String {
        port == scheme.defaultPort ? "\(scheme.rawValue)://\(host)" : "\(scheme.rawValue)://\(host):\(port)"
    }

    private static func isHostByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
            UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: ":"), UInt8(ascii: "["), UInt8(ascii: "]"):
            true
        default: false
        }
    }
}
