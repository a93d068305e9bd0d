import Accounts
import Chat
import HTML

/// The page on which a person creates an account.
struct AccountPage: View {
    let visit: Visit
    let form: AccountForm
    var fault: AccountFault?
    /// Where the person wanted to go.
    var back: Path?

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
            ReturnField(path: back)
            button(.type("submit"), .class("button primary")) { visit.say(RegisterWording.submit) }
        }
    }
}

/// A field with its label, its fault and its hint.
private struct AccountField: View {
    let say: Speaker
    let field: AccountForm.Field
    let typed: String
    let fault: Sentence?

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
    /// What the field shows again after a fault. A password is never shown.
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
    fileprivate var label: Sentence {
        switch self {
        case .username: SignInWording.userNameField
        case .email: SignInWording.emailField
        case .name: RegisterWording.name
        case .password: SignInWording.passwordField
        }
    }

    fileprivate var hint: Sentence? {
        switch self {
        case .username: RegisterWording.usernameHint
        case .name: RegisterWording.nameHint
        case .password: RegisterWording.passwordHint
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
