import Accounts
import Chat
public import HTTP
import Live
import Logging

/// The site: answers every request with a page, a redirect or a file.
public struct Site: Sendable {
    let shared: SharedParts
    /// The parts of the site as people reach it through a proxy that speaks TLS for it: with `Secure` cookies, and its
    /// own origin.
    private let sharedOverTLS: SharedParts

    var parts: SiteParts { shared.parts }

    public init(_ parts: SiteParts) {
        shared = SharedParts(parts)
        var parts = parts
        parts.policy.hasTLS = true
        sharedOverTLS = SharedParts(parts)
    }

    private init(_ shared: SharedParts, overTLS: SharedParts) {
        self.shared = shared
        sharedOverTLS = overTLS
    }

    /// Answers a request. It never fails: what goes wrong becomes a page that says so.
    public func respond(to request: Request) async -> Response {
        await (request.scheme == .https ? Site(sharedOverTLS, overTLS: sharedOverTLS) : self).answer(request)
    }

    private func answer(_ request: Request) async -> Response {
        let visit = await visit(request)
        checkUser(visit)
        do {
            let response = try await route(visit).compressed(for: request)
            return SecurityHeaders.added(to: response, policy: parts.policy)
        } catch {
            let failure = await failure(error, visit)
            report(failure, visit)
            if case .proofNeeded = failure {
                return SecurityHeaders.added(to: confirmationPage(visit), policy: parts.policy)
            }
            if case .tooManyRequests = failure {
                return SecurityHeaders.added(to: tooMany(failure, visit), policy: parts.policy)
            }
            var response = failure.page(visit)
            if case .signedOut = failure { endSession(visit, &response) }
            return SecurityHeaders.added(to: response, policy: parts.policy)
        }
    }

    /// Where something is not there, it may be the person that the backend does not know any more.
    private func failure(_ error: any Error, _ visit: Visit) async -> Failure {
        guard let session = visit.session, let error = error as? ChatError, error.reason == .notFound else {
            return Failure(error)
        }
        return await parts.isGone(session.user, visit) ? .signedOut : Failure(error)
    }

    /// The page for a request that the server could not read.
    public func fault(_ status: Status, _ headers: HeaderFields) -> Response {
        guard let target = RequestTarget("/") else { return Response(status) }
        let visit = Visit(Request(method: .get, target: target, headers: headers), shared)
        return SecurityHeaders.added(to: Failure(unreadable: status).page(visit), policy: parts.policy)
    }

    func route(_ visit: Visit) async throws -> Response {
        let request = visit.request
        let path = Path(request.target)
        let isChange = !request.method.isSafe
        let provesOrigin = isChange && path?.isForOthers == false
        if !provesOrigin, path?.isForEveryHost != true { try parts.policy.requireOwnHost(request) }
        guard let path else {
            try requireBounds(visit, .unknown)
            throw Failure.notFound
        }
        guard path.methods.contains(request.method) else { throw Failure.methodNotAllowed(path.methods) }
        if provesOrigin { try parts.policy.requireSameOrigin(request) }
        try requireBounds(visit, path.routeName)
        switch path {
        case .home: return .seeOther(Self.home(visit).text)
        case .signIn(let back): return isChange ? try await signIn(visit) : try await signInPage(visit, back)
        case .provider(let method): return try await setOut(visit, to: method)
        case .providerCallback(let method):
            return isChange ? try await takeAnswer(visit, from: method) : try await comeBack(visit, from: method)
        case .providerSignOut(let method): return try await endSessions(visit, for: method)
        case .providerNotice(let method): return try await takeNotice(visit, from: method)
        case .welcome(let back): return isChange ? try await setUp(visit) : try welcome(visit, back)
        case .secondFactor: return isChange ? try await proveSecondFactor(visit) : try secondFactorPage(visit)
        case .passkeySignIn: return try await signInWithPasskey(visit)
        case .signOut: return try await signOut(visit)
        case .register: return isChange ? try await register(visit) : registerPage(visit)
        case .conversations: return isChange ? try await createConversation(visit) : try await conversations(visit)
        case .newConversation: return try await newConversationPage(visit)
        case .thread(let id, let before, let reply):
            return try await thread(visit, id, before: before, reply: reply)
        case .messages(let id): return try await send(visit, to: id)
        case .message(let id, let message, let moment): return try await self.message(visit, id, message, at: moment)
        case .change(let id, let message, let change, let moment):
            return try await self.change(visit, id, message, change, at: moment)
        case .draft(let id): return try await keepDraft(visit, id)
        case .typing(let id): return try await typing(visit, in: id)
        case .read(let id): return try await keepReadMark(visit, id)
        case .events(let watching, let after): return try await events(visit, watching: watching, after: after)
        case .members(let id): return isChange ? try await addMember(visit, id) : try await members(visit, id)
        case .removal(let id): return try await removeMember(visit, id)
        case .bookmarks: return try await bookmarks(visit)
        case .person(let id): return try await person(visit, id)
        case .search(let query): return try await search(visit, query)
        case .profile: return try await profile(visit)
        case .preferences: return preferences(visit)
        case .sessions: return isChange ? try await endSessions(visit) : try sessions(visit)
        case .identities: return isChange ? try await changeIdentities(visit) : try identities(visit)
        case .password: return try await changePassword(visit)
        case .everySession: return isChange ? try endSessionOfOther(visit) : try everySession(visit)
        case .metrics: return try metrics(visit)
        case .security: return try security(visit)
        case .securityChange(let change): return try await self.change(visit, change)
        case .confirmation: return try await confirm(visit)
        case .session: return try sessionPage(visit)
        case .avatar(let user, let version): return await avatar(visit, of: user, version: version)
        case .asset(let version, let name): return try asset(visit, version, name)
        case .favicon: return .seeOther(parts.assets.path("icon.svg").text)
        case .health: return .text(.ok, "alive\n")
        case .readiness: return await readiness(visit)
        }
    }

    private static func home(_ visit: Visit) -> Path {
        switch visit.admission {
        case .unauthenticated: .signIn()
        case .profileSetUp: .welcome()
        case .secondFactor: .secondFactor
        case .authenticated: .conversations
        }
    }

    private func asset(_ visit: Visit, _ version: String, _ name: String) throws(Failure) -> Response {
        guard let response = parts.assets.response(to: visit.request, version: version, name: name) else {
            throw .notFound
        }
        return response
    }

    /// The backend knows the session's person no more: neither do we, or sign-in would lead back here for ever.
    func endSession(_ visit: Visit, _ response: inout Response) {
        guard visit.session != nil, let token = SessionCookie.token(visit.request, parts.policy) else { return }
        do {
            try parts.end(.token(token))
        } catch {
            parts.log.error(
                "a session can't be ended", ["why": .text("\(error)"), "id": .text(visit.request.id.description)])
        }
        response.headers.append(.setCookie, SessionCookie.removing(parts.policy).serialized)
    }

    func report(_ failure: Failure, _ visit: Visit) {
        guard let detail = failure.logDetail else { return }
        parts.log.log(
            failure.status.rawValue >= 500 ? .error : .info, "failed",
            ["why": .text(detail), "id": .text(visit.request.id.description)])
    }
}
