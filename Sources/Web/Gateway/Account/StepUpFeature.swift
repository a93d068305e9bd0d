import Logging
import Accounts
import Chat
import Cryptography
import HTML
import HTTP
import Live
import OpenID

/// Proving again who one is, before something delicate.
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

    /// The page that asks who it is, with what was asked for in it.
    func confirmationPage(_ visit: Visit) -> Response {
        guard let deed = Deed(visit.request) else { return Failure.badRequest.page(visit) }
        do { return try page(visit, deed, nil, .forbidden) } catch {
            let failure = Failure(error)
            log.report(failure, visit)
            return failure.page(visit)
        }
    }

    /// Takes the proof, and does what was asked for: under a new session id.
    func confirm(_ visit: Visit, then answer: (Request) async -> Response) async throws -> Response {
        let session = try visit.requireSession()
        guard let token = SessionCookie.token(visit.request, policy), let deed = Deed(visit.request.form) else {
            throw Failure.badRequest
        }
        let proof: Proof?
        do {
            proof = try await proveAgain(visit, session)
        } catch let fault as FactorFault {
            return try page(visit, deed, fault, fault.status)
        }
        return try await goOn(visit, session, token, deed, proof, then: answer)
    }

    /// Does what was asked for, in the session that has risen.
    func goOn(
        _ visit: Visit, _ session: Session, _ token: SessionToken, _ deed: Deed, _ proof: Proof?,
        then answer: (Request) async -> Response
    ) async throws -> Response {
        guard let risen = try sessions.stepUp(token, proof) else { throw Failure.signedOut }
        credentialMonitor.forget(session.id)
        live.end(session: session.id)
        var response = await answer(deed.request(after: visit.request, risen.token, policy))
        // Where the deed has ended the session, there is none to go on with.
        guard try sessions.session(of: risen.token) != nil else { return response }
        response.headers.append(
            .setCookie,
            SessionCookie.setting(risen.token, isPersistent: risen.isPersistent, policy).serialized)
        return response
    }

    /// - Returns: the proof by the way in, where it was that.
    private func proveAgain(_ visit: Visit, _ session: Session) async throws -> Proof? {
        switch try ask(of: session) {
        case .factor:
            _ = try await checks.proveFactor(visit, session.user, session: session.id)
            return nil
        case .form(let method): return try await proveFirstFactor(visit, session, method)
        case .provider, .nothing: throw Failure.badRequest
        }
    }

    /// The way in once more, by its own form.
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
            trail.report(error, method, visit, user: session.user)
            switch error {
            case .tooMany(let time): throw FactorFault.tooMany(time)
            case .backend(let error): throw error
            default: throw FactorFault.wrongCredentials
            }
        }
        guard try await resolver.user(of: proof)?.id == session.user else {
            try giveBack(proof)
            trail.record(.factorRefused, visit, user: session.user, method: method, detail: "somebody else")
            throw FactorFault.wrongCredentials
        }
        trail.record(
            .factorProven, visit, user: session.user, method: method, detail: ProvenFactor.again(method).detail)
        return proof
    }

    /// What a proof brought that nobody keeps.
    private func giveBack(_ proof: Proof) throws {
        if let credential = proof.credential { try sessions.queueRevocation(of: credential, by: proof.method) }
    }

    /// Takes the proof of somebody who has been at their provider once more, and does what was asked for.
    func confirm(
        _ visit: Visit, _ proof: Proof, _ transaction: SignInTransaction, _ deed: Deed,
        then answer: (Request) async -> Response
    ) async throws -> Response {
        let session = try visit.requireSession()
        guard let token = SessionCookie.token(visit.request, policy) else { throw Failure.signedOut }
        // Who has a second factor is asked for that: the provider alone would be a way around it.
        guard case .provider(let asked) = try ask(of: session), asked.id == proof.method else {
            try giveBack(proof)
            return try page(visit, deed, nil, .forbidden)
        }
        let begun = transaction.expiresAt.adding(.zero - SignInTransaction.lifetime)
        let fault: FactorFault? =
            if !proof.isSince(begun) {
                .notAskedAgain(visit.say(MethodName(asked.id, methods)))
            } else if try await resolver.user(of: proof)?.id != session.user {
                .wrongCredentials
            } else {
                nil
            }
        if let fault {
            try giveBack(proof)
            trail.record(
                .factorRefused, visit, user: session.user, method: proof.method,
                detail: proof.isSince(begun) ? "somebody else" : "not asked again")
            return try page(visit, deed, fault, fault.status)
        }
        trail.record(
            .factorProven, visit, user: session.user, method: proof.method,
            detail: ProvenFactor.again(proof.method).detail)
        return try await goOn(visit, session, token, deed, proof, then: answer)
    }

    /// By what the person of a session can prove again who it is: the strongest that they have.
    func ask(of session: Session) throws -> ConfirmationPage.Ask {
        if proofs.policy.isOn {
            let factors = try proofs.factors.summary(of: session.user)
            if factors.hasSecondFactor { return .factor(factors) }
        }
        if session.method == .userID, methods.userID != nil { return .form(.userID) }
        if methods.password(session.method) != nil { return .form(session.method) }
        if let provider = methods.provider(session.method) { return .provider(provider) }
        return .nothing
    }

    private func page(_ visit: Visit, _ deed: Deed, _ fault: FactorFault?, _ status: Status) throws -> Response {
        let session = try visit.requireSession()
        let ask = try ask(of: session)
        var passkey: PasskeyPrompt?
        if case .factor(let factors) = ask {
            passkey = visit.passkeyPrompt(for: .proof(session: session.id), of: factors.passkeys)
        }
        var response = Page(
            visit, title: visit.say(ErrorWording.proofNeeded), back: routes.profile.path, scripts: "passkeys.js"
        ) {
            ConfirmationPage(visit: visit, session: session, deed: deed, ask: ask, passkey: passkey, fault: fault)
        }.response(status)
        response.headers[.cacheControl] = "no-store"
        if case .tooMany(let time)? = fault { response.headers[.retryAfter] = "\(max(1, time.components.seconds))" }
        return response
    }
}

extension Proof {
    /// How far apart two machines' clocks may be.
    private static let leeway = Duration.seconds(60)

    /// Whether the person was asked again. The provider has to say so: where `max_age` was sent, `auth_time` is required
    /// (OpenID Connect Core §3.1.2.1).
    fileprivate func isSince(_ moment: Timestamp) -> Bool {
        authenticatedAt.map { moment <= $0.adding(Self.leeway) } ?? false
    }
}
