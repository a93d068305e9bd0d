import Logging
import Accounts
import Chat
import Cryptography
import HTML
import HTTP
import Live
import OpenID

/// Asks for a fresh proof before a sensitive change, and then makes the change.
struct StepUpFeature: Sendable {
    let sessions: Sessions
    let live: Live
    let methods: SignInMethods
    let attempts: AttemptGuard
    let proofs: ProofParts
    let checks: FactorChecks
    let resolver: AccountResolver
    let credentialMonitor: CredentialMonitor
    let signIn: SignInFeature
    let policy: SitePolicy
    let trail: AuditTrail
    let log: Logger

    /// The page that asks for the proof. The change travels with its form.
    func confirmationPage(_ visit: Visit) async -> Response {
        guard let deferred = DeferredRequest(visit.request) else { return Failure.badRequest.page(visit) }
        do { return try await page(visit, deferred, nil, .forbidden) } catch {
            let failure = Failure(error)
            log.report(failure, visit)
            return failure.page(visit)
        }
    }

    /// Verifies the proof and makes the change, under a new session id.
    func confirm(_ visit: Visit, then answer: (Request) async -> Response) async throws -> Response {
        let session = try visit.requireSession()
        guard let token = SessionCookie.token(visit.request, policy), let deferred = DeferredRequest(visit.request.form)
        else {
            throw Failure.badRequest
        }
        let proof: Proof?
        do {
            proof = try await proveAgain(visit, session)
        } catch let fault as FactorFault {
            return try await page(visit, deferred, fault, fault.status)
        }
        return try await goOn(visit, session, token, deferred, proof, then: answer)
    }

    /// Makes the change in the session with the fresh proof.
    func goOn(
        _ visit: Visit, _ session: Session, _ token: SessionToken, _ deferred: DeferredRequest, _ proof: Proof?,
        then answer: (Request) async -> Response
    ) async throws -> Response {
        guard let steppedUp = try await sessions.stepUp(token, proof) else { throw Failure.signedOut }
        credentialMonitor.forget(session.id)
        live.end(session: session.id)
        var response = await answer(deferred.request(after: visit.request, steppedUp.token, policy))
        // The change itself may have ended the session.
        guard try await sessions.session(of: steppedUp.token) != nil else { return response }
        response.headers.append(
            .setCookie,
            SessionCookie.setting(steppedUp.token, isPersistent: steppedUp.isPersistent, policy).serialized)
        return response
    }

    /// - Returns: the proof by the sign-in method, where that was asked for.
    private func proveAgain(_ visit: Visit, _ session: Session) async throws -> Proof? {
        switch try await ask(of: session) {
        case .factor:
            _ = try await checks.proveFactor(visit, session.user, session: session.id)
            return nil
        case .form(let method): return try await proveFirstFactor(visit, session, method)
        case .provider, .nothing: throw Failure.badRequest
        }
    }

    /// Verifies the form of the sign-in method once more.
    private func proveFirstFactor(
        _ visit: Visit, _ session: Session, _ method: SignInMethodID
    ) async throws -> Proof {
        var form = SignInForm(visit.request.form)
        form.method = method
        let proof: Proof
        do {
            proof = try await attempts.attempt(at: form.account, from: visit.address) { [form] in
                await signIn.prove(form, visit)
            }.get()
        } catch {
            await trail.report(error, method, visit, user: session.user)
            switch error {
            case .tooMany(let time): throw FactorFault.tooMany(time)
            case .backend(let error): throw error
            default: throw FactorFault.wrongCredentials
            }
        }
        guard try await resolver.user(of: proof)?.id == session.user else {
            try await giveBack(proof)
            await trail.record(.factorRefused, visit, user: session.user, method: method, detail: "somebody else")
            throw FactorFault.wrongCredentials
        }
        await trail.record(
            .factorProven, visit, user: session.user, method: method, detail: ProvenFactor.again(method).detail)
        return proof
    }

    /// Revokes the credential of a proof that is not kept.
    private func giveBack(_ proof: Proof) async throws {
        if let credential = proof.credential { try await sessions.queueRevocation(of: credential, by: proof.method) }
    }

    /// Verifies the return from the provider that was asked for a fresh proof, and makes the change.
    func confirm(
        _ visit: Visit, _ proof: Proof, _ transaction: SignInTransaction, _ deferred: DeferredRequest,
        then answer: (Request) async -> Response
    ) async throws -> Response {
        let session = try visit.requireSession()
        guard let token = SessionCookie.token(visit.request, policy) else { throw Failure.signedOut }
        // A person with a second factor has to prove that: the provider alone would bypass it.
        guard case .provider(let asked) = try await ask(of: session), asked.id == proof.method else {
            try await giveBack(proof)
            return try await page(visit, deferred, nil, .forbidden)
        }
        let begun = transaction.expiresAt.adding(.zero - SignInTransaction.lifetime)
        let fault: FactorFault? =
            if !proof.isSince(begun) {
                .notAskedAgain(visit.say(methods.name(of: asked.id)))
            } else if try await resolver.user(of: proof)?.id != session.user {
                .wrongCredentials
            } else {
                nil
            }
        if let fault {
            try await giveBack(proof)
            await trail.record(
                .factorRefused, visit, user: session.user, method: proof.method,
                detail: proof.isSince(begun) ? "somebody else" : "not asked again")
            return try await page(visit, deferred, fault, fault.status)
        }
        await trail.record(
            .factorProven, visit, user: session.user, method: proof.method,
            detail: ProvenFactor.again(proof.method).detail)
        return try await goOn(visit, session, token, deferred, proof, then: answer)
    }

    /// The strongest proof that the person of a session can give.
    func ask(of session: Session) async throws -> ConfirmationPage.Ask {
        if proofs.policy.isOn {
            let factors = try await proofs.factors.summary(of: session.user)
            if factors.hasSecondFactor { return .factor(factors) }
        }
        if session.method == .userID, methods.userID != nil { return .form(.userID) }
        if methods.password(session.method) != nil { return .form(session.method) }
        if let provider = methods.provider(session.method) { return .provider(provider) }
        return .nothing
    }

    private func page(_ visit: Visit, _ deferred: DeferredRequest, _ fault: FactorFault?, _ status: Status) async throws
        -> Response
    {
        let session = try visit.requireSession()
        let ask = try await ask(of: session)
        var passkey: PasskeyPrompt?
        if case .factor(let factors) = ask {
            passkey = visit.passkeyPrompt(for: .proof(session: session.id), of: factors.passkeys)
        }
        var response = Page(
            visit, title: visit.say(ErrorWording.proofNeeded.title), back: routes.profile.path, scripts: "passkeys.js"
        ) {
            ConfirmationPage(
                visit: visit, session: session, deferred: deferred, ask: ask, passkey: passkey, fault: fault)
        }.response(status)
        response.headers[.cacheControl] = "no-store"
        if case .tooMany(let time)? = fault { response.headers[.retryAfter] = "\(max(1, time.components.seconds))" }
        return response
    }
}

extension Proof {
    /// How far the provider's clock may be off.
    private static let leeway = Duration.seconds(60)

    /// Whether the person was asked again. The provider has to say so: where `max_age` was sent, `auth_time` is required
    /// (OpenID Connect Core §3.1.2.1).
    fileprivate func isSince(_ moment: Timestamp) -> Bool {
        authenticatedAt.map { moment <= $0.adding(Self.leeway) } ?? false
    }
}
