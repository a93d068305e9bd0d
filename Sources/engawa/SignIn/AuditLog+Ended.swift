import Accounts
import Chat
import Logging

extension AuditLog {
    /// Records that the chat backend rejected the credentials of these sessions. Logs an error if that fails.
    func record(ended sessions: [EndedSession], _ log: Logger) async {
        for session in sessions {
            do {
                try await append(
                    AuditEvent(
                        .sessionRevoked, at: Clock.system.now(), user: session.user,
                        method: session.method.description, detail: "the chat backend wants no more of it"))
            } catch {
                log.error("the audit log can't be written", ["why": .text("\(error)")])
            }
        }
    }
}
