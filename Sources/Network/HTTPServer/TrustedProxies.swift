import Bytes
import HTTP

/// The proxies whose forwarding headers are trusted. Any client can send such headers, so those of others are ignored.
///
/// Of `X-Forwarded-For`, which each proxy adds to at its end, the rightmost address that is no trusted proxy's is the
/// client's: what stands left of it the client may have written. Of `X-Forwarded-Proto` the last word counts.
public struct TrustedProxies: Sendable, Equatable {
    /// How many proxies may stand in a row; what came through more is taken to come from the last that was looked at.
    public static let maximumHops = 16

    private static let forwardedFor: FieldName = "X-Forwarded-For"
    private static let forwardedProto: FieldName = "X-Forwarded-Proto"

    private let networks: [IPNetwork]

    public init() { networks = [] }

    /// Reads `ADDRESS[/BITS]`, separated by commas. A network of all addresses is refused, because any client can send
    /// the headers.
    public init?(_ text: String) {
        let parts = text.unicodeScalars.split(separator: ",", omittingEmptySubsequences: false)
        networks = parts.compactMap { IPNetwork(String($0.drop(while: \.properties.isWhitespace))) }
        guard networks.count == parts.count, networks.allSatisfy({ $0.prefixLength > 0 }) else { return nil }
    }

    public var isEmpty: Bool { networks.isEmpty }

    /// Whether an address is that of a proxy.
    func trusts(_ address: IPAddress) -> Bool { networks.contains { $0.contains(address) } }

    /// Puts the client in the place of the proxy, where the request comes from one that is trusted.
    func resolve(_ request: inout Request) {
        guard !isEmpty, let peer = request.remoteAddress.flatMap({ IPAddress($0) }), trusts(peer) else { return }
        request.remoteAddress = client(behind: peer, request.headers).description
        let schemes = Self.list(request.headers.values(of: Self.forwardedProto))
        request.scheme = schemes.last.flatMap { Origin.Scheme(rawValue: $0.asciiLowercased) }
    }

    /// What can't be read ends the chain: the client is then who stands before it, the proxy that wrote it.
    private func client(behind peer: IPAddress, _ headers: HeaderFields) -> IPAddress {
        var client = peer
        for text in Self.list(headers.values(of: Self.forwardedFor)).suffix(Self.maximumHops).reversed() {
            guard trusts(client), let next = IPAddress(text) else { break }
            client = next
        }
        return client
    }

    /// The members of a field that may stand in several lines (RFC 9110 §5.3).
    ///
    /// Split by Unicode scalars: in the view of Characters a scalar such as U+0600, which a client can put before the
    /// proxy's comma, merges with the comma and hides it.
    private static func list(_ lines: [String]) -> [String] {
        lines.flatMap { $0.unicodeScalars.split(separator: ",", omittingEmptySubsequences: false) }
            .map { Substring($0).trimmingSpacesAndTabs }
    }
}
