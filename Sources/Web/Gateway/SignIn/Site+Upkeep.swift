import Accounts
import Chat
import HTTP
import Live
import Logging
import OpenID

extension Site {
    /// A visit whose session is still good at the service behind it: one that is not is over.
    func visit(_ request: Request) async -> Visit {
        let visit = Visit(request, shared)
        guard let session = visit.session, case .over(let error) = await parts.credentialMonitor.verdict(on: session)
        else {
            return visit
        }
        parts.endRefused(session, error)
        return Visit(request, shared)
    }

    /// Looks after the sessions in use for as long as the task runs: whose ended at a service ends here within a minute,
    /// with its streams, also where nobody asks for anything. Does nothing where no way in keeps anything.
    public func keepSessions() async {
        guard parts.credentialMonitor.isNeeded else { return }
        await withDiscardingTaskGroup { group in
            while !Task.isCancelled {
                try? await Task.sleep(for: parts.credentialMonitor.limits.beat)
                // A beat does not wait for the one before it, which may wait for a slow service.
                group.addTask { await keepSessionsOnce() }
                group.addTask { await giveBack() }
            }
        }
    }

    /// Gives back what is due of what sessions left behind.
    func giveBack() async {
        do {
            let report = try await parts.credentialMonitor.processRevocations()
            for failure in report.failures {
                parts.log.info("a service did not take back a session's tokens", ["why": .text(failure.description)])
            }
            for (user, method) in report.withdrawn {
                try parts.audit.append(
                    AuditEvent(.consentWithdrawn, at: parts.clock.now(), user: user, method: method.description))
            }
        } catch {
            parts.log.error("what is to be given back can't be read or written down", ["why": .text("\(error)")])
        }
    }

    /// One beat of `keepSessions`.
    func keepSessionsOnce() async {
        do {
            try await parts.credentialMonitor.checkDueSessions(streams: parts.live.sessions) { session in
                await look(at: session)
            }
        } catch {
            parts.log.error("the sessions in use can't be read", ["why": .text("\(error)")])
        }
    }

    private func look(at session: Session) async {
        if case .over(let error) = await parts.credentialMonitor.check(session) { parts.endRefused(session, error) }
    }
}

extension SiteParts {
    /// Ends a session that a service refuses to go on with.
    func endRefused(_ session: Session, _ error: ProviderError) {
        do {
            guard try !end(.id(session.id, of: session.user), revokesCredentials: false).isEmpty else { return }
            log.info("a session is over at its service", ["why": .text(error.description)])
            try audit.append(
                AuditEvent(
                    .refreshRefused, at: clock.now(), user: session.user, method: session.method.description,
                    detail: "\(error.operation.rawValue): \(error.reason)"))
        } catch {
            log.error("a session can't be ended", ["why": .text("\(error)")])
        }
    }
}
