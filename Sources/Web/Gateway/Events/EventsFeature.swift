import Logging
import Accounts
import Chat
import HTTP
import Live
import Synchronization

/// The event streams (WHATWG HTML §9.2).
struct EventsFeature: Sendable {
    let live: Live
    let sessions: Sessions
    let watch: SessionWatch
    let policy: SitePolicy
    let log: Logger
    let limiter: PersonLimiter
    let notifications: NotificationKeeper
    /// The sessions whose settings were compared with those of their service.
    let synchronized = SessionMemory()
    /// Asks the backend whether it still has the user, and ends the user's sessions if not.
    let endIfDeleted: @Sendable (UserID) async -> Bool

    /// Opens an event stream.
    ///
    /// - Parameters:
    ///   - watching: the conversations that the browser shows.
    ///   - after: what the page shows. When a stream reconnects, `Last-Event-ID` replaces it.
    func events(_ visit: Visit, watching: [ConversationID], after: StreamPosition?) async throws -> Response {
        let session = try visit.requireSession()
        let last = visit.request.headers[.lastEventID].flatMap { StreamPosition(text: $0) } ?? after
        let handle = StreamHandle(live, limiter, user: session.user, isLimited: policy.limitsRequests)
        guard let handle else { return tooManyStreams(visit) }
        let stream = EventStream { _ in handle.close() }
        let subscriber = Subscriber(
            user: session.user, session: session.id, locale: visit.locale, write: { stream.send($0) },
            end: { stream.end() })
        do {
            handle.opened(try await live.open(subscriber, watching: watching, after: last))
            // The session may have ended before the stream was registered, and so without closing it.
            watch.checkOpened(session.id)
            watch.start(endIfDeleted)
            subscriber.send(EventWriter.online(live.onlineDirects(of: session.user)))
            await sendNotices(visit, subscriber)
            sendNotificationSettings(session, visit, subscriber)
            if let appearance = session.preferences.appearance {
                subscriber.send(EventWriter.appearance(appearance))
            }
        } catch {
            // Browsers reconnect to a stream that has ended, but not after an error status.
            guard error.isOutage else { throw error }
            log.report("a stream can't be opened", error, visit, level: .info)
            return Self.retryLater
        }
        return Response(.ok, headers: ["X-Accel-Buffering": "no"], stream: stream)
    }

    /// A stream that ends at once, with the time after which the browser reconnects.
    private static var retryLater: Response {
        let stream = EventStream()
        stream.send(Array("retry: 5000\n\n".utf8))
        stream.end()
        return Response(.ok, stream: stream)
    }

    /// Sends the session's notices: the page may have been rendered before there were any.
    private func sendNotices(_ visit: Visit, _ subscriber: Subscriber) async {
        guard let token = SessionCookie.token(visit.request, policy) else { return }
        do {
            guard let notices = try await sessions.session(of: token)?.notices, !notices.isEmpty else { return }
            subscriber.send(EventWriter.notices(notices, subscriber.locale))
        } catch {
            log.report("notices can't be read", error, visit)
        }
    }

    /// Sends the person's notification settings. Where a sign-in service keeps them, they are read there once in a
    /// session; changes follow.
    private func sendNotificationSettings(_ session: Session, _ visit: Visit, _ subscriber: Subscriber) {
        subscriber.send(EventWriter.notifications(session.preferences.notifications, session.preferences.levels))
        guard notifications.hasService(session), synchronized.insert(session.id) else { return }
        // In a task of its own: a slow service must not delay the stream.
        Task {
            do {
                _ = try await notifications.synchronize(session)
            } catch {
                log.report("notification settings can't be kept", error, visit)
            }
        }
    }

    /// Refuses a stream beyond the limit of a person. If the oldest stream were ended instead, its browser would open it
    /// again at once, which would end another one. Scripts reconnect with back-off (`stream.js`).
    private func tooManyStreams(_ visit: Visit) -> Response {
        log.info(
            "too many event streams of one person", ["id": .text(visit.request.id.description), "trace": visit.trace])
        var response = Response.text(.tooManyRequests, "too many event streams\n")
        response.headers[.retryAfter] = "\(StreamLimits.retryTime.retrySeconds)"
        return response
    }
}

/// Closes a stream once, also if its browser disconnects before the stream is open.
private final class StreamHandle: Sendable {
    private enum State {
        case opening
        case open(UInt64)
        case closed
    }

    private let live: Live
    private let limiter: PersonLimiter
    private let user: UserID
    private let state = Mutex(State.opening)

    /// Fails if the person has too many streams.
    init?(_ live: Live, _ limiter: PersonLimiter, user: UserID, isLimited: Bool) {
        guard limiter.acquire(for: user, isLimited: isLimited) else { return nil }
        self.live = live
        self.limiter = limiter
        self.user = user
    }

    deinit { _ = finish() }

    func opened(_ stream: UInt64) {
        let isClosed = state.withLock { state in
            if case .closed = state { return true }
            state = .open(stream)
            return false
        }
        if isClosed { live.close(stream) }
    }

    func close() { if case .open(let stream) = finish() { live.close(stream) } }

    /// Releases the stream's place in the limiter, the first time only.
    /// - Returns: the state before.
    private func finish() -> State {
        let former = state.withLock { state in
            defer { state = .closed }
            return state
        }
        if case .closed = former { return former }
        limiter.release(user)
        return former
    }
}

/// The limits of event streams.
enum StreamLimits {
    /// How many streams a person may have open. Shared workers need one stream for all tabs of a browser; browsers
    /// without them open one for each tab.
    static let maximumPerPerson = 64
    /// When a browser whose stream was refused may try again.
    static let retryTime = Duration.seconds(30)
}
