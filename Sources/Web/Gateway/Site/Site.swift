import Accounts
import Chat
public import HTTP
import Live
import Logging

/// The site: answers every request with a page, a redirect or a file.
public struct Site: Sendable {
    private(set) var shared: SharedParts
    /// The parts for requests through a proxy that terminates TLS: with `Secure` cookies and an https origin.
    private let sharedOverTLS: SharedParts

    var parts: SiteParts { shared.parts }

    public init(_ parts: SiteParts) {
        shared = SharedParts(parts)
        var parts = parts
        parts.policy.hasTLS = true
        sharedOverTLS = SharedParts(parts)
    }

    /// Answers a request. Errors become error pages.
    public func respond(to request: Request) async -> Response {
        await answer(request).response
    }

    /// Answers a request; also returns the name of its route.
    public func answer(_ request: Request) async -> (response: Response, route: RouteName) {
        var site = self
        if request.scheme == .https { site.shared = sharedOverTLS }
        let match = Routes.table.match(request.method, request.target)
        return (await site.answer(request, match), match.name)
    }

    private func answer(_ request: Request, _ match: RouteTable.Match) async -> Response {
        let visit = await visit(request)
        checkUser(visit)
        var response: Response
        do {
            response = try await perform(match, visit).compressed(for: request)
        } catch {
            let failure = await failure(error, visit)
            let visit = failure.showsList ? await beside(visit) : visit
            parts.log.report(failure, visit)
            response =
                switch failure {
                case .proofNeeded: await features.stepUp.confirmationPage(visit)
                case .tooManyRequests: tooMany(failure, visit)
                default: failure.page(visit)
                }
            if case .signedOut = failure { await parts.ending.end(visit, &response) }
        }
        if let cookie = PositionCookie.cookie(visit, response) {
            response.headers.append(.setCookie, cookie.serialized)
        }
        return SecurityHeaders.added(to: response, policy: parts.policy)
    }

    /// The failure for an error. A 404 of the backend may mean that the user of the session was deleted.
    private func failure(_ error: any Error, _ visit: Visit) async -> Failure {
        guard let session = visit.session, let error = error as? ChatError, error.reason == .notFound else {
            return Failure(error)
        }
        return await parts.ending.endIfDeleted(session.user, visit) ? .signedOut : Failure(error)
    }

    /// The page for a request that the server could not parse.
    public func fault(_ status: Status, _ headers: HeaderFields) -> Response {
        guard let target = RequestTarget("/") else { return Response(status) }
        let request = Request(method: .get, target: target, headers: headers)
        // Nothing is waited for here.
        let token = SessionCookie.token(request.cookies, parts.policy)
        let admission = token.flatMap { parts.sessions.recent($0) } ?? .unauthenticated
        let visit = Visit(request, shared, .success(admission), parts.live.position)
        return SecurityHeaders.added(to: Failure(unreadable: status).page(visit), policy: parts.policy)
    }

    /// Checks the host, the origin, the bounds, the condition and the access of a request, then calls its handler.
    func perform(_ match: RouteTable.Match, _ visit: Visit) async throws -> Response {
        let sender = match.row?.sender
        let provesOrigin = !visit.request.method.isSafe && sender != nil && sender != .others
        if !provesOrigin, sender != .everyHost { try parts.policy.requireOwnHost(visit.request) }
        switch match {
        case .none:
            try requireBounds(visit, .unknown)
            throw Failure.notFound
        case .otherMethod(let methods, _): throw Failure.methodNotAllowed(methods)
        case .row(let row, let action):
            if provesOrigin { try parts.policy.requireSameOrigin(visit.request) }
            try requireBounds(visit, row.bounds)
            guard holds(row.condition, visit) else { throw Failure.notFound }
            if let refusal = try await refusal(visit, row.access) { return refusal }
            // What was written beside the files is shown again.
            if let refusal = visit.request.uploadRefusal, row !== routes.send { throw refusal }
            return try await action(self, row !== routes.conversations ? await beside(visit) : visit)
        }
    }

