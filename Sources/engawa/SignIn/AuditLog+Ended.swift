import Accounts
import Chat
import Logging

extension AuditLog {
    /// Writes down that the chat backend wanted no more of these sessions. Where that can't be done, the log says so.
    func record(ended sessions: [EndedSession], _ log: Logger) {
        for session in sessions {
            do {
                try append(
                    AuditEvent(
                        .sessionRevoked, at: Clock.system.now(), user: session.user,
                        method: session.method.description, detail: "the chat backend wants no more of it"))
            } catch {
                log.error("the audit log can't be written", ["why": .text("\(error)")])
            }
        }
    }
}
