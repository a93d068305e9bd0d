import Chat
import HTTP

// The session of a request: its cookie, and whose it is.
extension ChatBackend {
    static let passwordRoutes = ["api", "auth"]

    /// Over https browsers hold the name to its promise (RFC 6265bis §4.1.3.1).
    var cookieName: String { (hasTLS ? "__Secure-" : "") + "better-auth.session_token" }

    /// What the cookie of a request holds.
    func credential(of request: Request) -> BackendCredential? {
        guard let value = request.cookies[cookieName], let text = PercentEncoding.decode(value) else { return nil }
        return BackendCredential(text)
    }

    /// Who asks.
    /// - Throws: 401 without a session.
    func caller(of request: Request, _ passwords: any PasswordAuthority) async throws(Refusal) -> User {
        guard let credential = credential(of: request) else { throw .unauthorized }
        let session: BackendSession?
        do throws(PasswordError) {
            session = try await passwords.check(credential)
        } catch {
            throw Refusal(error)
        }
        guard let session else { throw .unauthorized }
        guard let user = session.user else {
            throw Refusal(.internalServerError, "Chat user not found for auth user \(session.username)")
        }
        return user
    }

    func cookie(_ session: BackendSession) -> SetCookie {
        SetCookie(
            name: cookieName, value: PercentEncoding.encode(session.credential.revealed),
            maxAge: Self.cookieLifetime, isSecure: hasTLS)
    }

    /// Takes the cookie away.
    var noCookie: SetCookie { SetCookie(name: cookieName, value: "", maxAge: .zero, isSecure: hasTLS) }

    /// As long as the real backend's; how long the session lasts is the authority's to say.
    private static let cookieLifetime = Duration.seconds(7 * 24 * 3_600)

    /// A page's origin has to be our own; who comes with a cookie has to say one.
    func checkOriginOfPasswords(_ request: Request) throws(Refusal) {
        guard let text = request.headers[.origin], text != "null" else {
            guard request.headers[.cookie] == nil else {
                throw Refusal(.forbidden, "Missing or null Origin", code: "MISSING_OR_NULL_ORIGIN")
            }
            return
        }
        let own = request.headers[.host].flatMap { Origin(scheme: hasTLS ? .https : .http, authority: $0) }
        guard let own, Origin(serialized: text) == own else {
            throw Refusal(.forbidden, "Invalid origin", code: "INVALID_ORIGIN")
        }
    }
}
