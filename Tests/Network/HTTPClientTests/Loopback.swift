import Glibc

/// Sockets of this machine only.
enum Loopback {
    /// Binds to a free port and says which.
    static func bind(_ socket: Int32) -> UInt16 {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = Glibc.bind(socket, $0, size)
                _ = getsockname(socket, $0, &size)
            }
        }
        return UInt16(bigEndian: address.sin_port)
    }

    /// A port on which nobody listens. Its socket stays open, so that nobody else gets it.
    static func refusingPort() -> UInt16 { bind(Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)) }

    /// Runs `body` with a port that lets nobody in: its queue is full, so that what comes is dropped in silence.
    static func withSilentPort<Value>(
        isolation: isolated (any Actor)? = #isolation, _ body: (UInt16) async throws -> Value
    ) async throws -> Value {
        let listener = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        let port = bind(listener)
        listen(listener, 0)
        let waiting = (0..<2).map { _ in connectWithoutWaiting(to: port) }
        defer { for socket in waiting + [listener] { close(socket) } }
        return try await body(port)
    }

    /// Ends a blocked `accept`.
    static func stop(_ listener: Int32) { shutdown(listener, Int32(SHUT_RDWR)) }

    private static func connectWithoutWaiting(to port: UInt16) -> Int32 {
        let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        address.sin_port = port.bigEndian
        withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        return socket
    }
}
