import Logging
import Accounts
import Chat
import HTML
import HTTP
import Live
import TimeZones

/// A request with the language, the time zone and the session of its sender.
struct Visit: Sendable {
    let request: Request
    let say: Speaker
    let time: ViewerTime
    private(set) var admission: Admission
    /// Why the session can't be read; then nobody is signed in, and nobody is asked to sign in.
    let outage: Failure?
    /// What was published before any data for the response was read. The page's event stream starts after it.
    let position: StreamPosition
    /// How the page looks.
    var appearance: AppearanceSettings
    /// The list of conversations, for a page beside which it stands on a wide screen.
    var list: BesideList?
    private let shared: SharedParts

    var policy: SitePolicy { shared.parts.policy }
    var live: Live { shared.parts.live }
    var assets: Assets { shared.parts.assets }
    var head: PageHead { shared.parts.head }
    var hasMetrics: Bool { shared.parts.metrics != nil }
    var hasFigures: Bool { shared.parts.figures != nil }
    /// Whether the people are stored in this process.
    var managesPeople: Bool { shared.parts.people != nil }
    var factorPolicy: FactorPolicy { shared.parts.proofs.policy }
    var challenges: PasskeyChallenges { shared.parts.proofs.challenges }
    /// The sign-in methods of the site; `methods` are those that this visit may use.
    var allMethods: SignInMethods { shared.parts.methods }

    /// The visit of a request, with its session read.
    static func reading(_ request: Request, _ shared: SharedParts) async -> Visit {
        let position = shared.parts.live.position
        return await Visit(request, shared, admission(request.cookies, request, shared), position)
    }

    init(_ request: Request, _ shared: SharedParts, _ admission: Result<Admission, Failure>, _ position: StreamPosition)
    {
        self.request = request
        self.shared = shared
        self.position = position
        let cookies = request.cookies
        appearance = AppearanceSettings(cookie: cookies[PreferenceCookie.appearance.rawValue])
        say = Speaker(
            language: Language(
                chosen: cookies[PreferenceCookie.language.rawValue], acceptLanguage: request.headers[.acceptLanguage]))
        time = ViewerTime(zone: Self.zone(cookies), now: shared.parts.clock.now(), say: say)
        switch admission {
        case .success(let admission): (self.admission, outage) = (admission, nil)
        case .failure(let failure): (self.admission, outage) = (.unauthenticated, failure)
        }
    }

    /// The same request with the current state of its session.
    var again: Visit { get async { await Self.reading(request, shared) } }

    /// The same request without a session.
    var signedOut: Visit {
        var visit = self
        visit.admission = .unauthenticated
        return visit
    }

    /// The language and time zone for events and cached pages.
    var locale: DisplayLocale { DisplayLocale(language: say.language.rawValue, zone: time.zone.identifier) }

    /// Whether other participants may see that the user is typing.
    var tellsTyping: Bool { request.cookies[PreferenceCookie.typing.rawValue] != "off" }

    /// Whether the response may be a page on a screen that has room for the list: what scripts load is not, nor what a
    /// browser loads whose script has found that it is narrow (`beside.js`).
    var showsList: Bool {
        session != nil && request.headers[.accept]?.hasUTF8Prefix("text/html") == true
            && request.cookies[LayoutCookie.name] != LayoutCookie.narrow
    }

    /// Since when the backend has not answered, so that pages show cached data; `nil` without a session.
    var unreachableSince: Timestamp? { session == nil ? nil : shared.parts.live.unreachableSince }

    var session: Session? { admission.session }

    /// Whether the browser sent the token of a session that has ended, other than by signing out there.
    var hasEndedSession: Bool {
        admission == .unauthenticated && outage == nil && SessionCookie.token(request.cookies, policy) != nil
    }

    /// The response at `/`: a redirect to the first page for this visitor.
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

