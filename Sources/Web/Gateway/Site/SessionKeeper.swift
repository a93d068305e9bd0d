import Accounts
import Chat
import HTTP
import Live
import Logging
import OpenID

/// Looks after what sessions keep of the services behind them.
struct SessionKeeper: Sendable {
    let credentialMonitor: CredentialMonitor
    let ending: SessionEnding
    let live: Live
    let audit: AuditLog
    let clock: Clock
    let log: Logger

    /// Looks after the sessions in use for as long as the task runs: whose ended at a service ends here within a minute,
    /// with its streams, also where nobody asks for anything. Does nothing where no way in keeps anything.
    func keepSessions() async {
        guard credentialMonitor.isNeeded else { return }
        await withDiscardingTaskGroup { group in
            while !Task.isCancelled {
                try? await Task.sleep(for: credentialMonitor.limits.beat)
                // A beat does not wait for the one before it, which may wait for a slow service.
                group.addTask { await keepSessionsOnce() }
                group.addTask { await giveBack() }
            }
        }
    }

    /// Gives back what is due of what sessions left behind.
    func giveBack() async {
        do {
            let report = try await credentialMonitor.processRevocations()
            for failure in report.failures {
                log.info("a service did not take back a session's tokens", ["why": .text(failure.description)])
            }
            for (user, method) in report.withdrawn {
                try audit.append(
                    AuditEvent(.consentWithdrawn, at: clock.now(), user: user, method: method.description))
            }
        } catch {
            log.error("what is to be given back can't be read or written down", ["why": .text("\(error)")])
        }
    }

    /// One beat of `keepSessions`.
    func keepSessionsOnce() async {
        do {
            try await credentialMonitor.checkDueSessions(streams: live.sessions) { session in await look(at: session) }
        } catch {
            log.error("the sessions in use can't be read", ["why": .text("\(error)")])
        }
    }

    private func look(at session: Session) async {
        if case .over(let error) = await credentialMonitor.check(session) { ending.endRefused(session, error) }
    }
}
