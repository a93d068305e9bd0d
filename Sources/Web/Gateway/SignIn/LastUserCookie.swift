import Accounts
import HTTP

/// The cookie with the user of the browser's last sign-in by User ID, whom the sign-in page offers.
///
/// It is encrypted, sent with requests for the sign-in page only, and never with a request from another site.
enum LastUserCookie {
    private static let maxAge = Duration.seconds(365 * 24 * 3_600)

    private static func name(_ policy: SitePolicy) -> String {
        // `__Host-` would require the path `/` (RFC 6265bis §4.1.3).
        policy.isSecure ? "__Secure-last-user" : "last-user"
    }

    static func user(_ visit: Visit, _ sessions: Sessions) -> LastUser? {
        visit.request.cookies[name(visit.policy)].flatMap { sessions.lastUser(sealed: $0) }
    }

    /// - Parameter isPersistent: whether the browser keeps it when it is closed, as it does the session.
    static func setting(
        _ user: LastUser, isPersistent: Bool, _ sessions: Sessions, _ policy: SitePolicy
    ) -> SetCookie {
        cookie(sessions.sealed(user), isPersistent ? maxAge : nil, policy)
    }

    static func removing(_ policy: SitePolicy) -> SetCookie { cookie("", .zero, policy) }

    private static func cookie(_ value: String, _ maxAge: Duration?, _ policy: SitePolicy) -> SetCookie {
        SetCookie(
            name: name(policy), value: value, maxAge: maxAge, sameSite: .strict, isSecure: policy.isSecure,
            path: routes.signIn().text)
    }
}

extension SignInFeature {
    /// Makes the browser forget the user of the last sign-in, and shows the sign-in page again.
    func forgetLastUser(_ visit: Visit) async -> Response {
        let context = SignInContext(visit.request.form)
        if context.unsent == nil {
            var response = Response.seeOther(routes.signIn(returnTo: context.back).text)
            response.headers.append(.setCookie, LastUserCookie.removing(policy).serialized)
            return response
        }
        return await page(SignInPage(visit: visit, context: context, forgetsLastUser: true), .ok)
    }
}
