import CMicroHTTPD
import Glibc
public import HTTP
public import Logging
import Synchronization

/// An HTTP/1.1 server over libmicrohttpd: epoll, a pool of threads, and a handler that may wait.
///
/// A handler that never waits is answered on the connection's own thread, without suspending the connection.
public final class Server: Sendable {
    /// Where it listens, with the port that the system chose.
    public let address: ListenAddress

    private let core: ServerCore
    private let daemon: Daemon
    private let acceptor: Acceptor
    private let isStopped = Mutex(false)

    /// Starts listening.
    ///
    /// - Parameters:
    ///   - log: takes one access-log line a request, and libmicrohttpd's own words at `debug`.
    ///   - handler: answers every request that could be read.
    ///   - fault: answers a request that could not, with the status that is due; its body is shown to a person.
    ///     The status is 503, and there are no header fields, where the handler did not answer before the end.
    public init(
        _ configuration: ServerConfiguration, log: Logger,
        fault: @escaping @Sendable (Status, HeaderFields) -> Response = { status, _ in .text(status, "\(status)\n") },
        handler: @escaping Handler
    ) throws(ServerError) {
        // A client that has gone must not end the process; the failed write is enough.
        signal(SIGPIPE, SIG_IGN)
        let socket = try ListenSocket(configuration.listen, backlog: configuration.limits.backlog)
        address = socket.address
        core = ServerCore(configuration, log: log, fault: fault, handler: handler)
        guard let daemon = Daemon(configuration, core: core) else {
            socket.close()
            throw ServerError.cannotStart(core.lastWords.withLock { $0 } ?? "no reason given")
        }
        self.daemon = daemon
        let limit = configuration.limits.connections
        acceptor = Acceptor(socket, hasRoom: { daemon.connections < limit }, take: daemon.add)
    }

    /// Stops: takes no new connections, ends the streams, lets requests in flight finish within the limits, and closes
    /// everything.
    /// Stopping again does nothing.
    public func stop() async {
        guard
            isStopped.withLock({ stopped in
                defer { stopped = true }
                return !stopped
            })
        else { return }
        core.isDraining.store(true, ordering: .relaxed)
        acceptor.stop()
        core.endStreams()
        await core.waitUntilIdle(atMost: core.limits.drainTime)
        core.cancelAll()
        await core.waitUntilIdle(atMost: core.limits.cancelTime)
        // A daemon that is stopped with a suspended connection aborts the process: every one must be resumed before.
        core.answerAllStopping()
        await core.waitUntilIdle(atMost: core.limits.cancelTime)
        await core.waitUntilSilent(atMost: core.limits.cancelTime)
        daemon.stop()
    }
}

/// libmicrohttpd's daemon.
///
/// `@unchecked Sendable`: libmicrohttpd may be given connections by any thread, one at a time, and be stopped from any;
/// `Acceptor` has one thread, and `Server.stop` stops both once.
final class Daemon: @unchecked Sendable {
    private let pointer: OpaquePointer
    private let core: ServerCore

    init?(_ configuration: ServerConfiguration, core: ServerCore) {
        self.core = core
        let start = { (certificate: UnsafePointer<CChar>?, key: UnsafePointer<CChar>?) -> OpaquePointer? in
            var options = engawa_daemon_options()
            options.threads = UInt32(max(configuration.threads, 2))
            options.connection_limit = UInt32(configuration.limits.connections)
            options.idle_timeout_seconds = UInt32(configuration.limits.idleTime.components.seconds)
            options.connection_memory_bytes = configuration.limits.connectionMemory.bytes
            options.tls_certificate = certificate
            options.tls_key = key
            // Not retained: `self` keeps `core` until the daemon has stopped.
            options.context = Unmanaged.passUnretained(core).toOpaque()
            options.request_started = Callbacks.requestStarted
            options.access_handler = Callbacks.access
            options.request_completed = Callbacks.requestCompleted
            options.log = Callbacks.log
            return engawa_start_daemon(&options)
        }
        let pointer =
            if let tls = configuration.tls {
                tls.certificate.withCString { certificate in tls.key.withCString { start(certificate, $0) } }
            } else {
                start(nil, nil)
            }
        guard let pointer else { return nil }
        self.pointer = pointer
    }

    /// How many connections are open.
    var connections: Int { Int(engawa_connections(pointer)) }

    /// Takes a connected socket over, and closes it where there is no room.
    ///
    /// Which of its threads gets it libmicrohttpd decides by the descriptor's number. The system gives out the smallest
    /// that is free, so each thread gets the same share.
    func add(_ socket: Int32, _ address: UnsafePointer<sockaddr>, _ length: socklen_t) {
        MHD_add_connection(pointer, socket, address, length)
    }

    func stop() { MHD_stop_daemon(pointer) }
}
