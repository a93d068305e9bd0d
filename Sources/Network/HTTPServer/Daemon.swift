import Bytes
import CMicroHTTPD
import EventLoops
import Glibc
import HTTP
import Logging
import Synchronization

/// libmicrohttpd's daemon of one loop: the connections that live there.
///
/// `@unchecked Sendable`: `pointer`, `connections` and what has to be done are used on the loop's thread only, once it
/// has started.
final class Daemon: EventLoopMember, @unchecked Sendable {
    let registration: Registration
    let core: ServerCore
    private let configuration: ServerConfiguration
    private var pointer: OpaquePointer?
    /// Whether it stops with its last connection, because another takes the new ones.
    private var isRetired = false
    /// Whether its sockets have something to do.
    private var isReady = true
    /// When libmicrohttpd wants to be called though nothing has happened.
    private var due: ContinuousClock.Instant?
    /// Whether a connection was told to go on.
    private let hasResumed = Atomic(false)
    /// Connections that are on their way to it, or open.
    private let places = Atomic(0)
    /// The open connections, by their sockets.
    private var connections: [Int32: ServedConnection] = [:]
    /// Whether libmicrohttpd has taken the connection that it was given last; `closing` tells of its end then.
    private var hasOpened = false
    /// Connections whose peer has closed its side, to be looked at when libmicrohttpd has read what it can.
    private var halfClosed: [ServedConnection] = []

    /// What its connections are doing, and for how long.
    private let deadlines: ConnectionDeadlines
    /// Those that carry a stream.
    var streams: OpenStreams

    init(_ configuration: ServerConfiguration, registration: Registration, core: ServerCore) {
        self.configuration = configuration
        self.registration = registration
        self.core = core
        deadlines = ConnectionDeadlines(configuration.limits)
        streams = OpenStreams(heartbeat: configuration.limits.heartbeat)
    }

    /// How many connections it has.
    var count: Int { places.load(ordering: .relaxed) }

    /// Starts one on each loop.
    static func start(
        _ configuration: ServerConfiguration, on loops: [EventLoop], _ core: ServerCore
    ) throws(ServerError) -> [Daemon] {
        let daemons = loops.map { Daemon(configuration, registration: $0.makeRegistration(), core: core) }
        guard daemons.allSatisfy({ $0.start() }) else {
            for daemon in daemons { daemon.stop {} }
            throw ServerError.cannotStart(core.lastLogLine.withLock { $0 } ?? "no reason given")
        }
        return daemons
    }

    /// Starts it, from any thread; `false` where that is not possible.
    private func start() -> Bool {
        let daemon =
            if let tls = configuration.tls {
                tls.certificate.withCString { certificate in tls.key.withCString { start(certificate, $0) } }
            } else {
                start(nil, nil)
            }
        guard let daemon else { return false }
        pointer = daemon
        registration.begin(self)
        registration.watch(engawa_readiness(daemon), for: .readable)
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
        options.request_started = Callbacks.targetReceived
        options.access_handler = Callbacks.access
        options.request_completed = Callbacks.requestCompleted
        options.log = Callbacks.log
        return engawa_start_daemon(&options)
    }

    /// Takes a connected socket over, from any thread.
    func take(_ client: Client) {
        places.add(1, ordering: .relaxed)
        let add: @Sendable () -> Void = {
            if let pointer = self.pointer {
                // Where it does not want the socket, it closes it.
                self.hasOpened = false
                _ = client.withAddress { MHD_add_connection(pointer, client.socket, $0, client.length) }
                if !self.hasOpened { self.gone(client.network) }
                self.isReady = true
                self.registration.loop.wake()
            } else {
                client.close()
                self.gone(client.network)
            }
        }
        if registration.loop.isCurrent {
            add()
        } else if !registration.loop.post(add) {
            client.close()
            gone(client.network)
        }
    }

    /// libmicrohttpd has taken a connection.
    func opened(_ connection: Connection) -> ServedConnection {
        let served = ServedConnection(connection, network: core.limitedNetwork(of: connection.remoteAddress))
        hasOpened = true
        connections[served.socket] = served
        deadlines.waiting.append(served)
        registration.watch(served.socket, for: [.peerClosed, .once])
        return served
    }

    /// libmicrohttpd is about to close a connection's socket.
    func closing(_ connection: ServedConnection) {
        registration.unwatch(connection.socket)
        connection.queue?.remove(connection)
        connections[connection.socket] = nil
        gone(connection.network)
    }

    private func gone(_ network: IPNetwork?) {
        places.subtract(1, ordering: .relaxed)
        if let network { core.quota.giveBack(network) }
    }

    /// Lets a suspended connection go on, from any thread.
    func resume(_ connection: Connection) {
        MHD_resume_connection(connection.pointer)
        // Who comes second is served by the turn that the first one has asked for.
        if !hasResumed.exchange(true, ordering: .sequentiallyConsistent) { registration.loop.wake() }
    }

