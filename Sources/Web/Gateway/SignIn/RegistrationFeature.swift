import Accounts
import Chat
import HTML
import HTTP

/// Registering: as a person of the chat, or with an account of name and password where signing in takes one.
struct RegistrationFeature: Sendable {
    let signIn: SignInFeature
    let profiles: ProfileRegistration
    let methods: SignInMethods
    let quotas: SiteQuotas
    let policy: SitePolicy
    let trail: AuditTrail

    /// The registration page: the account form where sign-in takes a password, else the form for name and alias.
    /// - Parameter back: where the person wanted to go; the form keeps it.
    func registerPage(_ visit: Visit, _ back: Path?) -> Response {
        if visit.registration != nil { return page(AccountPage(visit: visit, form: AccountForm([:]), back: back), .ok) }
        return isOpen ? page(visit, RegistrationForm([:]), nil, back) : closedPage(visit)
    }

    /// Registers a user who signs in by User ID alone, and signs them in.
    func register(_ visit: Visit) async throws -> Response {
        let wait = await quotas.registrations.take(visit.address)
        if let wait { return tooManyRegistrations(visit, wait) }
        if let registration = visit.registration { return try await makeAccount(visit, registration) }
        guard isOpen else { return closedPage(visit) }
        let form = RegistrationForm(visit.request.form)
        do {
            let user = try await profiles.register(form)
            return try await signIn.admit(
                user, Proof(.user(user), by: .userID), SignInContext(back: visit.formReturn), visit)
        } catch let fault as RegistrationFault {
            return page(visit, form, fault)
        }
    }

    /// Whether people register with a name and an alias alone.
    private var isOpen: Bool { policy.allowsRegistration && methods.userID != nil }

    private func closedPage(_ visit: Visit) -> Response {
        Page(visit, title: visit.say(RegisterWording.title), back: routes.signIn()) {
            section(.class("notice")) { p { visit.say(RegisterWording.closed) } }
        }.response(.forbidden)
    }

    private func tooManyRegistrations(_ visit: Visit, _ wait: Duration) -> Response {
        let fault = RegisterWording.tooMany(wait.retrySeconds)
        var response =
            visit.registration == nil
            ? page(visit, RegistrationForm(visit.request.form), RegistrationFault(fault, in: nil, .tooManyRequests))
            : accountPage(visit, AccountForm(visit.request.form), AccountFault(fault, in: nil, .tooManyRequests))
        response.headers[.retryAfter] = "\(wait.retrySeconds)"
        return response
    }

    private func page(
        _ visit: Visit, _ form: RegistrationForm, _ fault: RegistrationFault?, _ back: Path? = nil
    ) -> Response {
        let (say, back) = (visit.say, back ?? visit.formReturn)
        return Page(visit, title: say(RegisterWording.title), back: routes.signIn()) {
            HTML.form(.method(.post), .action(routes.submitRegistration.url), .class("stack sign-in")) {
                RegistrationFields(say: say, form: form, fault: fault)
                ReturnField(path: back)
                button(.type("submit"), .class("button primary")) { say(RegisterWording.submit) }
            }
        }.response(fault?.status ?? .ok)
    }
}

extension RegistrationFeature {
    /// The account page with a fault.
    func accountPage(_ visit: Visit, _ form: AccountForm, _ fault: AccountFault) -> Response {
        page(AccountPage(visit: visit, form: form, fault: fault, back: visit.formReturn), fault.status)
    }

    /// Creates an account with a password, and signs in with it.
    func makeAccount(_ visit: Visit, _ registration: BackendPasswords) async throws -> Response {
        let form = AccountForm(visit.request.form)
        do {
            let account = try form.account()
            let proof: Proof
            do throws(SignUpError) {
                proof = try await registration.signUp(account, from: visit.address)
            } catch {
                return try await answer(error, account, visit)
            }
            return try await signIn.admit(proof, SignInContext(back: visit.formReturn), visit)
        } catch let fault as AccountFault {
            var response = page(
                AccountPage(visit: visit, form: form, fault: fault, back: visit.formReturn), fault.status)
            if let seconds = fault.retryAfter { response.headers[.retryAfter] = "\(seconds)" }
            return response
        }
    }

    private func answer(_ error: SignUpError, _ account: NewAccount, _ visit: Visit) async throws -> Response {
        switch error {
        case .refused(let refusal):
            if case .backend(let error) = refusal.reason { await trail.report(.backend(error), .password, visit) }
            throw AccountFault(refusal)
        case .notAdmitted(let reason):
            let error = SignInError(reason)
            await trail.report(error, .password, visit)
            let page = SignInPage(
                visit: visit, notice: .failed(SignInWording.failure(error)), method: .password,
                typed: account.username.description)
            return await signIn.page(page, error)
        }
    }

    private func page(_ account: AccountPage, _ status: Status) -> Response {
        Page(account.visit, title: account.visit.say(RegisterWording.title), back: routes.signIn()) { account }
            .response(status)
    }
}

extension Visit {
    /// Where the person wanted to go who sends the form.
    fileprivate var formReturn: Path? { request.form["return"].flatMap { Path($0) } }
}
