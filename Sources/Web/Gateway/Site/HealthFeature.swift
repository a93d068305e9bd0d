import Accounts
import Logging
import Chat
import HTTP

/// The readiness probe of load balancers.
struct HealthFeature: Sendable {
    let repositories: Repositories
    let sessions: Sessions
    let log: Logger

    /// Succeeds if the backend and the session store both answer, and what is kept here can be written.
    func readiness(_ visit: Visit) async -> Response {
        guard let error = await error() else { return .text(.ok, "ready\n") }
        log.warning(
            "not ready", ["why": .text("\(error)"), "id": .text(visit.request.id.description), "trace": visit.trace])
        var response = Response.text(.serviceUnavailable, "not ready\n")
        response.headers[.retryAfter] = "5"
        return response
    }

    /// Not inlined: the compiler (Swift 6.3.1) crashes on `readiness` otherwise.
    @inline(never) private func error() async -> (any Error)? {
        do { try await sessions.check() } catch { return error }
        do { try await repositories.health.check() } catch { return error }
        return nil
    }
}
