import Bytes
import CMicroHTTPD
import Glibc
import HTTP

/// One connection of a daemon, from the moment it is accepted until it is closed.
///
/// `@unchecked Sendable`: used on the thread of its loop only. The daemon holds it while libmicrohttpd knows it, and its
/// queues outlive it, so what is `unowned(unsafe)` is there.
final class ServedConnection: @unchecked Sendable {
    let connection: Connection
    let socket: Int32
    /// What it counts towards; `nil` where its address is not limited.
    let network: IPNetwork?
    /// The target of the request whose head is arriving or was read last.
    var target: ReceivedTarget?
    /// Whether a request has arrived whole, or was refused, and its answer has not yet been sent.
    var isServing = false
    /// Whether the peer has said that it sends nothing more (a TCP FIN).
    var peerHasClosed = false
    /// What had been transferred when `takeProgress` was called last.
    private var transferred: UInt64 = 0
    /// The stream that it carries; tracked by `OpenStreams`.
    var stream: EventStream?

    /// The queue that bounds what the connection is doing, and its place there; kept by `DeadlineQueue`.
    fileprivate(set) unowned(unsafe) var queue: DeadlineQueue?
    fileprivate var deadline = ContinuousClock.Instant.now
    fileprivate var next: ServedConnection?
    fileprivate unowned(unsafe) var previous: ServedConnection?

    init(_ connection: Connection, network: IPNetwork?) {
        self.connection = connection
        self.socket = connection.socket
        self.network = network
    }

    /// Shuts the connection down in both directions. libmicrohttpd notices by epoll, and closes it in its next turn.
    func shutDown() { shutdown(socket, Int32(SHUT_RDWR)) }

    /// How many bytes the peer has received or sent since the last call.
    func takeProgress() -> Int {
        let total = engawa_transferred(socket)
        defer { transferred = total }
        return Int(clamping: total &- transferred)
    }

    /// Whether every byte that the peer sent has been read. To be asked after its FIN only.
    var isDrained: Bool {
        var byte: UInt8 = 0
        return recv(socket, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) <= 0
    }
}

/// A request target as it was received, before libmicrohttpd decodes it in place.
struct ReceivedTarget {
    /// `nil` where it is not UTF-8.
    let text: String?
    /// Where its bytes lie in the connection's memory. Compared, never read.
    let address: UInt
    let length: Int

    init(_ uri: UnsafePointer<CChar>) {
        text = String(validatingCString: uri)
        address = UInt(bitPattern: uri)
        length = strlen(uri)
    }
}

/// Connections that all have the same time for what they do, in the order in which it ends.
///
/// Each operation takes constant time. Used on one loop's thread only.
final class DeadlineQueue {
    private let time: Duration
    private(set) var first: ServedConnection?
    private unowned(unsafe) var last: ServedConnection?

    /// - Parameter time: what each connection has from the moment it is appended.
    init(_ time: Duration) { self.time = time }

    /// When the earliest deadline passes.
    var nextDeadline: ContinuousClock.Instant? { first?.deadline }

    /// The connections, in the order in which their time ends.
    var connections: [ServedConnection] { first.map { Array(sequence(first: $0, next: \.next)) } ?? [] }

    /// Gives a connection its time from now on. It leaves the queue it was in.
    func append(_ connection: ServedConnection, _ now: ContinuousClock.Instant = .now) {
        connection.queue?.remove(connection)
        connection.queue = self
        connection.deadline = now + time
        connection.previous = last
        if let last { last.next = connection } else { first = connection }
        last = connection
    }

    /// Takes a connection out, whether its time is over or not.
    func remove(_ connection: ServedConnection) {
        guard connection.queue === self else { return }
        connection.queue = nil
        let next = connection.next
        let previous = connection.previous
        connection.next = nil
        connection.previous = nil
        next?.previous = previous
        if let previous { previous.next = next } else { first = next }
        if next == nil { last = previous }
    }

    /// Takes out the first one whose time is over.
    func takeExpired(_ now: ContinuousClock.Instant) -> ServedConnection? {
        guard let first, first.deadline <= now else { return nil }
        remove(first)
        return first
    }

    /// Takes out the first one, where it has been here for `age`.
    func takeFirst(waitingFor age: Duration, _ now: ContinuousClock.Instant) -> ServedConnection? {
        guard let first, first.deadline - time + age <= now else { return nil }
        remove(first)
        return first
    }
}
