import Accounts
import Chat
import HTTP
import Logging
import OpenID

extension SignInFeature {
    /// Makes the chat's person of what the service knows of them; `nil` where that is too little, or not allowed here.
    func made(of proof: Proof, _ visit: Visit) async throws -> User? {
        guard let new = proof.newUser, let identity = proof.identity, policy.allowsRegistration else {
            return nil
        }
        do {
            let user = try await repositories.users.register(new)
            try link(identity, to: user, proof.method, label: proof.profile.email ?? proof.profile.name, visit)
            return user
        } catch let error as ChatError {
            switch error.reason {
            // They choose another alias, then.
            case .aliasTaken, .invalid, .forbidden, .notFound: return nil
            default: throw error
            }
        }
    }

    /// The person that a profile is set up for: of the chat already, where the service's table is the chat's too.
    ///
    /// - Throws: `RegistrationFault`; `SignInError` where the service's session is over.
    func person(_ form: RegistrationForm, _ setUp: ProfileSetUp, _ proof: Proof?) async throws -> User {
        guard let project = methods.provider(setUp.method)?.supabase, let credential = proof?.credential else {
            return try await register(form)
        }
        guard policy.allowsRegistration else { throw RegistrationFault(.closed, .forbidden) }
        let new = try form.newUser()
        let id: UserID?
        do throws(ProviderError) { id = try await project.add(new, as: setUp.identity, credential) } catch {
            throw fault(error)
        }
        guard let id else { return try await register(form) }
        do throws(ChatError) { return try await repositories.users.user(id) } catch {
            guard error.reason == .notFound else { throw error }
            return try await register(form)
        }
    }

    func link(
        _ identity: Identity, to user: User, _ method: SignInMethodID, label: String?, _ visit: Visit
    ) throws {
        try identities.link(identity, to: user.id, method: method, label: label)
        trail.record(.identityLinked, visit, user: user.id, method: method)
    }

    /// What the table said, beside the form.
    private func fault(_ error: ProviderError) -> any Error {
        if error.isTaken { return RegistrationFault(.aliasTaken, .conflict) }
        if case .refused = error.reason { return RegistrationFault(.refused) }
        log.error("a profile can't be kept at its service", ["why": .text(error.description)])
        let failure = SignInError.provider(error)
        if case .sessionEnded = error.reason { return failure }
        return RegistrationFault(.failed(SignInWording(failure)), failure.status)
    }
}
