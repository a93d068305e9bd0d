/// Where a server listens: an IP address and a port.
///
/// `::` means every address of the machine, of IPv4 too; `0.0.0.0` every IPv4 address.
public struct ListenAddress: Sendable, Hashable, CustomStringConvertible {
    /// An IPv4 or IPv6 address, without brackets.
    public let host: String
    /// 0 lets the system choose.
    public let port: UInt16

    public init(host: String, port: UInt16) {
        self.host = host
        self.port = port
    }

    /// Reads `0.0.0.0:8080`, `[::]:8080`, `localhost:8080` or `:8080` (every address, as `[::]:8080`).
    public init?(_ text: some StringProtocol) {
        guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else {
            return nil
        }
        var host = text[..<colon]
        if host.first == "[" {
            guard host.last == "]" else { return nil }
            host = host.dropFirst().dropLast()
        } else if host.contains(":") {
            return nil
        }
        switch host {
        case "", "*": self.init(host: Self.everyHost, port: port)
        case "localhost": self.init(host: "127.0.0.1", port: port)
        default: self.init(host: String(host), port: port)
        }
    }

    static let everyHost = "::"
    static let everyIPv4Host = "0.0.0.0"

    /// Whether every address of the machine is meant.
    public var isWildcard: Bool { coversIPv6 || host == Self.everyIPv4Host }

    /// Whether that includes those of IPv6.
    public var coversIPv6: Bool { host == Self.everyHost }

    /// Whether only this machine can reach it.
    public var isLoopback: Bool { host.hasPrefix("127.") || host == "::1" }

    public var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
