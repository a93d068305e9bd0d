import CMicroHTTPD
import EventLoops
import Glibc
import HTTP
import Synchronization

/// libmicrohttpd's daemon of one loop: the connections that live there.
///
/// `@unchecked Sendable`: `pointer` and what has to be done are used on the loop's thread only, once it has started.
final class Daemon: EventLoopMember, @unchecked Sendable {
    let seat: Seat
    let core: ServerCore
    private let configuration: ServerConfiguration
    private var pointer: OpaquePointer?
    /// Whether its sockets have something to do.
    private var isReady = true
    /// When libmicrohttpd wants to be called though nothing has happened.
    private var due: ContinuousClock.Instant?
    /// Whether a connection was told to go on.
    private let hasResumed = Atomic(false)
    /// Connections that are on their way to it, or open.
    private let places = Atomic(0)

    init(_ configuration: ServerConfiguration, seat: Seat, core: ServerCore) {
        self.configuration = configuration
        self.seat = seat
        self.core = core
    }

    /// How many connections it has.
    var connections: Int { places.load(ordering: .relaxed) }

    /// Starts it, from any thread; `false` where that is not possible.
    func start() -> Bool {
        let daemon =
            if let tls = configuration.tls {
                tls.certificate.withCString { certificate in tls.key.withCString { start(certificate, $0) } }
            } else {
                start(nil, nil)
            }
        guard let daemon else { return false }
        pointer = daemon
        seat.take(self)
        seat.watch(engawa_readiness(daemon), for: .readable)
        return true
    }

    private func start(_ certificate: UnsafePointer<CChar>?, _ key: UnsafePointer<CChar>?) -> OpaquePointer? {
        var options = engawa_daemon_options()
        options.connection_limit = UInt32(configuration.limits.connections)
        options.idle_timeout_seconds = UInt32(configuration.limits.idleTime.components.seconds)
        options.connection_memory_bytes = configuration.limits.connectionMemory.bytes
        options.tls_certificate = certificate
        options.tls_key = key
        // Not retained: the loop keeps `self` until the daemon has stopped.
        options.context = Unmanaged.passUnretained(self).toOpaque()
        options.connection_changed = Callbacks.connectionChanged
        options.request_started = Callbacks.requestStarted
        options.access_handler = Callbacks.access
        options.request_completed = Callbacks.requestCompleted
        options.log = Callbacks.log
        return engawa_start_daemon(&options)
    }

    /// Takes a connected socket over, from any thread.
    func take(_ client: Client) {
        changed(by: 1)
        let add: @Sendable () -> Void = {
            if let pointer = self.pointer {
                // Where it does not want the socket, it closes it.
                _ = client.withAddress { MHD_add_connection(pointer, client.socket, $0, client.length) }
                self.isReady = true
                self.seat.loop.wake()
            } else {
                client.close()
            }
            self.changed(by: -1)
        }
        if seat.loop.isCurrent {
            add()
        } else if !seat.loop.post(add) {
            client.close()
            changed(by: -1)
        }
    }

    /// Connections have come or gone.
    func changed(by number: Int) { places.add(number, ordering: .relaxed) }

    /// Lets a suspended connection go on, from any thread.
    func resume(_ connection: Connection) {
        MHD_resume_connection(connection.pointer)
        // Who comes second is served by the turn that the first one has asked for.
        if !hasResumed.exchange(true, ordering: .sequentiallyConsistent) { seat.loop.wake() }
    }

    func happened(_ event: SocketEvent) { isReady = true }

    func turn(_ now: ContinuousClock.Instant) -> Duration? {
        guard let pointer else { return nil }
        let hasResumed = hasResumed.exchange(false, ordering: .sequentiallyConsistent)
        if isReady || hasResumed || due.map({ $0 <= now }) == true {
            isReady = false
            MHD_run(pointer)
            var milliseconds: UInt64 = 0
            due = MHD_get_timeout(pointer, &milliseconds) == .YES ? now + .milliseconds(milliseconds) : nil
        }
        return due.map { max(.zero, $0 - now) }
    }

    /// Closes all connections and ends it. None may be suspended. `ended` is called where it ran.
    func stop(_ ended: @escaping @Sendable () -> Void) {
        let end: @Sendable () -> Void = {
            if let pointer = self.pointer {
                self.seat.forget(engawa_readiness(pointer))
                MHD_stop_daemon(pointer)
            }
            self.pointer = nil
            self.seat.leave()
            ended()
        }
        if !seat.loop.post(end) { end() }
    }
}
