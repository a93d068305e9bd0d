import Accounts
import Chat
import HTTP
import Logging

extension Site {
    /// Signs in whoever has used a passkey, which says itself whose it is.
    func signInWithPasskey(_ visit: Visit) async throws -> Response {
        let journey = SignInJourney(visit.request.form)
        if let wait = parts.quotas.passkeyAnswers.take(visit.address) {
            let error = SignInError.tooMany(retryAfter: wait)
            report(error, .passkey, visit)
            let page = SignInPage(
                visit: visit, notice: .failed(SignInWording(error)), method: .passkey, journey: journey)
            return await self.page(page, error)
        }
        let passkey: Passkey
        do {
            guard let browser = PasskeyCookie.known(visit) else { throw PasskeyError.expired }
            let (answer, challenge, site) = try visit.passkeyAnswer(for: .signIn(browser))
            passkey = try parts.proofs.factors.authenticate(answer, as: nil, challenge, at: site)
        } catch let error as PasskeyError {
            try report(error, visit, signingIn: true)
            let page = SignInPage(
                visit: visit, notice: .failed(.passkey(PasskeyWording(error))), method: .passkey, journey: journey)
            return await self.page(page, .unprocessableContent)
        }
        do throws(ChatError) {
            let user = try await parts.repositories.users.user(passkey.user)
            var proof = Proof(.user(user), by: .passkey)
            proof.provesSecondFactor = true
            return try await admit(proof: proof, user, journey, visit)
        } catch {
            guard error.reason == .notFound else { throw error }
            try report(PasskeyError.unknown, visit, signingIn: true)
            let page = SignInPage(
                visit: visit, notice: .failed(.passkey(.unknown)), method: .passkey, journey: journey)
            return await self.page(page, .unprocessableContent)
        }
    }

    private func admit(
        proof: Proof, _ user: User, _ journey: SignInJourney, _ visit: Visit
    ) async throws(ChatError) -> Response {
        do { return try await admit(user, proof, journey, visit) } catch let error as ChatError { throw error } catch {
            throw ChatError(.unavailable("\(error)"), during: "signInWithPasskey")
        }
    }

    /// Tells the audit log of an answer that was not taken, and the person of a copy.
    func report(_ error: PasskeyError, _ visit: Visit, user: UserID? = nil, signingIn: Bool = false) throws {
        switch error {
        case .copied(let passkey):
            record(.passkeyCopied, visit, user: passkey.user, method: .passkey, detail: error.detail)
            try tell(passkey.user, .passkeyCopied)
        case .disabled(let owner):
            record(.signInRefused, visit, user: owner, method: .passkey, detail: error.detail)
        case .malformed, .expired, .unknown, .refused, .taken:
            record(
                signingIn ? .signInRefused : .factorRefused, visit, user: user, method: .passkey, detail: error.detail)
        }
    }
}