    func handle(_ event: SocketEvent) {
        isReady = true
        // libmicrohttpd's own set of sockets is none of these.
        guard let connection = connections[event.socket] else { return }
        guard event.kinds != .writable else {
            registration.watch(connection.socket, for: [.peerClosed, .once], isNew: false)
            connection.stream?.writeRest()
            return
        }
        connection.peerHasClosed = true
        connection.stream?.drop(.clientGone)
        halfClosed.append(connection)
    }

    /// Lets a stream write on when the connection's socket takes bytes again; from any thread, while the stream is open.
    func awaitRoom(on connection: ServedConnection) {
        registration.watch(connection.socket, for: [.peerClosed, .writable, .once], isNew: false)
    }

    func turn(_ now: ContinuousClock.Instant) -> Duration? {
        guard let pointer else { return nil }
        let hasResumed = hasResumed.exchange(false, ordering: .sequentiallyConsistent)
        if isReady || hasResumed || due.map({ $0 <= now }) == true {
            isReady = false
            MHD_run(pointer)
            var milliseconds: UInt64 = 0
            due = MHD_get_timeout(pointer, &milliseconds) == .YES ? now + .milliseconds(milliseconds) : nil
        }
        if !halfClosed.isEmpty { endHalfClosed() }
        while let (late, reason) = deadlines.takeLate(now) { end(late, reason) }
        streams.sendHeartbeats(now)
        if isRetired, count == 0 {
            end()
            return nil
        }
        return nextDue.map { max(.zero, $0 - now) }
    }

    private var nextDue: ContinuousClock.Instant? {
        [due, deadlines.next, streams.nextHeartbeat].compactMap(\.self).min()
    }

    /// The head of a connection's request has arrived; a body may follow.
    func headReceived(_ connection: ServedConnection) { deadlines.receiving.append(connection) }

    /// A request has arrived, and is being handled.
    func requestReceived(_ connection: ServedConnection) {
        connection.isServing = true
        connection.queue?.remove(connection)
    }

    /// An answer with an end is on its way.
    func answering(_ connection: ServedConnection) {
        connection.isServing = true
        deadlines.sending.append(connection)
    }

    /// A file is on its way, to the client or from it: that has no total time, but must not stall.
    func transferBegins(_ connection: ServedConnection) {
        _ = connection.takeProgress()
        deadlines.transferring.append(connection)
    }

    /// The answer has left, or the request has failed; another request may follow.
    func requestEnded(_ connection: ServedConnection) {
        connection.isServing = false
        deadlines.waiting.append(connection)
        if connection.peerHasClosed {
            halfClosed.append(connection)
            registration.loop.wake()
        }
    }

    /// Ends the connections whose peers have closed their side, and of which no request is left to answer.
    ///
    /// libmicrohttpd 0.9.75 watches edges, and does not read again after it has read less than it has room for. So it
    /// misses an end that arrives together with the last bytes.
    private func endHalfClosed() {
        let connections = halfClosed
        halfClosed = []
        for connection in connections where self.connections[connection.socket] === connection && !connection.isServing
        {
            // What has not been read yet may be a whole request, and libmicrohttpd has been told of it.
            if connection.isDrained { connection.shutDown() } else { halfClosed.append(connection) }
        }
    }

    /// Makes room for new connections, from any thread: ends those that have waited longest for a request.
    func makeRoom() {
        registration.loop.post { [self] in
            let now = ContinuousClock.now
            for _ in 0..<Self.endedAtOnce {
                guard let longest = deadlines.waiting.takeFirst(waitingFor: core.limits.waitBeforeMakingRoom, now)
                else { return }
                end(longest, "to make room")
            }
        }
    }

    private func end(_ connection: ServedConnection, _ reason: String) {
        core.log.debug("connection ended", ["why": .text(reason)])
        connection.shutDown()
    }

    /// How many connections are ended at once to make room.
    private static let endedAtOnce = 64

    /// Ends the streams, and those that are still to be opened; from any thread.
    func endStreams() {
        registration.loop.post { self.streams.endAll() }
    }

    /// Lets it stop with its last connection, from any thread; `take` is called no more.
    func retire() {
        registration.loop.post {
            self.isRetired = true
            self.registration.loop.wake()
        }
    }

    /// Ends its connections, whatever they do; from any thread.
    func endConnections() {
        registration.loop.post {
            self.streams.endAll()
            for connection in self.connections.values { self.end(connection, "its certificate is too old") }
        }
    }

    /// Closes all connections and ends it. None may be suspended but those of streams. `ended` is called where it ran.
    func stop(_ ended: @escaping @Sendable () -> Void) {
        let stop: @Sendable () -> Void = {
            self.end()
            ended()
        }
        if !registration.loop.post(stop) { stop() }
    }

    /// Ending again does nothing.
    private func end() {
        guard let pointer else { return registration.end() }
        streams.dropAll()
        registration.unwatch(engawa_readiness(pointer))
        MHD_stop_daemon(pointer)
        self.pointer = nil
        registration.end()
    }
}
