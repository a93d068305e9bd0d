import Accounts
import Chat
import HTML
import HTTP

/// What admins of the site see and do.
struct AdministrationFeature: Sendable {
    let sessions: Sessions
    let ending: SessionEnding
    let trail: AuditTrail
    let metrics: (@Sendable () -> (text: String, type: String))?

    /// How many sessions are shown: those that were used last. The command line shows all.
    private static let maximumSessions = 200

    /// Everybody's sessions.
    func everySession(_ visit: Visit) throws -> Response {
        let session = try visit.requireSession()
        let sessions = try sessions.all().prefix(Self.maximumSessions)
        return Page(visit, title: visit.say(SessionsWording.everybody), back: routes.profile.path) {
            EverySessionPage(
                visit: visit, sessions: Array(sessions), current: session.id,
                hasEnded: visit.request.target.query["ended"] != nil)
        }.response()
    }

    /// Ends somebody's session.
    func endSessionOfOther(_ visit: Visit) throws -> Response {
        let session = try visit.requireSession()
        let form = visit.request.form
        guard let id = form[SessionsForm.field], let user = form[SessionsForm.user].flatMap({ UserID($0) }) else {
            throw Failure.badRequest
        }
        for ended in try ending.end(.id(id, of: user)) {
            trail.record(
                .sessionRevoked, visit, user: user, actor: session.user, method: ended.method,
                detail: "by an admin, \(ended.id)")
        }
        return .seeOther(routes.everySession.text + "?ended")
    }

    /// The site's figures, as Prometheus reads them.
    func metrics(_ visit: Visit) throws -> Response {
        guard let metrics = self.metrics?() else { throw Failure.notFound }
        var response = Response.text(.ok, metrics.text)
        response.headers[.contentType] = metrics.type
        response.headers[.cacheControl] = "no-store"
        return response
    }
}

/// Who is signed in where.
private struct EverySessionPage: View {
    let visit: Visit
    /// The last used first.
    let sessions: [Session]
    let current: String
    let hasEnded: Bool

    var body: some View {
        if hasEnded { p(.class("hint"), .role("status")) { visit.say(SessionsWording.ended) } }
        ul(.class("people sessions")) {
            for session in sessions {
                SessionItem(visit: visit, session: session, isCurrent: session.id == current, isOfAnybody: true)
            }
        }
    }
}
