import Logging
import Accounts
import Chat
import HTML
import HTTP
import Live
import TimeZones

/// A request with what is known about who sends it: language, zone, session.
struct Visit: Sendable {
    let request: Request
    let say: Speaker
    let time: ViewerTime
    private(set) var admission: Admission
    /// The newest event before anything was read for the answer.
    let position: EventID
    private let shared: SharedParts

    var policy: SitePolicy { shared.parts.policy }
    var assets: Assets { shared.parts.assets }
    var head: PageHead { shared.parts.head }
    var hasMetrics: Bool { shared.parts.metrics != nil }
    var factorPolicy: FactorPolicy { shared.parts.proofs.policy }
    var challenges: PasskeyChallenges { shared.parts.proofs.challenges }
    /// All that are open to anybody.
    var allMethods: SignInMethods { shared.parts.methods }

    init(_ request: Request, _ shared: SharedParts) {
        self.request = request
        self.shared = shared
        position = shared.parts.live.lastEvent
        let cookies = request.cookies
        say = Speaker(
            language: Language(
                chosen: cookies[PreferenceCookie.language.rawValue], acceptLanguage: request.headers[.acceptLanguage]))
        time = ViewerTime(zone: Self.zone(cookies), now: shared.parts.clock.now(), say: say)
        admission = Self.admission(cookies, request, shared)
    }

    /// The same visit with the session as it is now.
    var again: Visit { Visit(request, shared) }

    /// The same visit by nobody.
    var signedOut: Visit {
        var visit = self
        visit.admission = .unauthenticated
        return visit
    }

    /// How events and cached pages are written for this browser.
    var locale: DisplayLocale { DisplayLocale(language: say.language.rawValue, zone: time.zone.identifier) }

    /// Whether the others may be told that one types.
    var tellsTyping: Bool { request.cookies[PreferenceCookie.typing.rawValue] != "off" }

    /// Since when the backend has not answered, where somebody looks at what was known before.
    var unreachableSince: Timestamp? { session == nil ? nil : shared.parts.live.unreachableSince }

    var session: Session? { admission.session }

    /// The answer at the root: where somebody begins.
    var home: Response {
        let path =
            switch admission {
            case .unauthenticated: routes.signIn()
            case .profileSetUp: routes.welcome()
            case .secondFactor: routes.secondFactor.path
            case .authenticated: routes.conversations.path
            }
        return .seeOther(path.text)
    }

    /// The session, or a way to sign in, or to finish it.
    func requireSession() throws(Failure) -> Session {
        switch admission {
        case .authenticated(let session): return session
        case .profileSetUp: throw .setUpNeeded
        case .secondFactor: throw .secondFactorNeeded
        case .unauthenticated: throw .signedOut
        }
    }

    /// Refuses what is delicate to a session whose last proof is too old. The answer asks for another one, and what was
    /// asked for then goes on (OWASP ASVS 5.0 V7.5.1, V7.5.3).
    func requireFreshProof() throws(Failure) {
        guard isFresh(try requireSession()) else { throw .proofNeeded }
    }

    func isFresh(_ session: Session) -> Bool {
        time.now < session.provenAt.adding(FactorPolicy.proofLifetime)
    }

    /// The session of somebody who may do this. Everybody else is told that there is no such page.
    func require(_ action: Authorization.Action) throws -> Session {
        let session = try requireSession()
        guard try shared.parts.accounts.authorization(of: session.user).allows(action) else { throw Failure.notFound }
        return session
    }

    private static func zone(_ cookies: Cookies) -> ZoneOfTime {
        cookies[PreferenceCookie.zone.rawValue]
            .flatMap { PercentEncoding.decode($0) }
            .flatMap { ZoneOfTime.named($0) } ?? .local
    }

    private static func admission(_ cookies: Cookies, _ request: Request, _ shared: SharedParts) -> Admission {
        guard let token = SessionCookie.token(cookies, shared.parts.policy) else { return .unauthenticated }
        do {
            return try shared.parts.sessions.admission(of: token)
        } catch {
            shared.parts.log.error(
                "the session can't be read",
                ["why": .text("\(error)"), "id": .text(request.id.description)])
            return .unauthenticated
        }
    }
}

/// The cookies by which a browser remembers how it likes things shown. They say nothing about who one is.
enum PreferenceCookie: String {
    case language
    case zone
    /// Whether the others are told that one types: "off" where not.
    case typing

    private static let maxAge = Duration.seconds(365 * 24 * 3_600)

    /// Not `HttpOnly`: a script sets the zone that the browser is in.
    func setting(_ value: String, _ policy: SitePolicy) -> SetCookie {
        SetCookie(
            name: rawValue, value: PercentEncoding.encode(value), maxAge: Self.maxAge, isSecure: policy.isSecure,
            isHTTPOnly: false)
    }
}

/// The cookie that carries the session's token (RFC 6265bis §4.1.3.2 for the prefix).
enum SessionCookie {
    static func name(_ policy: SitePolicy) -> String { policy.isSecure ? "__Host-session" : "session" }

    static func token(_ request: Request, _ policy: SitePolicy) -> SessionToken? { token(request.cookies, policy) }

    static func token(_ cookies: Cookies, _ policy: SitePolicy) -> SessionToken? {
        cookies[name(policy)].flatMap(SessionToken.init(cookieValue:))
    }

    /// - Parameter isPersistent: whether it outlives the browser's window.
    static func setting(_ token: SessionToken, isPersistent: Bool, _ policy: SitePolicy) -> SetCookie {
        SetCookie(
            name: name(policy), value: token.cookieValue, maxAge: isPersistent ? SessionLimits().absolute : nil,
            isSecure: policy.isSecure)
    }

    static func removing(_ policy: SitePolicy) -> SetCookie {
        SetCookie(name: name(policy), value: "", maxAge: .zero, isSecure: policy.isSecure)
    }
}
