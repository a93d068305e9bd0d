import Chat
import Accounts
import HTML
import HTTP

/// The fields of the form that ends sessions.
enum SessionsForm {
    static let field = "end"
    /// The person whose session it is, on the admin page.
    static let user = "user"
    /// Stands for all sessions but that of the request.
    static let others = "others"
}

/// Where a person is signed in, and signing out there.
struct SessionsFeature: Sendable {
    let sessions: Sessions
    let ending: SessionEnding
    let signOut: SignOutFeature
    let trail: AuditTrail

    /// How many sessions are shown. Ending all others ends those as well that are not shown.
    private static let maximumSessions = 100

    /// The page with the person's sessions.
    func sessions(_ visit: Visit) async throws -> Response {
        let session = try visit.requireSession()
        let sessions = try await sessions.sessions(of: session.user)
        return Page(visit, title: visit.say(SessionsWording.title), back: routes.profile.path) {
            SessionsPage(
                visit: visit, sessions: Array(sessions.prefix(Self.maximumSessions)), current: session.id,
                hasEnded: visit.request.target.query["ended"] != nil,
                hasNewPassword: visit.request.target.query["password"] != nil)
        }.response()
    }

    /// Ends other sessions of the person. Ending that of the request is signing out.
    func endSessions(_ visit: Visit) async throws -> Response {
        let session = try visit.requireSession()
        if visit.request.form[SessionsForm.field] != session.id { try visit.requireFreshProof() }
        guard let which = visit.request.form[SessionsForm.field] else { throw Failure.badRequest }
        if which == session.id { return try await signOut.signOut(visit) }
        let selection: SessionSelection =
            which == SessionsForm.others
            ? .all(of: session.user, except: session.id) : .id(which, of: session.user)
        for ended in try await ending.end(selection) {
            await trail.record(
                .sessionRevoked, visit, user: session.user, method: ended.method, detail: "by the person, \(ended.id)")
        }
        return .seeOther(routes.sessions.text + "?ended")
    }
}
