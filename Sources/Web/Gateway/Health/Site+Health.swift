import Accounts
import Logging
import Chat
import HTTP

extension Site {
    /// Whether people can be served: the backend and the session store both answer.
    func readiness(_ visit: Visit) async -> Response {
        do {
            try parts.sessions.check()
            try await parts.repositories.health.check()
            return .text(.ok, "ready\n")
        } catch {
            parts.log.warning(
                "not ready", ["why": .text("\(error)"), "id": .text(visit.request.id.description)])
            var response = Response.text(.serviceUnavailable, "not ready\n")
            response.headers[.retryAfter] = "5"
            return response
        }
    }
}
