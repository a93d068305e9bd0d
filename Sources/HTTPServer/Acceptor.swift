import CMicroHTTPD
import Glibc

/// Takes connections from a listening socket and hands each to `take`, on a thread of its own.
///
/// Left to libmicrohttpd, its threads take from one socket as many as they find: it happens that one of them gets all, and
/// whoever comes on these waits for one core while the other has nothing to do. And the socket could not be taken away
/// from them safely (see `docs/performance.md`).
final class Acceptor: Sendable {
    private let socket: ListenSocket
    /// Ends the thread's wait.
    private let alarm: Int32
    private let thread: ServerThread

    /// How long nothing is taken where there is no room, or the system has nothing left to give: those who come wait in
    /// the system's queue.
    private static let pause: Int32 = 10

    /// - Parameters:
    ///   - socket: the acceptor's from now on.
    ///   - hasRoom: whether another connection may come.
    ///   - take: gets a connected socket, which is its own, and the client's address.
    init(
        _ socket: ListenSocket, hasRoom: @escaping @Sendable () -> Bool,
        take: @escaping @Sendable (Int32, UnsafePointer<sockaddr>, socklen_t) -> Void
    ) {
        self.socket = socket
        let alarm = eventfd(0, Int32(EFD_CLOEXEC))
        self.alarm = alarm
        thread = ServerThread { Self.run(socket.descriptor, alarm, hasRoom, take) }
    }

    /// Takes no connection any more; who still waits in the system's queue is refused. To be called once.
    func stop() {
        eventfd_write(alarm, 1)
        thread.join()
        socket.close()
        close(alarm)
    }

    private static func run(
        _ listener: Int32, _ alarm: Int32, _ hasRoom: () -> Bool,
        _ take: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Void
    ) {
        let readable = Int16(POLLIN)
        var waited = [
            pollfd(fd: alarm, events: readable, revents: 0), pollfd(fd: listener, events: readable, revents: 0),
        ]
        while true {
            poll(&waited, 2, -1)
            if waited[0].revents != 0 { return }
            if !hasRoom() || !acceptOne(listener, take) { poll(&waited, 1, pause) }
        }
    }

    /// - Returns: whether it is worth trying again at once.
    private static func acceptOne(
        _ listener: Int32, _ take: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Void
    ) -> Bool {
        var storage = sockaddr_storage()
        return withUnsafeMutablePointer(to: &storage) { storage in
            storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
                let client = engawa_accept(listener, address, &length)
                if client >= 0 {
                    take(client, address, length)
                    return true
                }
                // The client has gone meanwhile, or the network says so (accept(2)); without descriptors or memory it is
                // better to wait.
                return ![EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(errno)
            }
        }
    }
}
