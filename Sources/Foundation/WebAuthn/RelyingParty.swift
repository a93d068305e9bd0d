/// The site as a WebAuthn relying party.
public struct RelyingPartyID: Sendable, Equatable, CustomStringConvertible {
    /// The host name: `chat.example.org`, or `localhost`.
    public let description: String
    /// The required origin, such as `https://chat.example.org`.
    public let origin: String

    /// Why passkeys don't work at an address (WebAuthn §5.1.3, §13.4.9).
    public enum UnsupportedHost: Error, Sendable, Equatable {
        /// Neither https nor localhost.
        case insecure
        /// An IP address instead of a host name.
        case address
    }

    /// - Parameters:
    ///   - scheme: `http` or `https`.
    ///   - host: without port; IPv6 in brackets.
    ///   - origin: as browsers serialise it.
    public init(scheme: String, host: String, origin: String) throws(UnsupportedHost) {
        let isLocal = host == "localhost" || host.hasSuffix(".localhost")
        let isNumber = host.hasPrefix("[") || host.utf8.allSatisfy { (48...57).contains($0) || $0 == UInt8(ascii: ".") }
        guard !isNumber, !host.isEmpty else { throw .address }
        guard scheme == "https" || isLocal else { throw .insecure }
        description = host
        self.origin = origin
    }
}
