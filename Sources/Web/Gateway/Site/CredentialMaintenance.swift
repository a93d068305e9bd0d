import Accounts
import Chat
import HTTP
import Live
import Logging
import OpenID

/// Checks and revokes the credentials of sessions in the background.
struct CredentialMaintenance: Sendable {
    let credentialMonitor: CredentialMonitor
    let ending: SessionEnding
    let live: Live
    let audit: AuditLog
    let clock: Clock
    let log: Logger

    /// Checks the sessions in use until the task is cancelled, so that a session that was ended at its service ends here
    /// within a minute, also without requests. Does nothing if no sign-in method stores credentials.
    func run() async {
        guard credentialMonitor.isNeeded else { return }
        await withDiscardingTaskGroup { group in
            while !Task.isCancelled {
                try? await Task.sleep(for: credentialMonitor.limits.beat)
                // In tasks of their own, because a slow service must not delay the next round.
                group.addTask { await runOnce() }
                group.addTask { await revokeCredentials() }
            }
        }
    }

    /// Revokes the credentials of ended sessions.
    func revokeCredentials() async {
        do {
            let report = try await credentialMonitor.processRevocations()
            for failure in report.failures {
                log.info("a service did not take back a session's tokens", ["why": .text(failure.description)])
            }
            for (user, method) in report.withdrawn {
                try await audit.append(
                    AuditEvent(.consentWithdrawn, at: clock.now(), user: user, method: method.description))
            }
        } catch {
            log.error("what is to be given back can't be read or written down", ["why": .text("\(error)")])
        }
    }

    /// One round of `run`.
    func runOnce() async {
        do {
            try await credentialMonitor.checkDueSessions(streams: live.sessions) { session in await check(session) }
        } catch {
            log.error("the sessions in use can't be read", ["why": .text("\(error)")])
        }
    }

    private func check(_ session: Session) async {
        if case .over(let error) = await credentialMonitor.check(session) { await ending.endRefused(session, error) }
    }
}
