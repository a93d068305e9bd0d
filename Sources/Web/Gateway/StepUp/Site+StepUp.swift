import Accounts
import Chat
import Cryptography
import HTML
import HTTP
import Live
import OpenID

extension Site {
    /// Refuses what is delicate to a session whose last proof is too old. The answer asks for another one, and what was
    /// asked for then goes on (OWASP ASVS 5.0 V7.5.1, V7.5.3).
    func requireFreshProof(_ visit: Visit) throws(Failure) {
        guard isFresh(try visit.requireSession(), visit) else { throw .proofNeeded }
    }

    func isFresh(_ session: Session, _ visit: Visit) -> Bool {
        visit.time.now < session.provenAt.adding(FactorPolicy.proofLifetime)
    }

    /// The page that asks who it is, with what was asked for in it.
    func confirmationPage(_ visit: Visit) -> Response {
        guard let deed = Deed(visit.request) else { return Failure.badRequest.page(visit) }
        do { return try page(visit, deed, nil, .forbidden) } catch {
            let failure = Failure(error)
            report(failure, visit)
            return failure.page(visit)
        }
    }

    /// Takes the proof, and does what was asked for: under a new session id.
    func confirm(_ visit: Visit) async throws -> Response {
        let session = try visit.requireSession()
        guard let token = SessionCookie.token(visit.request, parts.policy), let deed = Deed(visit.request.form) else {
            throw Failure.badRequest
        }
        let proof: Proof?
        do {
            proof = try await proveAgain(visit, session)
        } catch let fault as FactorFault {
            return try page(visit, deed, fault, fault.status)
        }
        return try await goOn(visit, session, token, deed, proof)
    }

    /// Does what was asked for, in the session that has risen.
    func goOn(
        _ visit: Visit, _ session: Session, _ token: SessionToken, _ deed: Deed, _ proof: Proof?
    ) async throws -> Response {
        guard let risen = try parts.sessions.stepUp(token, proof) else { throw Failure.signedOut }
        parts.credentialMonitor.forget(session.id)
        parts.live.end(session: session.id)
        let risenVisit = Visit(deed.request(after: visit.request, risen.token, parts.policy), shared)
        var response: Response
        do {
            response = try await perform(
                Routes.table.match(risenVisit.request.method, risenVisit.request.target), risenVisit)
        } catch {
            // What went wrong now has a page of its own; the proof stands.
            let failure = Failure(error)
            report(failure, risenVisit)
            response = failure.page(risenVisit)
        }
        // Where the deed has ended the session, there is none to go on with.
        guard try parts.sessions.session(of: risen.token) != nil else { return response }
        response.headers.append(
            .setCookie,
            SessionCookie.setting(risen.token, isPersistent: risen.isPersistent, parts.policy).serialized)
        return response
    }

    /// - Returns: the proof by the way in, where it was that.
    private func proveAgain(_ visit: Visit, _ session: Session) async throws -> Proof? {
        switch try ask(of: session) {
        case .factor:
            _ = try await proveFactor(visit, session.user, session: session.id)
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
            proof = try await parts.attempts.attempt(at: form.account, from: visit.address) { [form] in
                await prove(form, visit)
            }.get()
        } catch {
            report(error, method, visit, user: session.user)
            switch error {
            case .tooMany(let time): throw FactorFault.tooMany(time)
            case .backend(let error): throw error
            default: throw FactorFault.wrongCredentials
            }
        }
        guard try await parts.resolver.user(of: proof)?.id == session.user else {
            try giveBack(proof)
            record(.factorRefused, visit, user: session.user, method: method, detail: "somebody else")
            throw FactorFault.wrongCredentials
        }
        record(.factorProven, visit, user: session.user, method: method, detail: ProvenFactor.again(method).detail)
        return proof
    }

    /// What a proof brought that nobody keeps.
    private func giveBack(_ proof: Proof) throws {
        if let credential = proof.credential { try parts.sessions.queueRevocation(of: credential, by: proof.method) }
    }

    /// Takes the proof of somebody who has been at their provider once more, and does what was asked for.
    func confirm(
        _ visit: Visit, _ proof: Proof, _ transaction: SignInTransaction, _ deed: Deed
    ) async throws -> Response {
        let session = try visit.requireSession()
        guard let token = SessionCookie.token(visit.request, parts.policy) else { throw Failure.signedOut }
        // Who has a second factor is asked for that: the provider alone would be a way around it.
        guard case .provider(let asked) = try ask(of: session), asked.id == proof.method else {
            try giveBack(proof)
            return try page(visit, deed, nil, .forbidden)
        }
        let begun = transaction.expiresAt.adding(.zero - SignInTransaction.lifetime)
        let fault: FactorFault? =
            if !proof.isSince(begun) {
                .notAskedAgain(visit.say(MethodName(asked.id, parts.methods)))
            } else if try await parts.resolver.user(of: proof)?.id != session.user {
                .wrongCredentials
            } else {
                nil
            }
        if let fault {
            try giveBack(proof)
            record(
                .factorRefused, visit, user: session.user, method: proof.method,
                detail: proof.isSince(begun) ? "somebody else" : "not asked again")
            return try page(visit, deed, fault, fault.status)
        }
        record(
            .factorProven, visit, user: session.user, method: proof.method,
            detail: ProvenFactor.again(proof.method).detail)
        return try await goOn(visit, session, token, deed, proof)
    }

    /// By what the person of a session can prove again who it is: the strongest that they have.
    func ask(of session: Session) throws -> ConfirmationPage.Ask {
        if parts.proofs.policy.isOn {
            let factors = try parts.proofs.factors.summary(of: session.user)
            if factors.hasSecondFactor { return .factor(factors) }
        }
        if session.method == .userID, parts.methods.userID != nil { return .form(.userID) }
        if parts.methods.password(session.method) != nil { return .form(session.method) }
        if let provider = parts.methods.provider(session.method) { return .provider(provider) }
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
