/// The addresses of one family that share their first bits.
public struct IPNetwork: Hashable, Sendable {
    private let first: IPAddress
    /// How many bits its addresses share.
    public let prefixLength: Int

    /// The network of so many bits that an address lies in.
    init(of address: IPAddress, prefixLength: Int) {
        // Of IPv4 the bits of the mapping stay.
        first = IPAddress(v6: address.bits.first(IPv6Bits.bitWidth - (address.bitWidth - prefixLength)))
        self.prefixLength = prefixLength
    }

    /// Reads `192.0.2.1`, `10.0.0.0/8`, `2001:db8::/32`. Fails where the address has bits beyond the network, which is a
    /// mistake.
    public init?(_ text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: "/"), maxSplits: 1, omittingEmptySubsequences: false)
        guard let address = IPAddress(String(Substring(parts[0]))) else { return nil }
        var prefixLength = address.bitWidth
        if parts.count == 2 {
            guard let number = Int(digits: Substring(parts[1])), (0...address.bitWidth).contains(number) else {
                return nil
            }
            prefixLength = number
        }
        self.init(of: address, prefixLength: prefixLength)
        if first != address { return nil }
    }

    public func contains(_ address: IPAddress) -> Bool {
        address.bitWidth == first.bitWidth && IPNetwork(of: address, prefixLength: prefixLength).first == first
    }
}

extension IPNetwork: CustomStringConvertible {
    /// As `init(_:)` reads it, with the number of bits.
    public var description: String { "\(first)/\(prefixLength)" }
}
