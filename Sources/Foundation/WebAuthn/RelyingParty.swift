/// The site as authenticators know it.
public struct RelyingPartyID: Sendable, Equatable, CustomStringConvertible {
    /// The host's name: `chat.example.org`, or `localhost`.
    public let description: String
    /// The origin that must have asked, such as `https://chat.example.org`.
    public let origin: String

    /// Why an address can't carry passkeys (WebAuthn §5.1.3, §13.4.9).
    public enum Unfit: Error, Sendable, Equatable {
        /// Not https, and not this machine.
        case insecure
        /// A number, not a name.
        case address
    }

    /// - Parameters:
    ///   - scheme: `http` or `https`.
    ///   - host: without port; IPv6 in brackets.
    ///   - origin: as browsers write it.
    public init(scheme: String, host: String, origin: String) throws(Unfit) {
        let isLocal = host == "localhost" || host.hasSuffix(".localhost")
        let isNumber = host.hasPrefix("[") || host.utf8.allSatisfy { (48...57).contains($0) || $0 == UInt8(ascii: ".") }
        guard !isNumber, !host.isEmpty else { throw .address }
        guard scheme == "https" || isLocal else { throw .insecure }
        description = host
        self.origin = origin
    }
}
