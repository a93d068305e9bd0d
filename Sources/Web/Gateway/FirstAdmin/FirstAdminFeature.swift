public import Accounts
import Chat
import Cryptography
import HTML
import HTTP

/// The path of the page that makes the first admin, for the log of the start.
public enum FirstAdminPath {
    public static var path: String { routes.firstAdmin.text }
}

extension SignInMethods {
    /// Whether the first admin can sign in again: with what this site stores, or at a provider that is linked.
    public var admitFirstAdmin: Bool { userID != nil || password(.password) != nil || !providers.isEmpty }
}

/// Making the first admin of a site without people, with the code from the log of its start.
struct FirstAdminFeature: Sendable {
    let firstAdmin: FirstAdmin?
    let signIn: SignInFeature
    let attempts: AttemptGuard
    let trail: AuditTrail

    func page(_ visit: Visit) async throws -> Response {
        let firstAdmin = try required()
        guard try await firstAdmin.isOpen else { return notice(visit, FirstAdminWording.over) }
        guard try await !firstAdmin.isExpired(firstAdmin.endsAt) else {
            return notice(visit, FirstAdminWording.expired)
        }
        return try await page(visit, firstAdmin, FirstAdminForm([:]), nil)
    }

    func make(_ visit: Visit) async throws -> Response {
        let firstAdmin = try required()
        guard try await firstAdmin.isOpen else { return notice(visit, FirstAdminWording.over) }
        let form = FirstAdminForm(visit.request.form)
        do {
            return try await make(form, firstAdmin, visit)
        } catch {
            switch error {
            case FirstAdmin.Fault.over: return notice(visit, FirstAdminWording.over)
            case FirstAdmin.Fault.expired: return notice(visit, FirstAdminWording.expired)
            default:
                guard let fault = FirstAdminFault(error) else { throw error }
                return try await page(visit, firstAdmin, form, fault)
            }
        }
    }

    private func make(_ form: FirstAdminForm, _ firstAdmin: FirstAdmin, _ visit: Visit) async throws -> Response {
        guard visit.mayMakeFirstAdmin(firstAdmin) else { throw Failure.badRequest }
        try await prove(form, firstAdmin, visit)
        let new = try form.newUser()
        let password = firstAdmin.needsPassword ? try form.newPassword() : nil
        let user = try await firstAdmin.make(new, password: password)
        await trail.record(
            .accountCreated, visit, user: user.id, detail: "the first admin, with the code from the log")
        return try await admit(user, password, visit)
    }

    /// Checks the code. Wrong ones slow down attempts from the same address only, so that nobody can keep the operator
    /// out.
    private func prove(_ form: FirstAdminForm, _ firstAdmin: FirstAdmin, _ visit: Visit) async throws {
        let attempted = try await attempts.attempt(at: "first-admin:\(visit.address ?? "")", from: visit.address) {
            try await firstAdmin.check(FirstAdminCode(form.code))
        }
        switch attempted {
        case .made(.success): return
        case .made(.failure(let fault)):
            await trail.record(.signInRefused, visit, detail: "first admin: \(fault)")
            throw fault
        case .wait(let time):
            await trail.record(.signInRefused, visit, detail: "first admin: too many attempts")
            throw FirstAdminFault.tooMany(time)
        }
    }

    /// Signs in. Where people sign in at providers only, the next page is the one on which the admin links one.
    private func admit(_ user: User, _ password: Password?, _ visit: Visit) async throws -> Response {
        var (proof, context) = (Proof(.user(user), by: .userID), SignInContext())
        if let password, let method = visit.methods.password(.password) {
            let attempt = await method.attempt(user.alias, Secret(password.revealed), from: visit.address)
            // The account is made, whatever keeps it from signing in at this moment.
            guard case .success(let proven) = attempt.result else { return .seeOther(routes.signIn().text) }
            proof = proven
        } else if visit.methods.userID == nil {
            guard let provider = visit.methods.providers.first else { return .seeOther(routes.signIn().text) }
            proof = Proof(.user(user), by: provider.id)
            context.back = routes.identities.path
        }
        return try await signIn.admit(user, proof, context, visit)
    }

    private func required() throws(Failure) -> FirstAdmin {
        guard let firstAdmin else { throw .notFound }
        return firstAdmin
    }

    private func page(
        _ visit: Visit, _ firstAdmin: FirstAdmin, _ form: FirstAdminForm, _ fault: FirstAdminFault?
    ) async throws -> Response {
        let endsAt = try await firstAdmin.endsAt
        var response = Page(visit, title: visit.say(FirstAdminWording.title), back: routes.signIn()) {
            FirstAdminPage(visit: visit, firstAdmin: firstAdmin, endsAt: endsAt, form: form, fault: fault)
        }.response(fault?.status ?? .ok)
        response.headers[.cacheControl] = "no-store"
        response.headers[.eTag] = nil
        response.headers[.retryAfter] = fault?.retryAfter
        return response
    }

    /// Why there is no form any more.
    private func notice(_ visit: Visit, _ why: Sentence) -> Response {
        Page(visit, title: visit.say(FirstAdminWording.title), back: routes.signIn()) {
            section(.class("notice")) {
                p(.role("status")) { visit.say(why) }
                a(.class("button primary"), .href(routes.signIn().url)) { visit.say(OneTimeLinkWording.signIn) }
            }
        }.response(.notFound)
    }
}

extension Visit {
    /// Whether the form may be sent: a password only where it does not cross the network in the open.
    func mayMakeFirstAdmin(_ firstAdmin: FirstAdmin) -> Bool {
        !firstAdmin.needsPassword || methods.password(.password) != nil
    }
}
