import Foundation
import Glibc
import Synchronization

/// A small HTTP server on loopback that can be killed in the middle of a request, and started again on the same port.
///
/// It answers 200 to whatever asks, save `/held`, which it never answers.
final class MortalServer: Sendable {
    private struct State {
        var isAlive = true
        var connections: Set<Int32> = []
        var requests = 0
    }

    let port: UInt16
    private let listener: Int32
    private let state = Mutex(State())

    /// - Parameter port: 0 lets the system choose.
    init(port: UInt16 = 0) {
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var yes: Int32 = 1
        setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        self.port = Self.bind(listener, to: port)
        listen(listener, 128)
        Thread.detachNewThread { self.accept() }
    }

    var url: String { "http://127.0.0.1:\(port)" }
    var requests: Int { state.withLock { $0.requests } }

    /// Closes everything at once, as the kernel does for a process that was killed.
    func kill() {
        state.withLock { state in
            state.isAlive = false
            // Not closed here: its thread does, and the number may be another's by then.
            for connection in state.connections { shutdown(connection, Int32(SHUT_RDWR)) }
        }
        shutdown(listener, Int32(SHUT_RDWR))
    }

    private func accept() {
        while true {
            let connection = Glibc.accept(listener, nil, nil)
            guard connection >= 0 else { break }
            let isAlive = state.withLock { state in
                if state.isAlive { state.connections.insert(connection) }
                return state.isAlive
            }
            guard isAlive else {
                close(connection)
                break
            }
            Thread.detachNewThread { self.serve(connection) }
        }
        close(listener)
    }

    private func serve(_ connection: Int32) {
        var buffer = [UInt8](repeating: 0, count: 8_192)
        while true {
            // Requests without a body, on loopback: one read is one request.
            let count = read(connection, &buffer, buffer.count)
            guard count > 0 else { break }
            state.withLock { $0.requests += 1 }
            if buffer.starts(with: "GET /held".utf8) { continue }
            let answer = Array("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok".utf8)
            guard send(connection, answer, answer.count, Int32(MSG_NOSIGNAL)) == answer.count else { break }
        }
        state.withLock { state in
            state.connections.remove(connection)
            close(connection)
        }
    }

    private static func bind(_ socket: Int32, to port: UInt16) -> UInt16 {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let bound = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                let bound = Glibc.bind(socket, $0, size)
                getsockname(socket, $0, &size)
                return bound
            }
        }
        precondition(bound == 0, "no port")
        return UInt16(bigEndian: address.sin_port)
    }
}
