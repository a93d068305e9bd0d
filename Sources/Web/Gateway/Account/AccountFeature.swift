import Logging
import Live
import Chat
import Accounts
import HTML
import HTTP

/// What the forms of the page send.
enum SessionsForm {
    static let field = "end"
    /// Whose session it is, where it is not one's own.
    static let user = "user"
    /// Instead of a session's id: all but the one that asks.
    static let others = "others"
}

/// One's account: sessions, sign-in methods, password, factors.
struct AccountFeature: Sendable {
    let repositories: Repositories
    let live: Live
    let sessions: Sessions
    let identities: Identities
    let methods: SignInMethods
    let attempts: AttemptGuard
    let policy: SitePolicy
    let proofs: ProofParts
    let checks: FactorChecks
    let credentialMonitor: CredentialMonitor
    let ending: SessionEnding
    let keeper: SessionKeeper
    let signIn: SignInFeature
    let trail: AuditTrail
    let log: Logger

    /// How many sessions are shown; "everywhere else" ends those as well that are not.
    private static let maximumSessions = 100

    /// One's sessions everywhere.
    func sessions(_ visit: Visit) throws -> Response {
        let session = try visit.requireSession()
        let sessions = try sessions.sessions(of: session.user)
        return Page(visit, title: visit.say(SessionsWording.title), back: routes.profile.path) {
            SessionsPage(
                visit: visit, sessions: Array(sessions.prefix(Self.maximumSessions)), current: session.id,
                hasEnded: visit.request.target.query["ended"] != nil,
                hasNewPassword: visit.request.target.query["password"] != nil)
        }.response()
    }

    /// Signs one out elsewhere. The session that asks goes on: for that one there is signing out.
    func endSessions(_ visit: Visit) async throws -> Response {
        let session = try visit.requireSession()
        if visit.request.form[SessionsForm.field] != session.id { try visit.requireFreshProof() }
        guard let which = visit.request.form[SessionsForm.field] else { throw Failure.badRequest }
        if which == session.id { return try await signIn.signOut(visit) }
        let selection: SessionSelection =
            which == SessionsForm.others
            ? .all(of: session.user, except: session.id) : .id(which, of: session.user)
        for ended in try ending.end(selection) {
            trail.record(
                .sessionRevoked, visit, user: session.user, method: ended.method, detail: "by the person, \(ended.id)")
        }
        return .seeOther(routes.sessions.text + "?ended")
    }
}
