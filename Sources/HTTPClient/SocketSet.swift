import CCurl
import Glibc

/// The sockets that libcurl waits for, and the knock of other threads: one wait for all of them.
///
/// Not `Sendable`: it stays on the loop's thread.
final class SocketSet {
    /// What has happened on a socket, in libcurl's notation.
    struct Event {
        let socket: curl_socket_t
        let what: Int32
    }

    private let poll = epoll_create1(Int32(EPOLL_CLOEXEC))
    private let knock: Int32
    private var happened = [epoll_event](repeating: epoll_event(), count: eventsAtOnce)

    private static let eventsAtOnce = 64

    /// - Parameter knock: a descriptor that becomes readable when somebody knocks.
    init(knock: Int32) {
        precondition(poll >= 0, "no descriptor for the HTTP client")
        self.knock = knock
        control(EPOLL_CTL_ADD, knock, EPOLLIN.rawValue)
    }

    deinit { close(poll) }

    /// Waits for `what` on a socket, and for nothing else on it.
    func watch(_ socket: curl_socket_t, for what: Int32, isNew: Bool) {
        var interest: UInt32 = 0
        if what & CURL_POLL_IN != 0 { interest |= EPOLLIN.rawValue }
        if what & CURL_POLL_OUT != 0 { interest |= EPOLLOUT.rawValue }
        control(isNew ? EPOLL_CTL_ADD : EPOLL_CTL_MOD, socket, interest)
    }

    func forget(_ socket: curl_socket_t) { control(EPOLL_CTL_DEL, socket, 0) }

    /// Waits until something happens, and says what; a knock is no event, but ends the wait.
    func wait(atMost milliseconds: Int32, _ body: (Event) -> Void) {
        let count = epoll_wait(poll, &happened, Int32(happened.count), milliseconds)
        // By index: `body` may change what is waited for, but not this array.
        for index in 0..<max(0, Int(count)) {
            let (socket, events) = (happened[index].data.fd, happened[index].events)
            guard socket != knock else {
                var knocks: eventfd_t = 0
                eventfd_read(knock, &knocks)
                continue
            }
            // What is wrong with a socket libcurl finds out by using it.
            let isBroken = events & (EPOLLERR.rawValue | EPOLLHUP.rawValue) != 0
            var what: Int32 = 0
            if isBroken || events & EPOLLIN.rawValue != 0 { what |= CURL_CSELECT_IN }
            if isBroken || events & EPOLLOUT.rawValue != 0 { what |= CURL_CSELECT_OUT }
            body(Event(socket: socket, what: what))
        }
    }

    private func control(_ operation: Int32, _ descriptor: Int32, _ events: UInt32) {
        var event = epoll_event(events: events, data: epoll_data_t(fd: descriptor))
        epoll_ctl(poll, operation, descriptor, &event)
    }
}
