/// An address of IPv4 or IPv6, without port and brackets.
///
/// An IPv4-mapped IPv6 address (RFC 4291 §2.5.5.2) is the IPv4 address, so that each address has one value.
public struct IPAddress: Hashable, Sendable {
    /// Bits 65 to 96 of IPv4-mapped addresses; those before are 0.
    private static let mappedPrefix: UInt64 = 0xFFFF

    /// The address as IPv6, an IPv4 address being mapped.
    let bits: IPv6Bits

    /// - Parameter v4: the first byte on the wire is the highest.
    public init(v4: UInt32) { bits = IPv6Bits(high: 0, low: Self.mappedPrefix << 32 | UInt64(v4)) }

    public init(v6: IPv6Bits) { bits = v6 }

    /// The number of an IPv4 address; `nil` for IPv6.
    public var v4: UInt32? {
        bits.high == 0 && bits.low >> 32 == Self.mappedPrefix ? UInt32(truncatingIfNeeded: bits.low) : nil
    }

    /// How many bits the addresses of its family have.
    var bitWidth: Int { v4 == nil ? IPv6Bits.bitWidth : UInt32.bitWidth }

    /// What one subscriber is given, whose addresses are limited together: an IPv4 address, or the 64 bits of IPv6 within
    /// which a household or a server can take a new address for each request (RFC 6177, BCP 157).
    public var subscriberNetwork: IPNetwork { IPNetwork(of: self, prefixLength: v4 == nil ? 64 : 32) }
}
