import Eventually
import Foundation
import Glibc
import Synchronization
import Testing

/// A server that says exactly the bytes it is told to, on a port of loopback that the system picks.
///
/// Every connection has a thread of its own, and may block it.
final class RawServer: Sendable {
    /// What to do with each request that has arrived whole.
    typealias Behaviour = @Sendable (RawRequest, RawConnection) -> Void

    let port: UInt16
    private let listener: Int32
    private let log: Log
    private let isListening = Mutex(true)

    /// What has happened so far.
    private final class Log: Sendable {
        struct State {
            var requests: [RawRequest] = []
            var connections = 0
            var hangUps = 0
            var closed = 0
            var served = 0
        }
        let state = Mutex(State())
    }

    private init(_ behaviour: @escaping Behaviour) {
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        port = Loopback.bind(listener)
        listen(listener, 1024)
        log = Log()
        let (listener, log) = (listener, log)
        Thread.detachNewThread { Self.accept(on: listener, log, behaviour) }
    }

    /// Runs `body` beside a server, and stops the server afterwards.
    static func run<Value>(
        _ behaviour: @escaping Behaviour, isolation: isolated (any Actor)? = #isolation,
        body: (RawServer) async throws -> Value
    ) async throws -> Value {
        let server = RawServer(behaviour)
        defer { server.stopListening() }
        return try await body(server)
    }

    var url: String { "http://127.0.0.1:\(port)" }
    var requests: [RawRequest] { log.state.withLock { $0.requests } }
    var connections: Int { log.state.withLock { $0.connections } }
    /// Those that neither side has closed, as far as was seen so far.
    var openConnections: Int { log.state.withLock { $0.connections - $0.closed } }

    /// How many requests the behaviour is done with. On loopback, what it has written has arrived.
    var served: Int { log.state.withLock { $0.served } }

    /// Waits until clients have closed `count` connections.
    func waitForHangUps(_ count: Int, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        try await eventually(sourceLocation: sourceLocation) { log.state.withLock { $0.hangUps } >= count }
    }

    /// Waits until `count` requests have arrived.
    func waitForRequests(_ count: Int, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        try await eventually(sourceLocation: sourceLocation) { requests.count >= count }
    }

    /// Waits until the behaviour is done with `count` requests.
    func waitForServed(_ count: Int, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        try await eventually(sourceLocation: sourceLocation) { served >= count }
    }

    /// Refuses new connections; those that are there stay.
    func stopListening() {
        isListening.withLock { isListening in
            // Only once: the thread that accepts closes the socket, and its number may be another's then.
            if isListening { Loopback.stop(listener) }
            isListening = false
        }
    }

    private static func accept(on listener: Int32, _ log: Log, _ behaviour: @escaping Behaviour) {
        while true {
            let socket = Glibc.accept(listener, nil, nil)
            guard socket >= 0 else { break }
            log.state.withLock { $0.connections += 1 }
            Thread.detachNewThread { serve(RawConnection(socket), log, behaviour) }
        }
        close(listener)
    }

    private static func serve(_ connection: RawConnection, _ log: Log, _ behaviour: Behaviour) {
        defer { log.state.withLock { $0.closed += 1 } }
        while !connection.isClosed {
            guard let request = connection.readRequest() else {
                log.state.withLock { $0.hangUps += 1 }
                break
            }
            log.state.withLock { $0.requests.append(request) }
            behaviour(request, connection)
            log.state.withLock { $0.served += 1 }
        }
        connection.close()
    }
}
