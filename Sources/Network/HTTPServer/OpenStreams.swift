import CEpoll
import EventLoops
import Glibc
import HTTP
import Synchronization

/// The streams that are open, and one thread for them all.
///
/// libmicrohttpd does not look at a connection that sleeps, so the thread does: it hears when a client goes.
/// It also gives each stream a sign of life now and then, a part of them at a time.
final class OpenStreams: Sendable {
    /// What a stream is registered under.
    struct Ticket {
        let serial: UInt64
        let socket: Int32
        fileprivate let poll: Int32

        /// Lets the stream go on when the socket takes bytes again.
        func awaitRoom() { watch(EPOLL_CTL_MOD, for: EPOLLRDHUP.rawValue | EPOLLOUT.rawValue) }

        /// Once is enough: what has gone doesn't come back.
        fileprivate func watch(_ operation: Int32, for events: UInt32) {
            var event = epoll_event(events: events | EPOLLONESHOT.rawValue, data: epoll_data_t(u64: serial))
            epoll_ctl(poll, operation, socket, &event)
        }
    }

    private struct Open {
        let stream: EventStream
        let ticket: Ticket
    }

    private struct State {
        var streams: [UInt64: Open] = [:]
        var lastSerial: UInt64 = 0
        var isStopping = false
        /// Started for the first stream: most servers never have one.
        var thread: JoinableThread?
    }

    private let state = Mutex(State())
    private let tick: Duration
    /// Holds the clients' sockets.
    private let poll = epoll_create1(Int32(EPOLL_CLOEXEC))
    /// Ends the thread's wait.
    private let alarm = eventfd(0, Int32(EFD_CLOEXEC))

    /// Registered for the alarm; streams count from 1.
    private static let alarmSerial: UInt64 = 0
    private static let eventsAtOnce = 256

    init(heartbeat: Duration) {
        tick = heartbeat / Int(StreamLimits.heartbeatGroups)
        var event = epoll_event(events: EPOLLIN.rawValue, data: epoll_data_t(u64: Self.alarmSerial))
        epoll_ctl(poll, EPOLL_CTL_ADD, alarm, &event)
    }

    deinit {
        close(alarm)
        close(poll)
    }

    /// The number of open streams.
    var count: Int { state.withLock { $0.streams.count } }

    /// Watches over a stream until it is removed; ends it at once where the server is stopping.
    func add(_ stream: EventStream, socket: Int32) -> Ticket {
        let (ticket, isStopping) = state.withLock { state in
            state.lastSerial += 1
            let ticket = Ticket(serial: state.lastSerial, socket: socket, poll: poll)
            state.streams[ticket.serial] = Open(stream: stream, ticket: ticket)
            if state.thread == nil, !state.isStopping { state.thread = JoinableThread { self.watch() } }
            return (ticket, state.isStopping)
        }
        if isStopping { stream.end(.stopping) }
        ticket.watch(EPOLL_CTL_ADD, for: EPOLLRDHUP.rawValue)
        return ticket
    }

    /// To be called before the socket is closed.
    func remove(_ ticket: Ticket) {
        epoll_ctl(poll, EPOLL_CTL_DEL, ticket.socket, nil)
        state.withLock { _ = $0.streams.removeValue(forKey: ticket.serial) }
    }

    /// Ends all streams, and those that come later. To be called from outside the thread.
    func stop() {
        let (streams, thread) = state.withLock { state in
            state.isStopping = true
            defer { state.thread = nil }
            return (state.streams.values.map(\.stream), state.thread)
        }
        for stream in streams { stream.end(.stopping) }
        eventfd_write(alarm, 1)
        thread?.join()
    }

    private func watch() {
        var events = [epoll_event](repeating: epoll_event(), count: Self.eventsAtOnce)
        var group: UInt64 = 0
        var next = ContinuousClock.now + tick
        while true {
            let rest = max(.zero, next - .now) / .milliseconds(1)
            let count = epoll_wait(poll, &events, Int32(events.count), Int32(rest.rounded(.up)))
            for event in events.prefix(Int(max(count, 0))) {
                guard event.data.u64 != Self.alarmSerial else { return }
                if let open = state.withLock({ $0.streams[event.data.u64] }) { Self.attend(to: open, event.events) }
            }
            if ContinuousClock.now >= next {
                next += tick
                sendComments(to: group)
                group = (group + 1) % StreamLimits.heartbeatGroups
            }
        }
    }

    private static func attend(to open: Open, _ events: UInt32) {
        guard events == EPOLLOUT.rawValue else { return open.stream.drop(.clientGone) }
        open.ticket.watch(EPOLL_CTL_MOD, for: EPOLLRDHUP.rawValue)
        open.stream.goOn()
    }

    private func sendComments(to group: UInt64) {
        let streams = state.withLock { state in
            state.streams.filter { $0.key % StreamLimits.heartbeatGroups == group }
        }
        for open in streams.values { open.stream.send(StreamLimits.comment) }
    }
}
