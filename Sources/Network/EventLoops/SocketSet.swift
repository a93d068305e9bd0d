import CEpoll
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
    let seat: Int
}

/// The sockets of all members, and the knock of other threads: one wait for all of them (epoll(7)).
///
/// `@unchecked Sendable`: epoll may be told of sockets from any thread; only the loop waits, and uses `happened`.
final class SocketSet: @unchecked Sendable {
    private let poll = epoll_create1(Int32(EPOLL_CLOEXEC))
    private let knock: Int32
    private var happened = [epoll_event](repeating: epoll_event(), count: eventsAtOnce)

    private static let eventsAtOnce = 64

    /// - Parameter knock: a descriptor that becomes readable when somebody knocks.
    init(knock: Int32) {
        precondition(poll >= 0 && knock >= 0, "no descriptors for an event loop")
        self.knock = knock
        control(EPOLL_CTL_ADD, knock, .readable, seat: 0)
    }

    deinit { close(poll) }

    func watch(_ socket: Int32, for interest: SocketEvent.Kinds, seat: Int, isNew: Bool) {
        control(isNew ? EPOLL_CTL_ADD : EPOLL_CTL_MOD, socket, interest, seat: seat)
    }

    func forget(_ socket: Int32) { control(EPOLL_CTL_DEL, socket, [], seat: 0) }

    /// Waits until something happens, and says how much, for `forEach`; a knock ends the wait, too.
    func wait(atMost time: Duration) -> Int {
        max(0, Int(epoll_wait(poll, &happened, Int32(happened.count), time.wholeMilliseconds)))
    }

    /// What has happened, as many things as `wait` said; a knock is none of them.
    func forEach(of count: Int, _ body: (SocketEvent) -> Void) {
        // By index: `body` may change what is waited for, but not this array.
        for index in 0..<count {
            let data = happened[index].data.u64
            let socket = Int32(truncatingIfNeeded: data)
            guard socket != knock else {
                var knocks: eventfd_t = 0
                eventfd_read(knock, &knocks)
                continue
            }
            body(
                SocketEvent(
                    socket: socket, kinds: SocketEvent.Kinds(rawValue: happened[index].events), seat: Int(data >> 32)))
        }
    }

    /// A member's number stands above the descriptor's.
    private func control(_ operation: Int32, _ descriptor: Int32, _ interest: SocketEvent.Kinds, seat: Int) {
        let data = UInt64(UInt32(truncatingIfNeeded: seat)) << 32 | UInt64(UInt32(bitPattern: descriptor))
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
