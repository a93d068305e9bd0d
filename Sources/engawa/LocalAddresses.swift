import Bytes
import Glibc

/// The IPv4 addresses of this machine.
enum LocalAddresses {
    /// Those of active interfaces, without loopback.
    static var lan: [String] {
        var first: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&first) == 0, let first else { return [] }
        defer { freeifaddrs(first) }
        var addresses: [String] = []
        var next: UnsafeMutablePointer<ifaddrs>? = first
        while let interface = next?.pointee {
            next = interface.ifa_next
            guard let address = interface.ifa_addr, Int32(address.pointee.sa_family) == AF_INET,
                interface.ifa_flags & UInt32(IFF_UP) != 0,
                interface.ifa_flags & UInt32(IFF_LOOPBACK) == 0
            else { continue }
            let bytes = UnsafeRawBufferPointer(start: address, count: MemoryLayout<sockaddr_in>.size)
            if let address = IPAddress(socketAddress: bytes) { addresses.append(address.description) }
        }
        return addresses
    }
}
