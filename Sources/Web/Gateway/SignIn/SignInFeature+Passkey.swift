import Accounts
import Chat
import HTTP
import Logging

extension SignInFeature {
    /// Signs in whoever has used a passkey, which says itself whose it is.
    func signInWithPasskey(_ visit: Visit) async throws -> Response {
        let journey = SignInJourney(visit.request.form)
        if let wait = quotas.passkeyAnswers.take(visit.address) {
            let error = SignInError.tooMany(retryAfter: wait)
            trail.report(error, .passkey, visit)
            let page = SignInPage(
                visit: visit, notice: .failed(SignInWording(error)), method: .passkey, journey: journey)
            return await self.page(page, error)
        }
        let passkey: Passkey
        do {
            guard let browser = PasskeyCookie.known(visit) else { throw PasskeyError.expired }
            let (answer, challenge, site) = try visit.passkeyAnswer(for: .signIn(browser))
            passkey = try proofs.factors.authenticate(answer, as: nil, challenge, at: site)
        } catch let error as PasskeyError {
            try checks.report(error, visit, signingIn: true)
            let page = SignInPage(
                visit: visit, notice: .failed(.passkey(PasskeyWording(error))), method: .passkey, journey: journey)
            return await self.page(page, .unprocessableContent)
        }
        do throws(ChatError) {
            let user = try await repositories.users.user(passkey.user)
            var proof = Proof(.user(user), by: .passkey)
            proof.provesSecondFactor = true
            return try await admit(proof: proof, user, journey, visit)
        } catch {
            guard error.reason == .notFound else { throw error }
            try checks.report(PasskeyError.unknown, visit, signingIn: true)
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
}
