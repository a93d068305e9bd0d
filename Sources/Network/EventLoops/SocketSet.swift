import CLinux
import Glibc

/// Something that has happened on a socket.
public struct SocketEvent: Sendable {
    public struct Kinds: OptionSet, Sendable {
        public let rawValue: UInt32
        public init(rawValue: UInt32) { self.rawValue = rawValue }
        /// There are bytes, or a connection, to take.
        public static let readable = Kinds(rawValue: EPOLLIN.rawValue)
        /// There is room for bytes.
        public static let writable = Kinds(rawValue: EPOLLOUT.rawValue)
        /// What is wrong is found out by using the socket. Comes without being asked for.
        public static let broken = Kinds(rawValue: EPOLLERR.rawValue | EPOLLHUP.rawValue)
        /// The peer sends nothing more.
        public static let peerClosed = Kinds(rawValue: EPOLLRDHUP.rawValue)
        /// As an interest: the socket is reported once, whatever happens on it.
        public static let once = Kinds(rawValue: EPOLLONESHOT.rawValue)
    }

    public let socket: Int32
    public let kinds: Kinds
    /// The number of the member that watches the socket.
    let member: Int
}

/// The sockets of all members, and the descriptor by which other threads wake the loop: one epoll(7) for all of them.
///
/// `@unchecked Sendable`: sockets may be added and removed from any thread; only the loop waits, and uses `events`.
final class SocketSet: @unchecked Sendable {
    private let poll = epoll_create1(Int32(EPOLL_CLOEXEC))
    private let wakeUpDescriptor: Int32
    private var events = [epoll_event](repeating: epoll_event(), count: eventsAtOnce)

    private static let eventsAtOnce = 64

    /// - Parameter wakeUpDescriptor: an eventfd(2) that becomes readable when the loop is to wake up.
    init(wakeUpDescriptor: Int32) {
        precondition(poll >= 0 && wakeUpDescriptor >= 0, "no descriptors for an event loop")
        self.wakeUpDescriptor = wakeUpDescriptor
        control(EPOLL_CTL_ADD, wakeUpDescriptor, .readable, member: 0)
    }

    deinit { close(poll) }

    func watch(_ socket: Int32, for interest: SocketEvent.Kinds, member: Int, isNew: Bool) {
        control(isNew ? EPOLL_CTL_ADD : EPOLL_CTL_MOD, socket, interest, member: member)
    }

    func unwatch(_ socket: Int32) { control(EPOLL_CTL_DEL, socket, [], member: 0) }

    /// Waits until something happens or the loop is woken, and returns the number of events, for `forEach`.
    func wait(atMost time: Duration) -> Int {
        max(0, Int(epoll_wait(poll, &events, Int32(events.count), time.wholeMilliseconds)))
    }

    /// The events on sockets, as many as `wait` said.
    func forEach(of count: Int, _ body: (SocketEvent) -> Void) {
        // By index: `body` may change what is waited for, but not this array.
        for index in 0..<count {
            let data = events[index].data.u64
            let socket = Int32(truncatingIfNeeded: data)
            guard socket != wakeUpDescriptor else {
                var count: eventfd_t = 0
                eventfd_read(wakeUpDescriptor, &count)
                continue
            }
            body(
                SocketEvent(
                    socket: socket, kinds: SocketEvent.Kinds(rawValue: events[index].events), member: Int(data >> 32)))
        }
    }

    /// A member's number stands above the descriptor's.
    private func control(_ operation: Int32, _ descriptor: Int32, _ interest: SocketEvent.Kinds, member: Int) {
        let data = UInt64(UInt32(truncatingIfNeeded: member)) << 32 | UInt64(UInt32(bitPattern: descriptor))
        var event = epoll_event(events: interest.rawValue, data: epoll_data_t(u64: data))
        epoll_ctl(poll, operation, descriptor, &event)
    }
}

extension Duration {
    /// As epoll wants it: what is shorter than a millisecond becomes one, or the loop would spin.
    fileprivate var wholeMilliseconds: Int32 {
        let (seconds, attoseconds) = components
        let most = Int64(Int32.max)
        guard seconds < most / 1_000 else { return Int32.max }
        return Int32(max(0, seconds * 1_000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000))
    }
}
