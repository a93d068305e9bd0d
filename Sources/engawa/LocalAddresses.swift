import Bytes
import Glibc

/// The addresses of this machine.
enum LocalAddresses {
    /// Those of active interfaces, as a URL has them.
    static func lan(withIPv6: Bool) -> [String] {
        lan.filter { $0.v4 != nil }.map(\.description)
            + lan.filter { withIPv6 && $0.v4 == nil }.map { "[\($0)]" }
    }

    /// Those of active interfaces, without loopback. Link-local addresses of IPv6 are left out: a URL can't name the
    /// interface that they need.
    static var lan: [IPAddress] {
        var first: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&first) == 0, let first else { return [] }
        defer { freeifaddrs(first) }
        var addresses: [IPAddress] = []
        var next: UnsafeMutablePointer<ifaddrs>? = first
        while let interface = next?.pointee {
            next = interface.ifa_next
            guard interface.ifa_flags & UInt32(IFF_UP) != 0, interface.ifa_flags & UInt32(IFF_LOOPBACK) == 0,
                let address = interface.ifa_addr.flatMap({ ipAddress($0) })
            else { continue }
            addresses.append(address)
        }
        return addresses.filter { !isLinkLocal($0) || $0.v4 != nil }
    }

    private static func ipAddress(_ address: UnsafePointer<sockaddr>) -> IPAddress? {
        let size =
            switch Int32(address.pointee.sa_family) {
            case AF_INET: MemoryLayout<sockaddr_in>.size
            case AF_INET6: MemoryLayout<sockaddr_in6>.size
            default: 0
            }
        return IPAddress(socketAddress: UnsafeRawBufferPointer(start: address, count: size))
    }

    private static func isLinkLocal(_ address: IPAddress) -> Bool { linkLocal?.contains(address) ?? false }

    /// RFC 4291 §2.5.6.
    private static let linkLocal = IPNetwork("fe80::/10")
}
