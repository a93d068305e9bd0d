import Accounts
import Chat
import HTML
import HTTP

/// The second step of signing in: proving another factor, or setting up the one that is required.
struct SecondFactorFeature: Sendable {
    let signIn: SignInFeature
    let sessions: Sessions
    let proofs: ProofParts
    let checks: FactorChecks
    let credentialMonitor: CredentialMonitor
    let ending: SessionEnding
    let policy: SitePolicy
    let trail: AuditTrail

    /// The page that asks for a second factor, or sets up the one that is required.
    func secondFactorPage(_ visit: Visit) async throws -> Response {
        guard case .secondFactor(let pending) = visit.admission else {
            return .seeOther((visit.session == nil ? routes.signIn() : routes.conversations.path).text)
        }
        return try await page(visit, pending, nil, .ok)
    }

    /// Verifies a code or a passkey.
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
            return try await page(visit, pending, fault, fault.status)
        }
    }

    /// Completes the sign-in after the second factor.
    func finish(
        _ visit: Visit, _ token: SessionToken, _ pending: PendingFactor, _ proof: ProvenFactor
    ) async throws -> Response {
        guard let steppedUp = try await sessions.stepUp(token) else { throw Failure.signedOut }
        credentialMonitor.forget(pending.id)
        await trail.record(
            .signedIn, visit, user: steppedUp.user, method: steppedUp.method, detail: "with \(proof.detail)")
        var response = try await signIn.arrival(SignInContext(memo: steppedUp.memo ?? ""), steppedUp.user, visit)
        response.headers.append(
            .setCookie,
            SessionCookie.setting(steppedUp.token, isPersistent: steppedUp.isPersistent, policy).serialized)
        signIn.keep(
            LastUser(id: pending.user, alias: pending.alias), by: pending.method, isPersistent: steppedUp.isPersistent,
            &response)
        if visit.request.form[SecondFactorPage.rememberField] == "on" {
            let device = try await proofs.factors.remember(
                steppedUp.user, device: visit.newSession(SignInContext()).device, address: visit.address)
            await trail.record(.deviceRemembered, visit, user: steppedUp.user)
            response.headers.append(.setCookie, DeviceCookie.setting(device, policy).serialized)
        }
        return response
    }

    private func page(
        _ visit: Visit, _ pending: PendingFactor, _ fault: FactorFault?, _ status: Status
    ) async throws -> Response {
        let title = visit.say(SecondFactorWording.title)
        var response: Response
        switch pending.step {
        case .proof:
            let factors = try await proofs.factors.summary(of: pending.user)
            let page = SecondFactorPage(
                visit: visit, pending: pending, hasAuthenticator: factors.authenticatorSince != nil,
                passkey: visit.passkeyPrompt(for: .proof(session: pending.id), of: factors.passkeys), fault: fault)
            response = Page(visit, title: title, scripts: "passkeys.js") { page }.response(status)
        case .enrolment:
            let page = try await enrolmentPage(visit, pending, fault)
            response = Page(visit, title: title, scripts: page.passkey.map { _ in "passkeys.js" }) { page }
                .response(status)
        }
        response.headers[.cacheControl] = "no-store"
        response.headers[.eTag] = nil
        if case .tooMany(let time)? = fault { response.headers[.retryAfter] = "\(max(1, time.components.seconds))" }
        return response
    }
}
