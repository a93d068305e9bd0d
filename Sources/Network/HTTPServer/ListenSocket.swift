import Bytes
import CMicroHTTPD  // its module owns the declaration of `sockaddr` in optimised builds
import Glibc

/// A bound and listening TCP socket, from which connections are taken without waiting.
struct ListenSocket {
    let descriptor: Int32
    let address: ListenAddress

    /// Where the machine has no IPv6, every address is every IPv4 address.
    ///
    /// - Parameter makeSocket: as socket(2) does for a family of addresses.
    static func listening(
        on address: ListenAddress, backlog: Int32, makeSocket: (_ family: Int32) -> Int32 = Self.makeSocket
    ) throws(ServerError) -> ListenSocket {
        if let socket = try ListenSocket(address, backlog: backlog, makeSocket: makeSocket) { return socket }
        let everyIPv4 = ListenAddress(host: ListenAddress.everyIPv4Host, port: address.port)
        if address.coversIPv6, let socket = try ListenSocket(everyIPv4, backlog: backlog, makeSocket: makeSocket) {
            return socket
        }
        throw ServerError.cannotListen(address, String(cString: strerror(EAFNOSUPPORT)))
    }

    /// `nil` where the machine does not have this family of addresses.
    private init?(
        _ address: ListenAddress, backlog: Int32, makeSocket: (_ family: Int32) -> Int32
    ) throws(ServerError) {
        var hints = addrinfo()
        hints.ai_flags = AI_NUMERICHOST | AI_PASSIVE
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(address.host, String(address.port), &hints, &found) == 0, let found else {
            throw ServerError.cannotListen(address, "not an IP address of this machine")
        }
        defer { freeaddrinfo(found) }
        let descriptor = makeSocket(found.pointee.ai_family)
        guard descriptor >= 0 else {
            if errno == EAFNOSUPPORT { return nil }
            throw ServerError.cannotListen(address, Self.lastError)
        }
        Self.set(SOL_SOCKET, SO_REUSEADDR, to: 1, descriptor)
        // Connections of IPv4 come to `::` too (RFC 3493 §5.3); the system's default may be another.
        if address.coversIPv6 { Self.set(Int32(IPPROTO_IPV6), IPV6_V6ONLY, to: 0, descriptor) }
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

    static func makeSocket(_ family: Int32) -> Int32 {
        socket(family, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
    }

    private static func set(_ level: Int32, _ option: Int32, to value: Int32, _ descriptor: Int32) {
        var value = value
        setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
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
