import Bytes
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
        self.address = ListenAddress(host: address.host, port: Self.address(of: descriptor)?.port ?? address.port)
    }

    init(_ passed: PassedSocket) {
        descriptor = passed.descriptor
        address = passed.address
    }

    func close() { Glibc.close(descriptor) }

    private static var lastError: String { String(cString: strerror(errno)) }

    /// Where a socket of IPv4 or IPv6 is bound.
    static func address(of descriptor: Int32) -> ListenAddress? {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let isKnown = withUnsafeMutablePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) == 0 }
        }
        guard isKnown else { return nil }
        return withUnsafeBytes(of: &storage) { bytes in
            // The port is at the same place in both families.
            guard let host = IPAddress(socketAddress: bytes),
                let offset = MemoryLayout<sockaddr_in>.offset(of: \.sin_port)
            else { return nil }
            let port = UInt16(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt16.self))
            return ListenAddress(host: host.description, port: port)
        }
    }
}
