import Accounts
import Chat
import HTTP
import Live
import Logging
import OpenID

/// Ends sessions, with all that hangs on them.
struct SessionEnding: Sendable {
    let sessions: Sessions
    let live: Live
    let credentialMonitor: CredentialMonitor
    let users: any UserRepository
    let audit: AuditLog
    let clock: Clock
    let log: Logger

    /// Ends sessions, and their streams.
    @discardableResult
    func end(_ selection: SessionSelection, revokesCredentials: Bool = true) throws -> [EndedSession] {
        let ended = try sessions.end(selection, revokesCredentials: revokesCredentials)
        forget(ended)
        return ended
    }

    /// Takes an identity from somebody, with what hangs on it; the session with this id goes on.
    /// - Returns: the sessions that ended; `nil` where the identity is not that person's.
    func unlink(_ identity: Identity, from user: UserID, in id: String) throws -> [EndedSession]? {
        guard let ended = try sessions.unlink(identity, from: user, in: id) else { return nil }
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

    /// Whether the backend knows somebody no more. Then all their sessions end, with their streams.
    ///
    /// - Parameter visit: with which it came to light; `nil` where only a stream was open.
    @discardableResult
    func isGone(_ user: UserID, _ visit: Visit? = nil) async -> Bool {
        do throws(ChatError) {
            _ = try await users.user(user)
            return false
        } catch {
            guard error.reason == .notFound else { return false }
        }
        do {
            for ended in try end(.all(of: user)) {
                try audit.append(
                    AuditEvent(
                        .sessionRevoked, at: clock.now(), user: user, method: ended.method.description,
                        address: visit?.address, detail: "unknown to the chat, \(ended.id)"))
            }
        } catch {
            log.error(
                "the sessions of somebody whom the chat does not know can't be ended",
                ["why": .text("\(error)"), "id": .text(visit?.request.id.description ?? "")])
        }
        return true
    }

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

    /// The backend knows the session's person no more: neither do we, or sign-in would lead back here for ever.
    func end(_ visit: Visit, _ response: inout Response) {
        guard visit.session != nil, let token = SessionCookie.token(visit.request, visit.policy) else { return }
        do {
            try end(.token(token))
        } catch {
            log.error(
                "a session can't be ended", ["why": .text("\(error)"), "id": .text(visit.request.id.description)])
        }
        response.headers.append(.setCookie, SessionCookie.removing(visit.policy).serialized)
    }
}
