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
        await answer(request).response
    }

    /// The same, with the route that has answered.
    public func answer(_ request: Request) async -> (response: Response, route: RouteName) {
        let site = request.scheme == .https ? Site(sharedOverTLS, overTLS: sharedOverTLS) : self
        let match = Routes.table.match(request.method, request.target)
        return (await site.answer(request, match), match.name)
    }

    private func answer(_ request: Request, _ match: RouteTable.Match) async -> Response {
        let visit = await visit(request)
        checkUser(visit)
        do {
            let response = try await perform(match, visit).compressed(for: request)
            return SecurityHeaders.added(to: response, policy: parts.policy)
        } catch {
            let failure = await failure(error, visit)
            parts.log.report(failure, visit)
            if case .proofNeeded = failure {
                return SecurityHeaders.added(to: features.stepUp.confirmationPage(visit), policy: parts.policy)
            }
            if case .tooManyRequests = failure {
                return SecurityHeaders.added(to: tooMany(failure, visit), policy: parts.policy)
            }
            var response = failure.page(visit)
            if case .signedOut = failure { parts.ending.end(visit, &response) }
            return SecurityHeaders.added(to: response, policy: parts.policy)
        }
    }

    /// Where something is not there, it may be the person that the backend does not know any more.
    private func failure(_ error: any Error, _ visit: Visit) async -> Failure {
        guard let session = visit.session, let error = error as? ChatError, error.reason == .notFound else {
            return Failure(error)
        }
        return await parts.ending.isGone(session.user, visit) ? .signedOut : Failure(error)
    }

    /// The page for a request that the server could not read.
    public func fault(_ status: Status, _ headers: HeaderFields) -> Response {
        guard let target = RequestTarget("/") else { return Response(status) }
        let visit = Visit(Request(method: .get, target: target, headers: headers), shared)
        return SecurityHeaders.added(to: Failure(unreadable: status).page(visit), policy: parts.policy)
    }

    /// Lets a request through to its handler, or refuses it.
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
            if let refusal = try refusal(visit, row.access) { return refusal }
            return try await action(self, visit)
        }
    }

    private func holds(_ condition: RouteCondition, _ visit: Visit) -> Bool {
        switch condition {
        case .always: true
        case .development: parts.policy.mode == .development
        case .factors: parts.proofs.policy.isOn
        case .passkeySignIn: parts.proofs.policy.isOn && parts.proofs.policy.passkeysSignIn
        case .ownPassword: visit.passwordChange != nil
        }
    }

    /// The answer to who may not use a route, where that is no page; for everybody else who may not, it throws.
    private func refusal(_ visit: Visit, _ access: RouteAccess) throws -> Response? {
        switch access {
        case .anyone, .signedInElseText: break
        case .signedIn, .freshProofForSome: _ = try visit.requireSession()
        case .signedInElseStatus:
            if visit.session == nil { return Response(.unauthorized, headers: [.cacheControl: "no-store"]) }
        case .freshProof: try visit.requireFreshProof()
        case .admin(let action): _ = try visit.require(action)
        case .adminWithFreshProof(let action):
            _ = try visit.require(action)
            try visit.requireFreshProof()
        }
        return nil
    }

    /// A visit whose session is still good at the service behind it: one that is not is over.
    func visit(_ request: Request) async -> Visit {
        let visit = Visit(request, shared)
        guard let session = visit.session, case .over(let error) = await parts.credentialMonitor.verdict(on: session)
        else {
            return visit
        }
        parts.ending.endRefused(session, error)
        return Visit(request, shared)
    }

    /// As `SessionKeeper`, for as long as the task runs.
    public func keepSessions() async { await features.keeper.keepSessions() }

    /// Answers a request in the middle of another's, such as one that has waited for a fresh proof.
    func answerWithin(_ request: Request) async -> Response {
        let visit = Visit(request, shared)
        do { return try await perform(Routes.table.match(request.method, request.target), visit) } catch {
            // What went wrong now has a page of its own; the proof stands.
            let failure = Failure(error)
            parts.log.report(failure, visit)
            return failure.page(visit)
        }
    }

    var features: Features { shared.features }
}

extension Logger {
    func report(_ failure: Failure, _ visit: Visit) {
        guard let detail = failure.logDetail else { return }
        log(
            failure.status.rawValue >= 500 ? .error : .info, "failed",
            ["why": .text(detail), "id": .text(visit.request.id.description)])
    }
}
