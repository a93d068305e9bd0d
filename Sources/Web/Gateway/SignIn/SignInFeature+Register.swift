import Accounts
import Chat
import HTML
import HTTP

extension SignInFeature {
    /// The page for those who are new: for an account with a password, where signing in takes proof.
    func registerPage(_ visit: Visit) -> Response {
        if visit.registration != nil { return accountPage(visit) }
        let isOpen = policy.allowsRegistration && methods.userID != nil
        return page(visit, RegistrationForm([:]), isOpen ? nil : RegistrationFault(.closed, .forbidden))
    }

    /// Makes a person, and signs them in: for the way in that asks for no proof.
    func register(_ visit: Visit) async throws -> Response {
        let wait = quotas.registrations.take(visit.address)
        if let wait { return tooManyRegistrations(visit, wait) }
        if let registration = visit.registration { return try await makeAccount(visit, registration) }
        let form = RegistrationForm(visit.request.form)
        do {
            guard methods.userID != nil else { throw RegistrationFault(.closed, .forbidden) }
            let user = try await register(form)
            return try await admit(user, Proof(.user(user), by: .userID), SignInJourney(), visit)
        } catch let fault as RegistrationFault {
            return page(visit, form, fault)
        }
    }

    private func tooManyRegistrations(_ visit: Visit, _ wait: Duration) -> Response {
        let fault = RegisterWording.tooMany(wait.retrySeconds)
        var response =
            visit.registration == nil
            ? page(visit, RegistrationForm(visit.request.form), RegistrationFault(fault, .tooManyRequests))
            : accountPage(visit, AccountForm(visit.request.form), AccountFault(fault, in: nil, .tooManyRequests))
        response.headers[.retryAfter] = "\(wait.retrySeconds)"
        return response
    }

    /// Makes a person of the chat.
    ///
    /// - Throws: `RegistrationFault` for what the one who registers can do something about.
    func register(_ form: RegistrationForm) async throws -> User {
        guard policy.allowsRegistration else { throw RegistrationFault(.closed, .forbidden) }
        do {
            return try await repositories.users.register(try form.newUser())
        } catch let error as ChatError {
            switch error.reason {
            case .aliasTaken: throw RegistrationFault(.aliasTaken, .conflict)
            case .invalid: throw RegistrationFault(.refused)
            case .forbidden, .notFound: throw RegistrationFault(.closed, .forbidden)
            default: throw error
            }
        }
    }

    private func page(_ visit: Visit, _ form: RegistrationForm, _ fault: RegistrationFault?) -> Response {
        let say = visit.say
        return Page(visit, title: say(RegisterWording.title), back: routes.signIn()) {
            HTML.form(.method(.post), .action(routes.submitRegistration.url), .class("stack sign-in")) {
                RegistrationFields(say: say, form: form, fault: fault?.wording)
                button(.type("submit"), .class("button primary")) { say(RegisterWording.submit) }
            }
        }.response(fault?.status ?? .ok)
    }
}
