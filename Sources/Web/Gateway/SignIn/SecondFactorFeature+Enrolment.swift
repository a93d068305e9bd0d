import Accounts
import Chat
import HTML
import HTTP
import OneTimePasswords

extension SecondFactorFeature {
    /// Sets up the required factor and completes the sign-in.
    func enrol(_ visit: Visit, _ token: SessionToken, _ pending: PendingFactor) async throws -> Response {
        try await requireNoFactor(pending, token)
        let proof: ProvenFactor
        if visit.request.form[PasskeyFields.answer]?.isEmpty == false {
            let name = visit.passkeyName ?? visit.say(SecurityWording.passkeys)
            do {
                try await checks.registerPasskey(visit, named: name, for: pending.user, session: pending.id)
            } catch let error as PasskeyError {
                throw FactorFault.passkey(error)
            }
            proof = .passkey(name: name)
        } else {
            try await checks.confirmAuthenticator(visit, pending.user, session: pending.id)
            proof = .authenticator
        }
        let codes = try await checks.renewedCodes(visit, pending.user, session: pending.id)
        return codesPage(visit, codes, try await finish(visit, token, pending, proof))
    }

    /// The page with the factors to choose from.
    func enrolmentPage(_ visit: Visit, _ pending: PendingFactor, _ fault: FactorFault?) async throws -> EnrolmentPage {
        try await requireNoFactor(pending, SessionCookie.token(visit.request, policy))
        guard let secret = try await checks.begunAuthenticator(of: pending.user) else { throw Failure.signedOut }
        let passkey = visit.passkeyPrompt(
            making: pending.user, alias: pending.alias, name: pending.name, known: [], session: pending.id)
        return EnrolmentPage(visit: visit, pending: pending, secret: secret, passkey: passkey, fault: fault)
    }

    /// Where one was set up meanwhile, in another session, that is owed, and setting up another would be a way around it.
    private func requireNoFactor(_ pending: PendingFactor, _ token: SessionToken?) async throws {
        guard try await proofs.factors.summary(of: pending.user).hasSecondFactor else { return }
        if let token { try await ending.end(.token(token)) }
        throw Failure.signedOut
    }

    /// Shows the recovery codes, the only time. The target of `arrival` becomes a link below them.
    private func codesPage(_ visit: Visit, _ codes: [RecoveryCode], _ arrival: Response) -> Response {
        let target = arrival.headers[.location].flatMap { Path(String($0.unicodeScalars.prefix { $0 != "#" })) }
        var response = Page(visit, title: visit.say(SecurityWording.codesTitle), scripts: "codes.js") {
            RecoveryCodesPage(visit: visit, codes: codes, onward: target ?? routes.conversations.path)
        }.response()
        response.headers[.cacheControl] = "no-store"
        for cookie in arrival.headers.values(of: .setCookie) { response.headers.append(.setCookie, cookie) }
        return response
    }
}
