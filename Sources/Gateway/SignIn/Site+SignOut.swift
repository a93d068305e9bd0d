import Accounts
import HTTP

extension Site {
    /// Ends the session here and on the server. It succeeds whatever else goes wrong.
    func signOut(_ visit: Visit) throws -> Response {
        if let token = SessionCookie.token(visit.request, parts.policy) { try parts.end(.token(token)) }
        if let session = visit.session { record(.signedOut, visit, user: session.user, method: session.method) }
        var response = Response.seeOther(Path.signIn().text + "?signed-out")
        response.headers.append(.setCookie, SessionCookie.removing(parts.policy).serialized)
        // What pages the browser kept is not for the next person at this machine. Honoured over https.
        response.headers["Clear-Site-Data"] = #""cache""#
        return response
    }
}
