import Accounts
import Chat
import HTTP
import Live
import Logging

/// Deletes an account whose person may begin no session any more: for an admin, and for the person.
struct AccountDeletion: Sendable {
    let people: PeopleAdministration?
    let live: Live
    let ending: SessionEnding
    let trail: AuditTrail
    let log: Logger

    /// Ends sessions and event streams at once, then deletes all that is the person's.
    ///
    /// - Parameter reason: who does it, for the audit log.
    func delete(_ user: UserID, withMessages: Bool, _ reason: String, _ visit: Visit) async throws {
        guard let people else { throw Failure.notFound }
        let actor = visit.session.flatMap { $0.user == user ? nil : $0.user }
        for ended in try await ending.end(.all(of: user)) {
            await trail.record(
                .sessionRevoked, visit, user: user, actor: actor, method: ended.method,
                detail: "\(reason), \(ended.id)")
        }
        do {
            let deleted = try await people.delete(user, withMessages: withMessages)
            await trail.record(
                .accountDeleted, visit, user: user, actor: actor,
                detail: "\(reason), \(withMessages ? "with" : "without") the messages")
            await live.reread(deleted.conversations)
        } catch {
            log.report(
                "an account is deleted in part only: repeat it with engawa accounts delete --user \(user)", error, visit
            )
            throw error
        }
    }
}
