import Glibc

/// The sockets of the connections that libcurl keeps and over which one answer follows the other (HTTP/1).
///
/// Before it uses a connection again, libcurl (7.88) looks whether it is closed, not whether something has come over it:
/// what a server said unasked would be read as the next answer. So each is looked at here right before a request is
/// written (`CURLOPT_PREREQFUNCTION`), which names a connection by its two ends.
///
/// Not `Sendable`: it stays on the loop's thread.
final class KeptSockets {
    /// The two ends of a connection.
    struct Ends: Hashable {
        let remoteAddress: String
        let remotePort: Int
        let localAddress: String
        let localPort: Int
    }

    /// Looks for bytes that arrived on an idle connection.
    enum Arrival {
        case nothing
        case bytes
        /// Broken, or closed by the server.
        case end
    }

    private let maximumCount: Int
    private var sockets: [Ends: Int32] = [:]

    /// - Parameter maximumConnections: how many libcurl keeps.
    init(maximumConnections: Int) { maximumCount = 2 * maximumConnections }

    var count: Int { sockets.count }

    /// An answer has ended on a connection, which may be kept.
    func add(_ ends: Ends, _ socket: Int32) {
        if sockets.count >= maximumCount, sockets[ends] == nil {
            // Those that libcurl has closed since; their numbers may be other sockets' now.
            sockets = sockets.filter { Self.localPort(of: $0.value) == $0.key.localPort }
            if sockets.count >= maximumCount { sockets.removeAll() }
        }
        sockets[ends] = socket
    }

    /// What has come over a connection since its last answer; nothing for one without an answer so far.
    func arrival(on ends: Ends) -> Arrival {
        guard let socket = sockets[ends] else { return .nothing }
        let arrival = Self.arrival(on: socket)
        if case .nothing = arrival { return .nothing }
        sockets[ends] = nil
        return arrival
    }

    /// Looks without reading or waiting.
    static func arrival(on socket: Int32) -> Arrival {
        var byte: UInt8 = 0
        let count = recv(socket, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT))
        if count > 0 { return .bytes }
        return count < 0 && (errno == EAGAIN || errno == EINTR) ? .nothing : .end
    }

    private static func localPort(of socket: Int32) -> Int? {
        var address = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return withUnsafeMutablePointer(to: &address) { address in
            let isKnown = address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                getsockname(socket, $0, &length) == 0
            }
            guard isKnown else { return nil }
            // The port stands at the same place for both families.
            return address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                Int(UInt16(bigEndian: $0.pointee.sin_port))
            }
        }
    }
}
