import Chat
import HTTP

// The session cookie of a request, and its user.
extension ChatBackend {
    static let passwordRoutes = ["api", "auth"]

    /// Over https, browsers enforce the rules of the `__Secure-` prefix (RFC 6265bis §4.1.3.1).
    var cookieName: String { (hasTLS ? "__Secure-" : "") + "better-auth.session_token" }

    /// The credential in the request's session cookie.
    func credential(of request: Request) -> BackendCredential? {
        guard let value = request.cookies[cookieName], let text = PercentEncoding.decode(value) else { return nil }
        return BackendCredential(text)
    }

    /// The caller.
    /// - Throws: 401 without a session.
    func caller(of request: Request, _ passwords: any PasswordAuthority) async throws(ErrorResponse) -> User {
        guard let credential = credential(of: request) else { throw .unauthorized }
        let session: BackendSession?
        do throws(PasswordError) {
            session = try await passwords.check(credential)
        } catch {
            throw ErrorResponse(error)
        }
        guard let session else { throw .unauthorized }
        guard let user = session.user else {
            throw ErrorResponse(.internalServerError, "Chat user not found for auth user \(session.username)")
        }
        return user
    }

    func cookie(_ session: BackendSession) -> SetCookie {
        SetCookie(
            name: cookieName, value: PercentEncoding.encode(session.credential.revealed),
            maxAge: Self.cookieLifetime, isSecure: hasTLS)
    }

    /// Deletes the cookie.
    var noCookie: SetCookie { SetCookie(name: cookieName, value: "", maxAge: .zero, isSecure: hasTLS) }

    /// The same as the real backend's; the session's own lifetime is set by the authority.
    private static let cookieLifetime = Duration.seconds(7 * 24 * 3_600)

    /// An `Origin` must be our own; requests with a cookie must have one.
    func checkOriginOfPasswords(_ request: Request) throws(ErrorResponse) {
        guard let text = request.headers[.origin], text != "null" else {
            guard request.headers[.cookie] == nil else {
                throw ErrorResponse(.forbidden, "Missing or null Origin", code: "MISSING_OR_NULL_ORIGIN")
            }
            return
        }
        let own = request.headers[.host].flatMap { Origin(scheme: hasTLS ? .https : .http, authority: $0) }
        guard let own, Origin(serialized: text) == own else {
            throw ErrorResponse(.forbidden, "Invalid origin", code: "INVALID_ORIGIN")
        }
    }
}
