import Glibc

/// The IPv4 addresses by which this machine can be reached.
enum LocalAddresses {
    /// Those of interfaces that are up, without loopback.
    static var lan: [String] {
        var first: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&first) == 0 else { return [] }
        defer { freeifaddrs(first) }
        return sequence(first: first, next: { $0?.pointee.ifa_next }).compactMap { interface in
            guard let interface = interface?.pointee, let address = interface.ifa_addr,
                Int32(address.pointee.sa_family) == AF_INET,
                interface.ifa_flags & UInt32(IFF_UP.rawValue) != 0,
                interface.ifa_flags & UInt32(IFF_LOOPBACK.rawValue) == 0
            else { return nil }
            return address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { address in
                var bytes = address.pointee.sin_addr
                return withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(INET_ADDRSTRLEN)) { buffer in
                    inet_ntop(AF_INET, &bytes, buffer.baseAddress, socklen_t(buffer.count)).map { String(cString: $0) }
                }
            }
        }
    }
}
