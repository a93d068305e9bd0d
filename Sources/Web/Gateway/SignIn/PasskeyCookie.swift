import Accounts
import HTTP

/// The cookie that binds the challenge of a sign-in page to the browser that got it. It does not identify a person.
enum PasskeyCookie {
    private static func name(_ policy: SitePolicy) -> String { policy.isSecure ? "__Host-passkey" : "passkey" }

    /// The key that the browser sent, or a new one.
    static func browser(_ visit: Visit) -> (SessionToken, isNew: Bool) {
        if let known = known(visit) { return (known, false) }
        return (.random(), true)
    }

    static func known(_ visit: Visit) -> SessionToken? {
        visit.request.cookies[name(visit.policy)].flatMap(SessionToken.init(cookieValue:))
    }

    static func setting(_ browser: SessionToken, _ policy: SitePolicy) -> SetCookie {
        SetCookie(name: name(policy), value: browser.cookieValue, isSecure: policy.isSecure)
    }
}

/// The cookie of a browser that is not asked for a second factor.
enum DeviceCookie {
    private static func name(_ policy: SitePolicy) -> String { policy.isSecure ? "__Host-device" : "device" }

    static func token(_ visit: Visit) -> SessionToken? {
        visit.request.cookies[name(visit.policy)].flatMap(SessionToken.init(cookieValue:))
    }

    static func setting(_ token: SessionToken, _ policy: SitePolicy) -> SetCookie {
        SetCookie(
            name: name(policy), value: token.cookieValue, maxAge: FactorPolicy.deviceLifetime,
            isSecure: policy.isSecure)
    }
}
