import Accounts
import Chat
import HTML
import HTTP

extension SignInFeature {
    func accountPage(_ visit: Visit) -> Response {
        page(AccountPage(visit: visit, form: AccountForm([:])), .ok)
    }

    /// The page that says what is wrong with what was sent.
    func accountPage(_ visit: Visit, _ form: AccountForm, _ fault: AccountFault) -> Response {
        page(AccountPage(visit: visit, form: form, fault: fault), fault.status)
    }

    /// Makes an account with a password, and signs in with it.
    func makeAccount(_ visit: Visit, _ registration: any PasswordRegistration) async throws -> Response {
        let form = AccountForm(visit.request.form)
        do {
            let account = try form.account()
            let proof: Proof
            do throws(SignUpError) {
                proof = try await registration.signUp(account, from: visit.address)
            } catch {
                return try await answer(error, account, visit)
            }
            return try await admit(proof, SignInJourney(), visit)
        } catch let fault as AccountFault {
            var response = page(AccountPage(visit: visit, form: form, fault: fault), fault.status)
            if case .tooMany(let seconds?) = fault.wording { response.headers[.retryAfter] = "\(seconds)" }
            return response
        }
    }

    private func answer(_ error: SignUpError, _ account: NewAccount, _ visit: Visit) async throws -> Response {
        switch error {
        case .refused(let refusal):
            if case .backend(let error) = refusal.reason { trail.report(.backend(error), .password, visit) }
            throw AccountFault(refusal)
        case .notAdmitted(let error):
            trail.report(error, .password, visit)
            let page = SignInPage(
                visit: visit, notice: .failed(SignInWording(error)), method: .password,
                typed: account.username.description)
            return await self.page(page, error)
        }
    }

    private func page(_ account: AccountPage, _ status: Status) -> Response {
        Page(account.visit, title: account.visit.say(RegisterWording.title), back: routes.signIn()) { account }
            .response(status)
    }
}

/// The page on which somebody makes an account.
private struct AccountPage: View {
    let visit: Visit
    let form: AccountForm
    var fault: AccountFault?

    var body: some View {
        HTML.form(
            .method(.post), .action(routes.submitRegistration.url), .class("stack sign-in"), .data("data-waits", "")
        ) {
            if let fault, fault.field == nil { p(.class("fault"), .role("alert")) { visit.say(fault.wording) } }
            for field in AccountForm.Field.allCases {
                AccountField(
                    say: visit.say, field: field, typed: form.text(of: field),
                    fault: fault?.field == field ? fault?.wording : nil)
            }
            button(.type("submit"), .class("button primary")) { visit.say(RegisterWording.submit) }
        }
    }
}

/// A field, what is wrong with it, and what is wanted there.
private struct AccountField: View {
    let say: Speaker
    let field: AccountForm.Field
    let typed: String
    let fault: RegisterWording?

    var body: some View {
        let id = field.rawValue
        label(.for(id)) { say(field.label) }
        if let fault { p(.class("fault"), .id("\(id)-fault"), .role("alert")) { say(fault) } }
        input(
            .id(id), .name(id), .type(field.type), .value(typed), .required(), .autocomplete(field.autocomplete),
            .autocapitalize(field == .name ? "words" : "none"), .spellcheck(false), .autofocus(fault != nil),
            .maxlength(field.maximumCharacters), .aria(.invalid, fault == nil ? nil : "true"),
            .aria(.describedby, fault != nil ? "\(id)-fault" : field.hint.map { _ in "\(id)-hint" }))
        if let hint = field.hint { p(.id("\(id)-hint"), .class("muted")) { say(hint) } }
    }
}

extension AccountForm {
    /// What stands in a field again. A password never does.
    fileprivate func text(of field: Field) -> String {
        switch field {
        case .username: username
        case .email: email
        case .name: name
        case .password: ""
        }
    }
}

extension AccountForm.Field {
    fileprivate var label: any Wording {
        switch self {
        case .username: SignInWording.userNameField
        case .email: SignInWording.emailField
        case .name: RegisterWording.name
        case .password: SignInWording.passwordField
        }
    }

    fileprivate var hint: RegisterWording? {
        switch self {
        case .username: .usernameHint
        case .name: .nameHint
        case .password: .passwordHint
        case .email: nil
        }
    }

    fileprivate var type: String {
        switch self {
        case .username, .name: "text"
        case .email: "email"
        case .password: "password"
        }
    }

    fileprivate var autocomplete: String {
        switch self {
        case .username: "username"
        case .email: "email"
        case .name: "name"
        case .password: "new-password"
        }
    }

    fileprivate var maximumCharacters: Int {
        switch self {
        case .username: Alias.lengths.upperBound
        case .email: EmailAddress.maximumBytes
        case .name: DisplayName.maximumCharacters
        case .password: Password.maximumCharacters
        }
    }
}
