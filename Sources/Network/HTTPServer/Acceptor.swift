import Bytes
import CMicroHTTPD
import EventLoops
import Glibc
import Logging

/// A client that has connected.
struct Client: Sendable {
    let socket: Int32
    let length: socklen_t
    private let storage: sockaddr_storage

    /// Accepts the next connection; `nil` if there is none, or it can't be accepted: `errno` says why.
    init?(from listener: Int32) {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        socket = withUnsafeMutablePointer(to: &storage) { storage in
            storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { engawa_accept(listener, $0, &length) }
        }
        guard socket >= 0 else { return nil }
        self.storage = storage
        self.length = length
    }

    func withAddress<Result>(_ body: (UnsafePointer<sockaddr>) -> Result) -> Result {
        withUnsafePointer(to: storage) { $0.withMemoryRebound(to: sockaddr.self, capacity: 1, body) }
    }

    /// `nil` for another family than IPv4 and IPv6.
    var address: IPAddress? { withUnsafeBytes(of: storage) { IPAddress(socketAddress: $0) } }

    /// The network whose quota it counts against; `nil` if its address is not limited.
    var network: IPNetwork?

    func close() { Glibc.close(socket) }
}

/// Takes connections from the listening socket, and gives each to the daemon that has the fewest.
///
/// libmicrohttpd's own threads would accept from one socket as many connections as they find: one of them may get all of
/// them, and their requests then share one core while the other is idle. Nor could the socket be taken away from them
/// safely (see `docs/performance.md`).
///
/// `@unchecked Sendable`: what changes is used on the loop's thread only.
final class Acceptor: EventLoopMember, @unchecked Sendable {
    private let socket: ListenSocket
    private let registration: Registration
    private let limit: Int
    private var daemons: [Daemon]
    /// Those that new ones have replaced, and that still had connections then; the oldest first.
    private var retired: [[Daemon]] = []
    private var isStopped = false
    private let core: ServerCore
    /// Connections refused since the last log line about them, and the time of that line.
    private var refused = 0
    private var lastReport: ContinuousClock.Instant?
    /// Until when no connection is accepted; new ones wait in the system's queue.
    private var pausedUntil: ContinuousClock.Instant?

    /// How long no connection is accepted after the limit was reached, or the system ran out of descriptors or memory.
    private static let pause = Duration.milliseconds(10)
    /// How often refused connections are logged.
    private static let reportInterval = Duration.seconds(10)
    /// How many times daemons may be replaced while connections of the first ones are open.
    static let maximumRetired = 8
    /// How many connections are accepted before other members of the loop get their turn.
    private static let clientsInARow = 64

    init(_ socket: ListenSocket, registration: Registration, limit: Int, daemons: [Daemon], core: ServerCore) {
        self.socket = socket
        self.registration = registration
        self.limit = limit
        self.daemons = daemons
        self.core = core
        registration.begin(self)
        registration.watch(socket.descriptor, for: .readable)
    }

    /// Gives new connections to other daemons. The present ones stop when their last connection has ended, or when they
    /// were replaced `maximumRetired` times.
    func replaceDaemons(with new: [Daemon]) async {
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            let replace: @Sendable () -> Void = {
                defer { continuation.resume(returning: ()) }
                guard !self.isStopped else {
                    for daemon in new { daemon.stop {} }
                    return
                }
                for daemon in self.daemons { daemon.retire() }
                self.retired = (self.retired + [self.daemons]).filter { daemons in
                    daemons.contains { $0.count > 0 }
                }
                while self.retired.count > Self.maximumRetired {
                    for daemon in self.retired.removeFirst() { daemon.endConnections() }
                }
                self.daemons = new
            }
            if !registration.loop.post(replace) { replace() }
        }
    }

    /// Accepts no more connections; those in the system's queue are refused.
    ///
    /// - Returns: all daemons that may have connections.
    func stop() async -> [Daemon] {
        await withCheckedContinuation { continuation in
            let end: @Sendable () -> Void = {
                self.isStopped = true
                self.registration.unwatch(self.socket.descriptor)
                // A queued turn must not watch the socket again.
                self.pausedUntil = nil
                self.registration.end()
                self.socket.close()
                continuation.resume(returning: self.everyDaemon)
            }
            if !registration.loop.post(end) { end() }
        }
    }

    private var everyDaemon: [Daemon] { daemons + retired.flatMap(\.self) }

    /// How many connections there are.
    private var count: Int { (retired + [daemons]).reduce(0) { $0 + $1.reduce(0) { $0 + $1.count } } }

    func handle(_ event: SocketEvent) {
        for _ in 0..<Self.clientsInARow {
            guard let daemon = daemons.min(by: { $0.count < $1.count }), count < limit else {
                for daemon in everyDaemon { daemon.makeRoom() }
                return pause()
            }
            guard var client = Client(from: socket.descriptor) else {
                // Any other error concerns that client only, or there is no connection to accept (accept(2)).
                if [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(errno) { pause() }
                return
            }
            client.network = core.limitedNetwork(of: client.address)
            if let network = client.network, !core.quota.take(network) {
                refuse(client)
            } else {
                daemon.take(client)
            }
        }
    }

    /// Closes a connection of an address that has reached its limit.
    private func refuse(_ client: Client) {
        client.close()
        refused += 1
        let now = ContinuousClock.now
        guard lastReport.map({ now - $0 >= Self.reportInterval }) ?? true else { return }
        core.log.warning(
            "connections refused: too many from one address",
            ["address": .text(client.address?.description ?? "-"), "refused": .number(refused)])
        refused = 0
        lastReport = now
    }

    func turn(_ now: ContinuousClock.Instant) -> Duration? {
        guard let end = pausedUntil else { return nil }
        if now < end { return end - now }
        pausedUntil = nil
        registration.watch(socket.descriptor, for: .readable)
        return nil
    }

    private func pause() {
        registration.unwatch(socket.descriptor)
        pausedUntil = .now + Self.pause
    }
}
