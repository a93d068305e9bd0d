import Accounts
import Chat
import HTML
import HTTP

extension SignInFeature {
    /// What follows from a first factor.
    func decision(for user: User, _ proof: Proof, _ visit: Visit) throws -> FactorDecision {
        try proofs.factors.decision(
            for: user.id, provesSecondFactor: proof.provesSecondFactor, device: DeviceCookie.token(visit),
            proofs.policy)
    }

    /// The page on which somebody proves a second factor, or sets one up that is required.
    func secondFactorPage(_ visit: Visit) throws -> Response {
        guard case .secondFactor(let pending) = visit.admission else {
            return .seeOther((visit.session == nil ? routes.signIn() : routes.conversations.path).text)
        }
        return try page(visit, pending, nil, .ok)
    }

    /// Takes a code or a passkey.
    func proveSecondFactor(_ visit: Visit) async throws -> Response {
        guard case .secondFactor(let pending) = visit.admission,
            let token = SessionCookie.token(visit.request, policy)
        else { throw Failure.signedOut }
        do {
            switch pending.step {
            case .proof:
                let use = try await checks.proveFactor(visit, pending.user, session: pending.id)
                return try await finish(visit, token, pending, use)
            case .enrolment: return try await enrol(visit, token, pending)
            }
        } catch let fault as FactorFault {
            return try page(visit, pending, fault, fault.status)
        }
    }

    /// Lets somebody in who has proven both.
    func finish(
        _ visit: Visit, _ token: SessionToken, _ pending: PendingFactor, _ proof: ProvenFactor
    ) async throws -> Response {
        guard let risen = try sessions.stepUp(token) else { throw Failure.signedOut }
        credentialMonitor.forget(pending.id)
        trail.record(.signedIn, visit, user: risen.user, method: risen.method, detail: "with \(proof.detail)")
        var response = try await arrival(SignInJourney(memo: risen.memo ?? ""), risen.user, visit)
        response.headers.append(
            .setCookie,
            SessionCookie.setting(risen.token, isPersistent: risen.isPersistent, policy).serialized)
        if visit.request.form[SecondFactorPage.rememberField] == "on" {
            let device = try proofs.factors.remember(
                risen.user, device: visit.newSession(SignInJourney()).device, address: visit.address)
            trail.record(.deviceRemembered, visit, user: risen.user)
            response.headers.append(.setCookie, DeviceCookie.setting(device, policy).serialized)
        }
        return response
    }

    private func page(
        _ visit: Visit, _ pending: PendingFactor, _ fault: FactorFault?, _ status: Status
    ) throws -> Response {
        let title = visit.say(SecondFactorWording.title)
        var response: Response
        switch pending.step {
        case .proof:
            let factors = try proofs.factors.summary(of: pending.user)
            let page = SecondFactorPage(
                visit: visit, pending: pending, hasAuthenticator: factors.authenticatorSince != nil,
                passkey: visit.passkeyPrompt(for: .proof(session: pending.id), of: factors.passkeys), fault: fault)
            response = Page(visit, title: title, scripts: "passkeys.js") { page }.response(status)
        case .enrolment:
            let page = try enrolmentPage(visit, pending, fault)
            response = Page(visit, title: title, scripts: page.passkey.map { _ in "passkeys.js" }) { page }
                .response(status)
        }
        response.headers[.cacheControl] = "no-store"
        response.headers[.eTag] = nil
        if case .tooMany(let time)? = fault { response.headers[.retryAfter] = "\(max(1, time.components.seconds))" }
        return response
    }
}
