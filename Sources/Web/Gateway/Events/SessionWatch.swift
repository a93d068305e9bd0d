import Accounts
import Chat
import Concurrency
import Live
import Logging
import Synchronization

/// Closes the streams of sessions that have ended: expired, ended by another process, or their user was deleted in the
/// backend.
///
/// It runs twice a second while there are streams, and checks each session only where the database does not say which have
/// ended, and once in a while.
final class SessionWatch: Sendable {
    static let interval = Duration.milliseconds(500)
    /// After how many runs each session is checked in any case: a note of the database may be lost.
    private static let runsBetweenChecks = 60
    /// How many sessions of streams that have just opened are checked at once.
    private static let sessionsAtOnce = 1_000
    /// The maximum number of users that are looked up in the backend at each run.
    private static let maximumLookups = 16

    private let sessions: Sessions
    private let live: Live
    private let clock: Clock
    private let log: Logger
    private let task = Mutex<Task<Void, Never>?>(nil)
    private let opened = GatheredWork<String>(keysAtOnce: SessionWatch.sessionsAtOnce)
    /// Whether a session of a stream that has opened could not be checked.
    private let hasUnchecked = Atomic(false)

    init(_ sessions: Sessions, _ live: Live, clock: Clock, log: Logger) {
        self.sessions = sessions
        self.live = live
        self.clock = clock
        self.log = log
    }

    /// Starts the watch unless it is running.
    ///
    /// - Parameter endIfDeleted: asks the backend whether it still has the user, and ends the user's sessions if not.
    func start(_ endIfDeleted: @escaping @Sendable (UserID) async -> Bool) {
        task.withLock { task in
            guard task == nil else { return }
            // Detached, because it belongs to no request.
            task = Task.detached { await self.watch(endIfDeleted) }
        }
    }

    /// A stream of a session has opened: closes it soon if the session has ended. Those that open at the same time are checked
    /// together.
    func checkOpened(_ session: String) { opened.add([session]) { await self.closeEnded($0) } }

    /// Closes the streams of those of the sessions `ids` that have ended.
    private func closeEnded(_ ids: [String]) async {
        do {
            for id in try await sessions.ended(among: ids) { live.end(session: id) }
        } catch {
            hasUnchecked.store(true, ordering: .relaxed)
            report(error)
        }
    }

    private func watch(_ endIfDeleted: @escaping @Sendable (UserID) async -> Bool) async {
        var last: SessionsSnapshot?
        for run in 0... {
            try? await Task.sleep(for: Self.interval)
            let hasStreams = task.withLock { task in
                if live.sessions.isEmpty { task = nil }
                return task != nil
            }
            guard hasStreams else { return }
            let unconfirmed = live.takeUnconfirmedUsers(atMost: Self.maximumLookups)
            // In a task of its own: a slow backend must not delay the check of other sessions.
            if !unconfirmed.isEmpty { Task { for user in unconfirmed { _ = await endIfDeleted(user) } } }
            do {
                let isComplete =
                    run % Self.runsBetweenChecks == 0 || hasUnchecked.exchange(false, ordering: .relaxed)
                if isComplete { try await sessions.forgetEndings() }
                let snapshot = try await sessions.snapshot()
                // After it: a session that ends while it is read may have opened a stream meanwhile. One that opens a stream later
                // is checked then.
                let ids = live.sessions
                let endings = snapshot.endings(since: isComplete ? nil : last, now: clock.now())
                for id in try await sessions.ended(endings, among: ids) { live.end(session: id) }
                last = snapshot
            } catch {
                last = nil
                report(error)
            }
        }
    }

    private func report(_ error: any Error) {
        log.error("the sessions can't be watched", ["why": .text("\(error)")])
    }
}