    /// The session. Throws the failure that leads to sign-in, or to its next step.
    func requireSession() throws(Failure) -> Session {
        switch admission {
        case .authenticated(let session): return session
        case .profileSetUp: throw .setUpNeeded
        case .secondFactor: throw .secondFactorNeeded
        case .unauthenticated: throw outage ?? .signedOut
        }
    }

    /// Requires a recent authentication. Otherwise the response asks the user to re-authenticate, and then the request
    /// continues (OWASP ASVS 5.0 V7.5.1, V7.5.3).
    func requireFreshProof() throws(Failure) {
        guard isFresh(try requireSession()) else { throw .proofNeeded }
    }

    func isFresh(_ session: Session) -> Bool {
        time.now < session.provenAt.adding(FactorPolicy.proofLifetime)
    }

    /// The session of a user who is authorized for `action`; for others the response is 404.
    func require(_ action: Authorization.Action) async throws -> Session {
        let session = try requireSession()
        guard try await shared.parts.accounts.authorization(of: session.user).allows(action) else {
            throw Failure.notFound
        }
        return session
    }

    private static func zone(_ cookies: Cookies) -> ZoneOfTime {
        cookies[PreferenceCookie.zone.rawValue]
            .flatMap { PercentEncoding.decode($0) }
            .flatMap { ZoneOfTime.named($0) } ?? .local
    }

    private static func admission(
        _ cookies: Cookies, _ request: Request, _ shared: SharedParts
    ) async -> Result<Admission, Failure> {
        guard let token = SessionCookie.token(cookies, shared.parts.policy) else { return .success(.unauthenticated) }
        do {
            return .success(try await shared.parts.sessions.admission(of: token))
        } catch {
            shared.parts.log.error(
                "the session can't be read",
                [
                    "why": .text("\(error)"), "id": .text(request.id.description),
                    "trace": .text(request.trace.traceID.description),
                ])
            // Without a database, a person is not signed out, and can't sign in either.
            if ChatError(ofWrite: error, during: "read") != nil { return .failure(Failure(error)) }
            return .success(.unauthenticated)
        }
    }
}

extension Visit: CurrentUserProvider {
    /// The user of this request's session, and of no other.
    var currentUserID: UserID? { session?.user }
}

/// The cookies with display preferences. They do not identify the user.
enum PreferenceCookie: String {
    case language
    case zone
    /// "off" if other participants must not see that the user is typing.
    case typing
    /// As `AppearanceSettings` reads it.
    case appearance

    private static let maxAge = Duration.seconds(365 * 24 * 3_600)

    /// Not `HttpOnly`, because a script sets the browser's time zone.
    func setting(_ value: String, _ policy: SitePolicy) -> SetCookie {
        SetCookie(
            name: rawValue, value: PercentEncoding.encode(value), maxAge: Self.maxAge, isSecure: policy.isSecure,
            isHTTPOnly: false)
    }
}

/// The cookie by which a browser announces that its window has no room for the list (`beside.js`).
enum LayoutCookie {
    static let name = "layout"
    static let narrow = "narrow"
}

/// The cookie that carries the session's token (RFC 6265bis §4.1.3.2 for the prefix).
enum SessionCookie {
    static func name(_ policy: SitePolicy) -> String { policy.isSecure ? "__Host-session" : "session" }

    static func token(_ request: Request, _ policy: SitePolicy) -> SessionToken? { token(request.cookies, policy) }

    static func token(_ cookies: Cookies, _ policy: SitePolicy) -> SessionToken? {
        cookies[name(policy)].flatMap(SessionToken.init(cookieValue:))
    }

    /// - Parameter isPersistent: whether the cookie is kept when the browser is closed.
    static func setting(_ token: SessionToken, isPersistent: Bool, _ policy: SitePolicy) -> SetCookie {
        SetCookie(
            name: name(policy), value: token.cookieValue, maxAge: isPersistent ? SessionLimits().absolute : nil,
            isSecure: policy.isSecure)
    }

    static func removing(_ policy: SitePolicy) -> SetCookie {
        SetCookie(name: name(policy), value: "", maxAge: .zero, isSecure: policy.isSecure)
    }
}
