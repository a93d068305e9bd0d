extension IPAddress {
    /// Whether it is of the public internet: neither this machine, nor its neighbours, nor anything with a special use.
    ///
    /// Source: the IANA special-purpose address registries (RFC 6890), with multicast (RFC 5771, RFC 4291 §2.7).
    public var isPublic: Bool {
        if Self.embedding.contains(where: { $0.contains(self) }) {
            return IPAddress(v4: UInt32(truncatingIfNeeded: bits.low)).isPublic
        }
        return (v4 != nil || Self.globalUnicast.contains { $0.contains(self) })
            && !Self.special.contains { $0.contains(self) }
    }

    private static let special = [
        "0.0.0.0/8",  // This network (RFC 791).
        "10.0.0.0/8",  // Private (RFC 1918).
        "100.64.0.0/10",  // Shared by a provider's customers (RFC 6598).
        "127.0.0.0/8",  // Loopback (RFC 1122).
        "169.254.0.0/16",  // Link-local (RFC 3927), and the metadata of clouds.
        "172.16.0.0/12",  // Private.
        "192.0.0.0/24",  // IETF protocol assignments (RFC 6890).
        "192.0.2.0/24",  // Documentation (RFC 5737).
        "192.88.99.0/24",  // 6to4 relays (RFC 7526).
        "192.168.0.0/16",  // Private.
        "198.18.0.0/15",  // Benchmarks (RFC 2544).
        "198.51.100.0/24",  // Documentation.
        "203.0.113.0/24",  // Documentation.
        "224.0.0.0/4",  // Multicast.
        "240.0.0.0/4",  // Reserved (RFC 1112), and broadcast.
        "2001::/23",  // IETF protocol assignments (RFC 2928): Teredo, ORCHID.
        "2001:db8::/32",  // Documentation (RFC 3849).
        "2002::/16",  // 6to4 (RFC 3056), given up by RFC 7526.
        "3fff::/20",  // Documentation (RFC 9637).
    ].compactMap(IPNetwork.init)

    /// All that is global in IPv6 today (RFC 4291 §2.4); what lies outside is loopback, private, link-local, multicast,
    /// IPv4-compatible or unassigned.
    private static let globalUnicast = ["2000::/3"].compactMap(IPNetwork.init)

    /// Where the last four bytes are an address of IPv4, to which a translator leads: NAT64 (RFC 6052 §2.1).
    private static let embedding = ["64:ff9b::/96"].compactMap(IPNetwork.init)
}
