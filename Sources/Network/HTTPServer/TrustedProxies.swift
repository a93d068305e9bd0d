import Glibc
import HTTP

/// The proxies whose word counts about who a request comes from, and how. Nobody else's does: anybody can write a
/// header.
///
/// Of `X-Forwarded-For`, which each proxy adds to at its end, the rightmost address that is no trusted proxy's is the
/// client's: what stands left of it the client may have written. Of `X-Forwarded-Proto` the last word counts.
public struct TrustedProxies: Sendable, Equatable {
    /// How many proxies may stand in a row; what came through more is taken to come from the last that was looked at.
    public static let maximumHops = 16

    private static let forwardedFor: FieldName = "X-Forwarded-For"
    private static let forwardedProto: FieldName = "X-Forwarded-Proto"

    private let ranges: [AddressRange]

    public init(_ ranges: [AddressRange] = []) { self.ranges = ranges }

    /// Reads `ADDRESS[/BITS]`, separated by commas.
    public init?(_ text: String) {
        let parts = text.unicodeScalars.split(separator: ",", omittingEmptySubsequences: false)
        let ranges = parts.compactMap { AddressRange(String($0.drop(while: \.properties.isWhitespace))) }
        guard ranges.count == parts.count else { return nil }
        self.init(ranges)
    }

    public var isEmpty: Bool { ranges.isEmpty }

    /// Whether an address is that of a proxy.
    func trusts(_ address: String) -> Bool { IPAddress(address).map { trusts($0) } ?? false }

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

    private func trusts(_ address: IPAddress) -> Bool { ranges.contains { $0.contains(address) } }

    /// The members of a field that may stand in several lines (RFC 9110 §5.3).
    ///
    /// Split by Unicode scalars: in the view of Characters a scalar such as U+0600, which a client can put before the
    /// proxy's comma, merges with the comma and hides it.
    private static func list(_ lines: [String]) -> [String] {
        lines.flatMap { $0.unicodeScalars.split(separator: ",", omittingEmptySubsequences: false) }
            .map { Substring($0).trimmingSpacesAndTabs }
    }
}

/// Addresses that begin alike.
public struct AddressRange: Sendable, Equatable {
    private let address: IPAddress
    private let bits: Int

    /// Reads `192.0.2.1`, `10.0.0.0/8`, `2001:db8::/32`. Fails where the address has bits beyond the range, which is a
    /// slip of the pen, and for a range of everything, which would be no trust but carelessness.
    public init?(_ text: String) {
        let parts = text.unicodeScalars.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map(
            String.init)
        guard let first = parts.first, let address = IPAddress(first) else { return nil }
        var bits = address.bytes.count * 8
        if parts.count == 2 {
            guard parts[1].utf8.allSatisfy({ (48...57).contains($0) }), let number = Int(parts[1]),
                (1...bits).contains(number)
            else { return nil }
            bits = number
        }
        self.address = address
        self.bits = bits
        let isClean = (bits..<address.bytes.count * 8).allSatisfy { address.bytes[$0 / 8] & (0x80 >> ($0 % 8)) == 0 }
        guard isClean else { return nil }
    }

    func contains(_ other: IPAddress) -> Bool {
        guard other.bytes.count == address.bytes.count else { return false }
        return (0..<bits).allSatisfy { bit in
            let mask: UInt8 = 0x80 >> (bit % 8)
            return other.bytes[bit / 8] & mask == address.bytes[bit / 8] & mask
        }
    }
}

/// An address, without port and brackets.
struct IPAddress: Equatable, CustomStringConvertible {
    private static let mappedPrefix: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]

    /// 4 bytes, or 16. An IPv4 address in the clothes of IPv6 (RFC 4291 §2.5.5.2) is the IPv4 address.
    let bytes: [UInt8]

    init?(_ text: String) {
        if let bytes = Self.bytes(text, AF_INET, 4) {
            self.bytes = bytes
        } else if let bytes = Self.bytes(text, AF_INET6, 16) {
            self.bytes = bytes.starts(with: Self.mappedPrefix) ? Array(bytes.suffix(4)) : bytes
        } else {
            return nil
        }
    }

    /// As `inet_ntop` writes it: each address in one way only.
    var description: String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(INET6_ADDRSTRLEN)) { buffer in
            let family = bytes.count == 4 ? AF_INET : AF_INET6
            return inet_ntop(family, bytes, buffer.baseAddress, socklen_t(buffer.count)).map { String(cString: $0) }
                ?? ""
        }
    }

    private static func bytes(_ text: String, _ family: Int32, _ count: Int) -> [UInt8]? {
        // A C string ends at the first NUL.
        guard !text.utf8.contains(0) else { return nil }
        var bytes = [UInt8](repeating: 0, count: count)
        return inet_pton(family, text, &bytes) == 1 ? bytes : nil
    }
}
