import CMicroHTTPD
import EventLoops
import Glibc

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
    private let seat: Seat
    private let limit: Int
    private let daemons: [Daemon]
    /// Until when nobody is taken; who comes waits in the system's queue.
    private var pausedUntil: ContinuousClock.Instant?

    /// How long nobody is taken when all places are, or the system has nothing left to give.
    private static let pause = Duration.milliseconds(10)
    /// How many are taken before others on the loop get their turn.
    private static let clientsInARow = 64

    init(_ socket: ListenSocket, seat: Seat, limit: Int, daemons: [Daemon]) {
        self.socket = socket
        self.seat = seat
        self.limit = limit
        self.daemons = daemons
        seat.take(self)
        seat.watch(socket.descriptor, for: .readable)
    }

    /// Takes no connection any more; who still waits in the system's queue is refused.
    func stop() async {
        await withCheckedContinuation { continuation in
            let end: @Sendable () -> Void = {
                self.seat.forget(self.socket.descriptor)
                // A turn that is still to come must not watch for it again.
                self.pausedUntil = nil
                self.seat.leave()
                self.socket.close()
                continuation.resume()
            }
            if !seat.loop.post(end) { end() }
        }
    }

    func happened(_ event: SocketEvent) {
        for _ in 0..<Self.clientsInARow {
            guard let daemon = daemons.min(by: { $0.connections < $1.connections }),
                daemons.reduce(0, { $0 + $1.connections }) < limit
            else { return pause() }
            guard let client = Client(from: socket.descriptor) else {
                // Any other reason tells of that client, or that nobody waits (accept(2)).
                if [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(errno) { pause() }
                return
            }
            daemon.take(client)
        }
    }

    func turn(_ now: ContinuousClock.Instant) -> Duration? {
        guard let end = pausedUntil else { return nil }
        if now < end { return end - now }
        pausedUntil = nil
        seat.watch(socket.descriptor, for: .readable)
        return nil
    }

    private func pause() {
        seat.forget(socket.descriptor)
        pausedUntil = .now + Self.pause
    }
}
