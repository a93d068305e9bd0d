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

    /// Takes the next one from a listening socket; `nil` where there is none, or it can't be had: `errno` says why.
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

    /// What the connection counts towards; `nil` where its address is not limited.
    var network: IPNetwork?

    func close() { Glibc.close(socket) }
}

/// Takes connections from the listening socket, and gives each to the daemon that has the fewest.
///
/// Left to libmicrohttpd, its threads take from one socket as many as they find: it happens that one of them gets all, and
/// whoever comes on these waits for one core while the other has nothing to do. And the socket could not be taken away
/// from them safely (see `docs/performance.md`).
///
/// `@unchecked Sendable`: what changes is used on the loop's thread only.
final class Acceptor: EventLoopMember, @unchecked Sendable {
    private let socket: ListenSocket
    private let registration: Registration
    private let limit: Int
    private let daemons: [Daemon]
    private let core: ServerCore
    /// Connections refused since the last log line about them, and when that was.
    private var refused = 0
    private var lastReport: ContinuousClock.Instant?
    /// Until when nobody is taken; who comes waits in the system's queue.
    private var pausedUntil: ContinuousClock.Instant?

    /// How long nobody is taken when all places are, or the system has nothing left to give.
    private static let pause = Duration.milliseconds(10)
    /// How often connections that were refused are told to the log.
    private static let reportInterval = Duration.seconds(10)
    /// How many are taken before others on the loop get their turn.
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

    /// Takes no connection any more; who still waits in the system's queue is refused.
    func stop() async {
        await withCheckedContinuation { continuation in
            let end: @Sendable () -> Void = {
                self.registration.unwatch(self.socket.descriptor)
                // A turn that is still to come must not watch for it again.
                self.pausedUntil = nil
                self.registration.end()
                self.socket.close()
                continuation.resume()
            }
            if !registration.loop.post(end) { end() }
        }
    }

    func handle(_ event: SocketEvent) {
        for _ in 0..<Self.clientsInARow {
            guard let daemon = daemons.min(by: { $0.count < $1.count }),
                daemons.reduce(0, { $0 + $1.count }) < limit
            else {
                for daemon in daemons { daemon.makeRoom() }
                return pause()
            }
            guard var client = Client(from: socket.descriptor) else {
                // Any other reason tells of that client, or that nobody waits (accept(2)).
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

    /// Closes a connection of an address that has as many as it may have.
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
