import CMicroHTTPD  // its module owns the declaration of `sockaddr` in optimised builds
import Glibc

/// A bound and listening TCP socket, from which connections are taken without waiting.
struct ListenSocket {
    let descriptor: Int32
    let address: ListenAddress

    init(_ address: ListenAddress, backlog: Int32) throws(ServerError) {
        var hints = addrinfo()
        hints.ai_flags = AI_NUMERICHOST | AI_PASSIVE
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(address.host, String(address.port), &hints, &found) == 0, let found else {
            throw ServerError.cannotListen(address, "not an IP address of this machine")
        }
        defer { freeaddrinfo(found) }
        let descriptor = socket(
            found.pointee.ai_family,
            found.pointee.ai_socktype | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue),
            found.pointee.ai_protocol)
        guard descriptor >= 0 else { throw ServerError.cannotListen(address, Self.lastError) }
        var yes: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        guard bind(descriptor, found.pointee.ai_addr, found.pointee.ai_addrlen) == 0, listen(descriptor, backlog) == 0
        else {
            let reason = Self.lastError
            Glibc.close(descriptor)
            throw ServerError.cannotListen(address, reason)
        }
        self.descriptor = descriptor
        self.address = ListenAddress(host: address.host, port: Self.port(of: descriptor) ?? address.port)
    }

    func close() { Glibc.close(descriptor) }

    private static var lastError: String { String(cString: strerror(errno)) }

    private static func port(of descriptor: Int32) -> UInt16? {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return withUnsafeMutablePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                guard getsockname(descriptor, address, &length) == 0 else { return nil }
                return port(address)
            }
        }
    }

    private static func port(_ address: UnsafePointer<sockaddr>) -> UInt16? {
        switch Int32(address.pointee.sa_family) {
        case AF_INET:
            address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { UInt16(bigEndian: $0.pointee.sin_port) }
        case AF_INET6:
            address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { UInt16(bigEndian: $0.pointee.sin6_port) }
        default: nil
        }
    }
}
