/// Where a server listens: an IP address and a port.
public struct ListenAddress: Sendable, Hashable, CustomStringConvertible {
    /// An IPv4 or IPv6 address, without brackets.
    public let host: String
    /// 0 lets the system choose.
    public let port: UInt16

    public init(host: String, port: UInt16) {
        self.host = host
        self.port = port
    }

    /// Reads `0.0.0.0:8080`, `[::]:8080`, `localhost:8080` or `:8080` (every address).
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
        case "", "*": self.init(host: "0.0.0.0", port: port)
        case "localhost": self.init(host: "127.0.0.1", port: port)
        default: self.init(host: String(host), port: port)
        }
    }

    /// Whether every address of the machine is meant.
    public var isWildcard: Bool { host == "0.0.0.0" || host == "::" }

    /// Whether only this machine can reach it.
    public var isLoopback: Bool { host.hasPrefix("127.") || host == "::1" }

    public var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
