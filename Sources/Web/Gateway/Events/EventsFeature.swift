import Logging
import Accounts
import Chat
import HTTP
import Live
import Synchronization

/// The event streams of browsers.
struct EventsFeature: Sendable {
    let live: Live
    let sessions: Sessions
    let watch: SessionWatch
    let policy: SitePolicy
    let log: Logger
    let places: StreamPlaces
    /// Asks the backend for somebody whom it may not know any more, and ends their sessions then.
    let isGone: @Sendable (UserID) async -> Bool

    /// Opens the event stream of a browser (WHATWG HTML §9.2).
    ///
    /// - Parameters:
    ///   - watching: the conversations that the browser shows.
    ///   - after: the newest event that the page shows; `Last-Event-ID` is newer where the stream broke off.
    func events(_ visit: Visit, watching: [ConversationID], after: EventID?) async throws -> Response {
        let session = try visit.requireSession()
        let last = visit.request.headers[.lastEventID].flatMap { EventID(text: $0) } ?? after
        let place = places.take(for: session.user, isLimited: policy.limitsRequests)
        guard let place else { return tooManyStreams(visit) }
        let handle = StreamHandle(live, place)
        let stream = EventStream { _ in handle.close() }
        let subscriber = Subscriber(
            user: session.user, session: session.id,
            locale: visit.locale,
            write: { stream.send($0) }, end: { stream.end() })
        do {
            handle.opened(try await live.open(subscriber, watching: watching, after: last))
            // It may have ended while the stream was opened, when nobody knew yet that it has one.
            watch.look(at: [session.id])
            watch.start(isGone)
            tellNotices(visit, subscriber)
        } catch {
            // A browser comes back to a stream that has ended; to one that was refused it does not.
            guard error.isOutage else { throw error }
            log.info(
                "a stream can't be opened", ["why": .text("\(error)"), "id": .text(visit.request.id.description)])
            return Self.comeBack
        }
        return Response(.ok, headers: ["X-Accel-Buffering": "no"], stream: stream)
    }

    /// A stream that ends at once, and asks to be tried again.
    private static var comeBack: Response {
        let stream = EventStream()
        stream.send(Array("retry: 5000\n\n".utf8))
        stream.end()
        return Response(.ok, stream: stream)
    }

    /// Tells a stream that begins what its page may not know: it was made before.
    func tellNotices(_ visit: Visit, _ subscriber: Subscriber) {
        guard let token = SessionCookie.token(visit.request, policy) else { return }
        do {
            guard let notices = try sessions.session(of: token)?.notices, !notices.isEmpty else { return }
            subscriber.send(EventWriter.notices(notices, subscriber.locale))
        } catch {
            log.error(
                "notices can't be read", ["why": .text("\(error)"), "id": .text(visit.request.id.description)])
        }
    }

    /// Refuses a stream beyond those that a person may have. The newest is refused and not the oldest ended: the browser
    /// would open that again at once, and so end another. The scripts try again after growing waits (`stream.js`).
    private func tooManyStreams(_ visit: Visit) -> Response {
        log.info("too many event streams of one person", ["id": .text(visit.request.id.description)])
        var response = Response.text(.tooManyRequests, "too many event streams\n")
        response.headers[.retryAfter] = "\(StreamPlaces.retryTime.retrySeconds)"
        return response
    }

}

/// Closes a stream for good, also where the browser has gone before it was open.
private final class StreamHandle: Sendable {
    private enum State {
        case opening
        case open(UInt64)
        case closed
    }

    private let live: Live
    private let place: StreamPlace
    private let state = Mutex(State.opening)

    init(_ live: Live, _ place: StreamPlace) {
        self.live = live
        self.place = place
    }

    func opened(_ stream: UInt64) {
        let isClosed = state.withLock { state in
            if case .closed = state { return true }
            state = .open(stream)
            return false
        }
        if isClosed { live.close(stream) }
    }

    func close() {
        let stream: UInt64? = state.withLock { state in
            defer { state = .closed }
            return if case .open(let stream) = state { stream } else { nil }
        }
        if let stream { live.close(stream) }
        place.giveBack()
    }
}

extension EventID {
    /// As it stands in a page, in a URL and in `Last-Event-ID`.
    init?(text: String) {
        guard let number = UInt64(text) else { return nil }
        self.init(number)
    }
}
