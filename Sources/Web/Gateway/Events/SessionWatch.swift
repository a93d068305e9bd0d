import Accounts
import Chat
import Live
import Logging
import Synchronization

/// Ends the streams of sessions that are over: by their age, because another process has ended them, or because the
/// backend does not know their person any more.
///
/// It looks twice a second, as long as there are streams, and looks closer only where something may have changed.
final class SessionWatch: Sendable {
    static let interval = Duration.milliseconds(500)
    /// How many people the backend is asked about for each look at most.
    private static let mostAskedFor = 16

    private let sessions: Sessions
    private let live: Live
    private let clock: Clock
    private let log: Logger
    private let task = Mutex<Task<Void, Never>?>(nil)

    init(_ sessions: Sessions, _ live: Live, clock: Clock, log: Logger) {
        self.sessions = sessions
        self.live = live
        self.clock = clock
        self.log = log
    }

    /// Begins to look, where nobody does yet.
    ///
    /// - Parameter isGone: asks the backend for somebody whom it may not know any more, and ends their sessions then.
    func start(_ isGone: @escaping @Sendable (UserID) async -> Bool) {
        task.withLock { task in
            guard task == nil else { return }
            task = Task { await watch(isGone) }
        }
    }

    /// Ends the streams of those of `ids` that are over.
    func look(at ids: [String]) {
        do {
            for id in try sessions.ended(among: ids) { live.end(session: id) }
        } catch {
            complain(error)
        }
    }

    private func watch(_ isGone: @escaping @Sendable (UserID) async -> Bool) async {
        var seen: SessionsSnapshot?
        while true {
            try? await Task.sleep(for: Self.interval)
            let ids = task.withLock { task in
                let ids = live.sessions
                if ids.isEmpty { task = nil }
                return ids
            }
            guard !ids.isEmpty else { return }
            let unconfirmed = live.takeUnconfirmedUsers(atMost: Self.mostAskedFor)
            // Beside, for a slow backend must not keep other sessions' streams open.
            if !unconfirmed.isEmpty { Task { for user in unconfirmed { _ = await isGone(user) } } }
            do {
                let signs = try sessions.snapshot()
                if signs.mayHaveChanged(since: seen, now: clock.now()) { look(at: ids) }
                seen = signs
            } catch {
                complain(error)
            }
        }
    }

    private func complain(_ error: any Error) {
        log.error("the sessions can't be watched", ["why": .text("\(error)")])
    }
}
