import Glibc
import HTTP
import HTTPServer
import Logging
import Synchronization

/// A server in this process that says what requests it was given, and connections to it.
final class LiveServer: Sendable {
    static let limits = {
        var limits = ServerLimits()
        limits.body = .kibibytes(16)
        limits.discardedBody = .kibibytes(32)
        limits.formFields = 8
        return limits
    }()

    /// `nil` where it can't be started.
    static let shared = LiveServer()

    private let requests: Requests
    private let server: Server
    private let connections = Atomic<UInt32>(0)

    private final class Requests: Sendable {
        let taken = Mutex<[Request]>([])
    }

    /// How long a client waits for an answer, in seconds, before it counts as hanging.
    private static let patience = 5
    /// Clients come from so many addresses one after the other: each has ports of its own.
    private static let addresses: UInt32 = 1 << 20

    private init?() {
        var configuration = ServerConfiguration(listen: ListenAddress(host: "127.0.0.1", port: 0))
        configuration.limits = Self.limits
        configuration.threads = 1
        let requests = Requests()
        self.requests = requests
        let server = try? Server(configuration, log: .silent) { request in
            requests.taken.withLock { $0.append(request) }
            return .text(.ok, "taken\n")
        }
        guard let server else { return nil }
        self.server = server
    }

    /// Sends bytes over a connection of their own.
    ///
    /// - Parameter ends: whether an end follows. A server may take that for a client that has gone, and answer nothing; what
    ///   has none must ask the server to close.
    /// - Returns: all that came back, and the requests that the handler was given; `nil` if the server did not close.
    func exchange(_ bytes: [UInt8], ends: Bool = true) -> (answers: [UInt8], requests: [Request])? {
        requests.taken.withLock { $0 = [] }
        guard let (socket, address) = connected() else { return ([], []) }
        defer { close(socket) }
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes { send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            // The server closes a connection on which nothing can follow.
            guard count > 0 else { break }
            sent += count
        }
        if ends { shutdown(socket, Int32(SHUT_WR)) }
        var answers: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = recv(socket, &part, part.count, 0)
            if count < 0, errno == EAGAIN { return nil }
            guard count > 0 else { break }
            answers += part[..<count]
        }
        // On a busy machine one of an earlier connection may be taken as late as now.
        return (answers, requests.taken.withLock { $0.filter { $0.remoteAddress == address } })
    }

    /// - Returns: a socket, and the address from which it comes.
    private func connected() -> (socket: Int32, address: String)? {
        let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        let number = connections.wrappingAdd(1, ordering: .relaxed).oldValue % Self.addresses
        let host = 0x7F10_0000 + number
        var own = Self.address(host, port: 0)
        var other = Self.address(0x7F00_0001, port: server.address.port)
        var patience = timeval(tv_sec: Self.patience, tv_usec: 0)
        setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        let isBound = Self.withAddress(&own) { bind(socket, $0, $1) } == 0
        guard isBound, Self.withAddress(&other, { connect(socket, $0, $1) }) == 0 else {
            close(socket)
            return nil
        }
        let parts = [24, 16, 8, 0].map { "\(host >> $0 & 0xFF)" }
        return (socket, parts.joined(separator: "."))
    }

    private static func address(_ host: UInt32, port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = host.bigEndian
        return address
    }

    private static func withAddress(
        _ address: inout sockaddr_in, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }
}
