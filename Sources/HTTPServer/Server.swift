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
    /// What keeps `core` alive for libmicrohttpd's callbacks, until the daemon has stopped.
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
        guard let daemon = Daemon(configuration, socket: socket, core: core) else {
            // The socket is left alone: libmicrohttpd closes it in most of its failures, and closing it again could
            // close somebody else's.
            throw ServerError.cannotStart(core.lastWords.withLock { $0 } ?? "no reason given")
        }
        self.daemon = daemon
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
        daemon.quiesce()
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
/// `@unchecked Sendable`: libmicrohttpd may be stopped from any thread, and its socket be replaced; `Server.stop` does each
/// once.
final class Daemon: @unchecked Sendable {
    private let pointer: OpaquePointer
    private let core: ServerCore
    /// Libmicrohttpd's, which closes it.
    private let listener: Int32

    init?(_ configuration: ServerConfiguration, socket: ListenSocket, core: ServerCore) {
        self.core = core
        let start = { (certificate: UnsafePointer<CChar>?, key: UnsafePointer<CChar>?) -> OpaquePointer? in
            var options = engawa_daemon_options()
            options.listen_socket = socket.descriptor
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
        listener = socket.descriptor
    }

    /// Takes no new connections: clients are refused at once, and go elsewhere.
    ///
    /// What `MHD_quiesce_daemon` is for, but with epoll that may abort the process: it and the daemon's threads both take
    /// the socket out of their epoll sets, and who comes second panics. So the socket is shut down, and the descriptor,
    /// which stays the daemon's, gets something to stand for that never has anything to accept. Where there is none left
    /// to give, the shutting down has to do: no connection reaches the socket then.
    func quiesce() {
        let nothing = eventfd(0, Int32(EFD_CLOEXEC))
        shutdown(listener, Int32(SHUT_RDWR))
        guard nothing >= 0 else { return }
        dup2(nothing, listener)
        _ = fcntl(listener, F_SETFD, FD_CLOEXEC)
        close(nothing)
    }

    func stop() { MHD_stop_daemon(pointer) }
}
