/// An address of IPv4 or IPv6, without port and brackets.
///
/// An IPv4-mapped IPv6 address (RFC 4291 §2.5.5.2) is the IPv4 address, so that each address has one value.
public struct IPAddress: Hashable, Sendable {
    /// The first 96 bits of IPv4-mapped addresses.
    private static let mappedPrefix: UInt128 = 0xFFFF

    /// The address as IPv6, an IPv4 address being mapped. The first byte on the wire is the highest.
    let number: UInt128

    /// - Parameter v4: the first byte on the wire is the highest.
    public init(v4: UInt32) { number = Self.mappedPrefix << 32 | UInt128(v4) }

    /// - Parameter v6: the first byte on the wire is the highest.
    public init(v6: UInt128) { number = v6 }

    /// The number of an IPv4 address; `nil` for IPv6.
    public var v4: UInt32? { number >> 32 == Self.mappedPrefix ? UInt32(truncatingIfNeeded: number) : nil }

    /// How many bits the addresses of its family have.
    var bitWidth: Int { v4 == nil ? UInt128.bitWidth : UInt32.bitWidth }

    /// What one subscriber is given, whose addresses are limited together: an IPv4 address, or the 64 bits of IPv6 within
    /// which a household or a server can take a new address for each request (RFC 6177, BCP 157).
    public var subscriberNetwork: IPNetwork { IPNetwork(of: self, prefixLength: v4 == nil ? 64 : 32) }
}
