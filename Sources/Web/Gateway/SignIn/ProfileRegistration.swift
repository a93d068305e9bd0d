import Accounts
import Chat
import HTTP
import Logging
import OpenID

/// Registers new users of the chat, with what they typed and with what a provider says of them.
struct ProfileRegistration: Sendable {
    let repositories: Repositories
    let identities: Identities
    let methods: SignInMethods
    let policy: SitePolicy
    let trail: AuditTrail
    let log: Logger

    /// Registers a user of the chat.
    ///
    /// - Throws: `RegistrationFault` for what the person can correct.
    func register(_ form: RegistrationForm) async throws -> User {
        guard policy.allowsRegistration else { throw RegistrationFault(RegisterWording.closed, in: nil, .forbidden) }
        let new = try form.newUser()
        do throws(RegistrationError) {
            return try await UserRegistration(repositories.users).register(new).user
        } catch {
            switch error {
            case .aliasTaken: throw RegistrationFault(RegisterWording.aliasTaken, in: .alias, .conflict)
            case .refused: throw RegistrationFault(RegisterWording.refused)
            case .closed: throw RegistrationFault(RegisterWording.closed, in: nil, .forbidden)
            case .backend(let error): throw error
            }
        }
    }

    /// Registers a user with the profile of the provider; `nil` where the profile is incomplete or registration is
    /// off.
    func made(of proof: Proof, _ visit: Visit) async throws -> User? {
        guard let new = proof.newUser, let identity = proof.identity, policy.allowsRegistration else {
            return nil
        }
        let user: User
        do throws(RegistrationError) {
            user = try await UserRegistration(repositories.users).register(new).user
        } catch {
            switch error {
            // The person then chooses an alias on the welcome page.
            case .aliasTaken, .refused, .closed: return nil
            case .backend(let error): throw error
            }
        }
        try await link(identity, to: user, proof.method, label: proof.profile.email ?? proof.profile.name, visit)
        return user
    }

    /// Registers the user whose profile is being set up. Where a Supabase table is the table of the chat's users, the
    /// row is added there.
    ///
    /// - Throws: `RegistrationFault`; `SignInError` where the session at Supabase has ended.
    func person(_ form: RegistrationForm, _ setUp: ProfileSetUp, _ proof: Proof?) async throws -> User {
        guard let project = methods.provider(setUp.method)?.supabase, let credential = proof?.credential else {
            return try await register(form)
        }
        guard policy.allowsRegistration else { throw RegistrationFault(RegisterWording.closed, in: nil, .forbidden) }
        let new = try form.newUser()
        let id: UserID?
        do throws(ProviderError) {
            id = try await project.add(new, setUp.profile, as: setUp.identity, credential)
        } catch {
            throw fault(error)
        }
        if let id, let user = try await repositories.users.existing(id) { return user }
        return try await register(form)
    }

    func link(
        _ identity: Identity, to user: User, _ method: SignInMethodID, label: String?, _ visit: Visit
    ) async throws {
        try await identities.link(identity, to: user.id, method: method, label: label)
        await trail.record(.identityLinked, visit, user: user.id, method: method)
    }

    /// The error of the table, to be shown with the form.
    private func fault(_ error: ProviderError) -> any Error {
        if error.isTaken { return RegistrationFault(RegisterWording.aliasTaken, in: .alias, .conflict) }
        log.error("a profile can't be kept at its service", ["why": .text(error.description)])
        if case .refused = error.reason { return RegistrationFault(RegisterWording.refused) }
        let failure = SignInError.provider(error)
        if case .sessionEnded = error.reason { return failure }
        return RegistrationFault(SignInWording.failure(failure), in: nil, failure.status)
    }
}
