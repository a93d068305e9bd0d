import Accounts
import Chat
import HTML
import HTTP

/// Administration of the site.
struct AdministrationFeature: Sendable {
    let sessions: Sessions
    let ending: SessionEnding
    let trail: AuditTrail
    let metrics: (@Sendable () -> (text: String, type: String))?
    let figures: (@Sendable () -> SiteFigures?)?

    /// How many sessions a page shows, most recently used first. The command line shows all.
    static let pageSize = 50

    /// The sessions of all people.
    func everySession(_ visit: Visit, page: PageNumber) async throws -> Response {
        let session = try visit.requireSession()
        let sessions = try await sessions.page(page.number - 1, size: Self.pageSize)
        return Page(visit, title: visit.say(SessionsWording.everybody), back: routes.profile.path) {
            EverySessionPage(
                visit: visit, sessions: sessions, next: sessions.count == Self.pageSize ? page.next : nil,
                current: session.id,
                hasEnded: visit.request.target.query["ended"] != nil)
        }.response()
    }

    /// Ends the session of another person.
    func endSessionOfOther(_ visit: Visit) async throws -> Response {
        let session = try visit.requireSession()
        let form = visit.request.form
        guard let id = form[SessionsForm.field], let user = form[SessionsForm.user].flatMap({ UserID($0) }) else {
            throw Failure.badRequest
        }
        for ended in try await ending.end(.id(id, of: user)) {
            await trail.record(
                .sessionRevoked, visit, user: user, actor: session.user, method: ended.method,
                detail: "by an admin, \(ended.id)")
        }
        return .seeOther(routes.everySession(.first).text + "?ended")
    }

    /// What the site holds, as charts. Nothing is counted for it.
    func figures(_ visit: Visit) throws -> Response {
        guard let figures else { throw Failure.notFound }
        return Page(visit, title: visit.say(FiguresWording.title), back: routes.profile.path) {
            FiguresPage(visit: visit, figures: figures())
        }.response()
    }

    /// The metrics in the Prometheus text format.
    func metrics(_ visit: Visit) throws -> Response {
        guard let metrics = self.metrics?() else { throw Failure.notFound }
        var response = Response.text(.ok, metrics.text)
        response.headers[.contentType] = metrics.type
        response.headers[.cacheControl] = "no-store"
        return response
    }
}

/// The page with the sessions of all people.
private struct EverySessionPage: View {
    let visit: Visit
    /// Most recently used first.
    let sessions: [Session]
    let next: PageNumber?
    let current: String
    let hasEnded: Bool

    var body: some View {
        if hasEnded { p(.class("hint"), .role("status")) { visit.say(SessionsWording.ended) } }
        ul(.class("people sessions")) {
            for session in sessions {
                SessionItem(visit: visit, session: session, isCurrent: session.id == current, isOfAnybody: true)
            }
        }
        if let next { a(.class("older"), .href(routes.everySession(next).url)) { visit.say(PeopleWording.more) } }
    }
}
