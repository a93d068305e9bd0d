import Accounts
import Chat
import HTTP
import Live
import Logging
import OpenID

/// Ends sessions, and with them their event streams and credentials.
struct SessionEnding: Sendable {
    let sessions: Sessions
    let live: Live
    let credentialMonitor: CredentialMonitor
    let users: any UserRepository
    let audit: AuditLog
    let clock: Clock
    let log: Logger

    /// Ends sessions and their event streams.
    @discardableResult
    func end(_ selection: SessionSelection, revokesCredentials: Bool = true) async throws -> [EndedSession] {
        let ended = try await sessions.end(selection, revokesCredentials: revokesCredentials)
        forget(ended)
        return ended
    }

    /// Unlinks an identity from a user, which ends the sessions that began with it, except the session `id`.
    /// - Returns: the sessions that ended; `nil` if the identity is not linked to the user.
    func unlink(_ identity: Identity, from user: UserID, in id: String) async throws -> [EndedSession]? {
        guard let ended = try await sessions.unlink(identity, from: user, in: id) else { return nil }
        forget(ended)
        credentialMonitor.forget(id)
        return ended
    }

    private func forget(_ ended: [EndedSession]) {
        for session in ended {
            live.end(session: session.id)
            credentialMonitor.forget(session.id)
        }
    }

    /// Asks the backend whether it still has a user, and ends all sessions of the user if not.
    ///
    /// - Parameter visit: the request that caused the check; `nil` if an event stream did.
    /// - Returns: whether the user was deleted.
    @discardableResult
    func endIfDeleted(_ user: UserID, _ visit: Visit? = nil) async -> Bool {
        do throws(ChatError) {
            guard try await users.existing(user) == nil else { return false }
        } catch {
            return false
        }
        do {
            for ended in try await end(.all(of: user)) {
                try await audit.append(
                    AuditEvent(
                        .sessionRevoked, at: clock.now(), user: user, method: ended.method.description,
                        address: visit?.address, detail: "unknown to the chat, \(ended.id)"))
            }
        } catch {
            log.error(
                "the sessions of somebody whom the chat does not know can't be ended",
                [
                    "why": .text("\(error)"), "id": .text(visit?.request.id.description ?? ""),
                    "trace": visit?.trace ?? "",
                ])
        }
        return true
    }

    /// Ends a session whose credential its service has rejected.
    func endRefused(_ session: Session, _ error: ProviderError) async {
        do {
            guard try await !end(.id(session.id, of: session.user), revokesCredentials: false).isEmpty else { return }
            log.info("a session is over at its service", ["why": .text(error.description)])
            try await audit.append(
                AuditEvent(
                    .refreshRefused, at: clock.now(), user: session.user, method: session.method.description,
                    detail: "\(error.operation.rawValue): \(error.reason)"))
        } catch {
            log.error("a session can't be ended", ["why": .text("\(error)")])
        }
    }

    /// Ends the session of a request that the backend answered with 401. Otherwise sign-in would redirect back to the
    /// same error for ever.
    func end(_ visit: Visit, _ response: inout Response) async {
        guard visit.session != nil, let token = SessionCookie.token(visit.request, visit.policy) else { return }
        do {
            try await end(.token(token))
        } catch {
            log.report("a session can't be ended", error, visit)
        }
        response.headers.append(.setCookie, SessionCookie.removing(visit.policy).serialized)
    }
}