    /// The visit with the list that stands beside its page.
    private func beside(_ visit: Visit) async -> Visit {
        var visit = visit
        visit.list = await features.conversations.listBeside(visit)
        return visit
    }

    private func holds(_ condition: RouteCondition, _ visit: Visit) -> Bool {
        switch condition {
        case .always: true
        case .development: parts.policy.mode == .development
        case .factors: parts.proofs.policy.isOn
        case .passkeySignIn: parts.proofs.policy.isOn && parts.proofs.policy.passkeysSignIn
        case .ownPassword: visit.passwordChange != nil
        case .people: parts.people != nil
        case .firstAdmin: parts.firstAdmin != nil
        case .linkPreviews: parts.previews != nil
        case .editing: parts.live.repositories.editing.isThere
        case .pins: parts.live.repositories.pins.isThere
        case .groups: parts.live.repositories.groups.isThere
        case .invites: parts.live.repositories.invites.isThere
        case .openGroups: parts.live.repositories.openGroups.isThere
        case .threads: parts.live.repositories.threads.isThere
        case .receipts: parts.live.repositories.receipts.isThere
        case .pictures: features.pictureChoice.isThere
        case .files: parts.uploads?.files.isThere == true
        }
    }

    /// Throws if the user may not use the route; for routes that answer without a page, returns the response instead.
    private func refusal(_ visit: Visit, _ access: RouteAccess) async throws -> Response? {
        switch access {
        case .anyone, .signedInElseText: break
        case .signedIn, .freshProofForSome: _ = try visit.requireSession()
        case .signedInElseStatus:
            if let outage = visit.outage { throw outage }
            if visit.session == nil { return Response(.unauthorized, headers: [.cacheControl: "no-store"]) }
        case .freshProof: try visit.requireFreshProof()
        case .admin(let action): _ = try await visit.require(action)
        case .adminWithFreshProof(let action):
            _ = try await visit.require(action)
            try visit.requireFreshProof()
        }
        return nil
    }

    /// The visit of a request. If the service behind its session has ended that session, it ends here too.
    func visit(_ request: Request) async -> Visit {
        let visit = await Visit.reading(request, shared)
        guard let session = visit.session, case .over(let error) = await parts.credentialMonitor.verdict(on: session)
        else {
            return visit
        }
        await parts.ending.endRefused(session, error)
        return await Visit.reading(request, shared)
    }

    /// Checks and revokes the credentials of sessions until the task is cancelled.
    public func maintainCredentials() async { await features.credentialMaintenance.run() }

    /// Reads the emoji of the place, until the task is cancelled.
    public func readEmoji() async {
        await parts.emoji.run { parts.live.forgetPages() }
    }

    /// Sends the messages that people have scheduled, until the task is cancelled.
    public func sendScheduledMessages() async { await features.scheduledSending.run() }

    /// Answers a request that was stored in another one, such as a change that required re-authentication first.
    func answerWithin(_ request: Request) async -> Response {
        let visit = await Visit.reading(request, shared)
        do { return try await perform(Routes.table.match(request.method, request.target), visit) } catch {
            // The failure has a page of its own, and does not undo the re-authentication.
            let failure = Failure(error)
            parts.log.report(failure, visit)
            return failure.page(visit)
        }
    }

    var features: Features { shared.features }
}

extension Visit {
    /// The id of the request's trace, for log lines.
    var trace: Logger.Value { .text(request.trace.traceID.description) }
}

extension Logger {
    func report(_ failure: Failure, _ visit: Visit, _ message: String = "failed") {
        guard let detail = failure.logDetail else { return }
        report(message, detail, visit, level: failure.status.rawValue >= 500 ? .error : .info)
    }

    /// Logs `message` with its reason, and the ids of the request and its trace.
    func report(_ message: String, _ reason: some Any, _ visit: Visit, level: Level = .error) {
        log(
            level, message,
            ["why": .text("\(reason)"), "id": .text(visit.request.id.description), "trace": visit.trace])
    }
}
