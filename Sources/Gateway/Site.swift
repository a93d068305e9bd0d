public import Accounts
public import Chat
public import HTTP
public import Logging
public import Pictures

/// What the site is made of.
public struct SiteParts: Sendable {
    public var repositories: Repositories
    public var sessions: Sessions
    public var signIn: UserIDSignIn
    public var assets: Assets
    public var pictures: PictureStore
    public var policy: SitePolicy
    public var clock: Clock
    public var log: Logger

    public init(
        repositories: Repositories, sessions: Sessions, signIn: UserIDSignIn, assets: Assets,
        pictures: PictureStore, policy: SitePolicy, clock: Clock = .system, log: Logger
    ) {
        self.repositories = repositories
        self.sessions = sessions
        self.signIn = signIn
        self.assets = assets
        self.pictures = pictures
        self.policy = policy
        self.clock = clock
        self.log = log
    }
}

/// The site: answers every request with a page, a redirect or a file.
public struct Site: Sendable {
    let parts: SiteParts

    public init(_ parts: SiteParts) { self.parts = parts }

    /// Answers a request. It never fails: what goes wrong becomes a page that says so.
    public func respond(to request: Request) async -> Response {
        let visit = Visit(request, parts)
        do {
            return SecurityHeaders.added(to: try await route(visit), policy: parts.policy)
        } catch {
            let failure = Failure(error)
            report(failure, visit)
            return SecurityHeaders.added(to: failure.page(visit), policy: parts.policy)
        }
    }

    /// The page for a request that the server could not read.
    public func fault(_ status: Status, _ headers: HeaderFields) -> Response {
        guard let target = RequestTarget("/") else { return Response(status) }
        let visit = Visit(Request(method: .get, target: target, headers: headers), parts)
        return SecurityHeaders.added(to: Failure(unreadable: status).page(visit), policy: parts.policy)
    }

    private func route(_ visit: Visit) async throws -> Response {
        let request = visit.request
        guard let path = Path(request.target) else { throw Failure.notFound }
        guard path.methods.contains(request.method) else { throw Failure.methodNotAllowed(path.methods) }
        let isChange = !request.method.isSafe
        if isChange { try parts.policy.requireSameOrigin(request) }
        switch path {
        case .home: return .seeOther((visit.session == nil ? Path.signIn() : .conversations).text)
        case .signIn(let back): return isChange ? try await signIn(visit) : try await signInPage(visit, back)
        case .signOut: return try signOut(visit)
        case .conversations: return try await conversations(visit)
        case .thread(let id, let before): return try await thread(visit, id, before: before)
        case .messages(let id): return try await send(visit, to: id)
        case .profile: return try await profile(visit)
        case .preferences: return preferences(visit)
        case .session: return try sessionPage(visit)
        case .avatar(let user, let version): return await avatar(visit, of: user, version: version)
        case .asset(let version, let name): return try asset(visit, version, name)
        case .favicon: return .seeOther(parts.assets.path("icon.svg").text)
        case .health: return .text(.ok, "alive\n")
        case .readiness: return await readiness(visit)
        }
    }

    private func asset(_ visit: Visit, _ version: String, _ name: String) throws(Failure) -> Response {
        guard let response = parts.assets.response(to: visit.request, version: version, name: name) else {
            throw .notFound
        }
        return response
    }

    func report(_ failure: Failure, _ visit: Visit) {
        guard let detail = failure.logDetail else { return }
        parts.log.log(
            failure.status.rawValue >= 500 ? .error : .info, "failed",
            ["why": .text(detail), "id": .text(visit.request.id.description)])
    }
}
