import Accounts
import Chat
import HTTP
import Logging

/// Signing in with a passkey alone.
struct PasskeySignInFeature: Sendable {
    let users: any UserRepository
    let signIn: SignInFeature
    let proofs: ProofParts
    let checks: FactorChecks
    let quotas: SiteQuotas
    let trail: AuditTrail

    /// Signs in with a discoverable passkey, which names its user itself.
    func signInWithPasskey(_ visit: Visit) async throws -> Response {
        let context = SignInContext(visit.request.form)
        if let wait = await quotas.passkeyAnswers.take(visit.address) {
            let error = SignInError.tooMany(retryAfter: wait)
            await trail.report(error, .passkey, visit)
            let page = SignInPage(
                visit: visit, notice: .failed(SignInWording.failure(error)), method: .passkey, context: context)
            return await signIn.page(page, error)
        }
        let passkey: Passkey
        do {
            guard let browser = PasskeyCookie.known(visit) else { throw PasskeyError.expired }
            let (answer, challenge, site) = try await visit.passkeyAnswer(for: .signIn(browser))
            passkey = try await proofs.factors.authenticate(answer, as: nil, challenge, at: site)
        } catch let error as PasskeyError {
            try await checks.report(error, visit, signingIn: true)
            let page = SignInPage(
                visit: visit, notice: .failed(PasskeyWording.refusal(error)), method: .passkey, context: context)
            return await signIn.page(page, .unprocessableContent)
        }
        do throws(ChatError) {
            let user = try await users.user(passkey.user)
            var proof = Proof(.user(user), by: .passkey)
            proof.provesSecondFactor = true
            return try await admit(proof: proof, user, context, visit)
        } catch {
            guard error.reason == .notFound else { throw error }
            try await checks.report(PasskeyError.unknown, visit, signingIn: true)
            let page = SignInPage(
                visit: visit, notice: .failed(PasskeyWording.unknown), method: .passkey, context: context)
            return await signIn.page(page, .unprocessableContent)
        }
    }

    private func admit(
        proof: Proof, _ user: User, _ context: SignInContext, _ visit: Visit
    ) async throws(ChatError) -> Response {
        do { return try await signIn.admit(user, proof, context, visit) } catch let error as ChatError {
            throw error
        } catch {
            throw ChatError(.unavailable("\(error)"), during: "signInWithPasskey")
        }
    }
}
