import Accounts
import Logging
import Chat
import Chat
import HTTP

/// What a load balancer asks.
struct HealthFeature: Sendable {
    let repositories: Repositories
    let sessions: Sessions
    let log: Logger

    /// Whether people can be served: the backend and the session store both answer.
    func readiness(_ visit: Visit) async -> Response {
        do {
            try sessions.check()
            try await repositories.health.check()
            return .text(.ok, "ready\n")
        } catch {
            log.warning(
                "not ready", ["why": .text("\(error)"), "id": .text(visit.request.id.description)])
            var response = Response.text(.serviceUnavailable, "not ready\n")
            response.headers[.retryAfter] = "5"
            return response
        }
    }
}
