import Accounts
import Chat
import Live
import Logging
import Synchronization

/// Ends the streams of sessions that are over: by their age, or because another process has ended them.
///
/// It looks twice a second, as long as there are streams, and looks closer only where something may have changed.
final class SessionWatch: Sendable {
    static let interval = Duration.milliseconds(500)

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
    func start() {
        task.withLock { task in
            guard task == nil else { return }
            task = Task { await watch() }
        }
    }

    /// Ends the streams of those of `ids` that are over.
    func look(at ids: [String]) {
        do {
            for id in try sessions.over(among: ids) { live.end(session: id) }
        } catch {
            complain(error)
        }
    }

    private func watch() async {
        var seen: SessionSigns?
        while true {
            try? await Task.sleep(for: Self.interval)
            let ids = task.withLock { task in
                let ids = live.sessions
                if ids.isEmpty { task = nil }
                return ids
            }
            guard !ids.isEmpty else { return }
            do {
                let signs = try sessions.signs()
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
