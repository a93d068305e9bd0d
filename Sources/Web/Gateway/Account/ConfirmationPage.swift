import Accounts
import Chat
import HTML

/// The page on which somebody proves again who they are.
struct ConfirmationPage: View {
    /// By what.
    enum Ask {
        case factor(Factors.Summary)
        /// The way in's own form.
        case form(SignInMethodID)
        case provider(ProviderSignIn)
        /// There is nothing that could be asked.
        case nothing
    }

    let visit: Visit
    let session: Session
    let deed: Deed
    let ask: Ask
    let passkey: PasskeyPrompt?
    let fault: FactorFault?

    var body: some View {
        section(.class("sign-in")) {
            p { visit.say(ErrorWording.proofNeededDetail) }
            p(.class("muted")) { visit.say(SecondFactorWording.confirmAs(session.name)) }
            if let fault { p(.class("fault"), .role("alert")) { visit.say(fault.wording) } }
            switch ask {
            case .factor(let factors):
                if let passkey {
                    PasskeyForm(visit: visit, prompt: passkey, action: routes.confirmation.path, words: .use) {
                        DeedFields(deed: deed)
                    }
                }
                form(.method(.post), .action(routes.confirmation.url), .class("stack")) {
                    DeedFields(deed: deed)
                    CodeField(
                        visit: visit, words: factors.authenticatorSince == nil ? .recoveryField : .codeField,
                        isFailed: fault != nil)
                    Submit(visit: visit)
                }
            case .form(let method):
                form(.method(.post), .action(routes.confirmation.url), .class("stack")) {
                    DeedFields(deed: deed)
                    label(.for("user")) { visit.say(visit.nameLabel(of: method)) }
                    input(
                        .id("user"), .name("user"), .type("text"), .required(), .autocomplete("username"),
                        .autocapitalize("none"), .spellcheck(false),
                        .maxlength(SignInForm.maximumEmailCharacters))
                    if method != .userID {
                        label(.for("password")) { visit.say(SignInWording.passwordField) }
                        input(
                            .id("password"), .name("password"), .type("password"), .required(),
                            .autocomplete("current-password"), .maxlength(Password.maximumCharacters))
                    }
                    Submit(visit: visit)
                }
            case .provider(let provider):
                form(.method(.post), .action(routes.provider(provider.id).url), .class("stack")) {
                    DeedFields(deed: deed)
                    button(.type("submit"), .class("button primary")) {
                        visit.say(
                            SecondFactorWording.confirmAt(visit.say(MethodName(provider.id, visit.allMethods))))
                    }
                }
            case .nothing:
                p(.class("hint")) { visit.say(SecondFactorWording.signInAgain) }
                SignOutForm(say: visit.say)
            }
        }
    }
}

private struct DeedFields: View {
    let deed: Deed

    var body: some View {
        for field in deed.fields { input(.type("hidden"), .name(field.name), .value(field.value)) }
    }
}

private struct Submit: View {
    let visit: Visit

    var body: some View {
        button(.type("submit"), .class("button primary")) { visit.say(SecondFactorWording.confirm) }
    }
}

extension Visit {
    /// What a way in calls the name that it asks for.
    fileprivate func nameLabel(of method: SignInMethodID) -> SignInWording {
        switch allMethods.password(method)?.nameKind {
        case .email?: .emailField
        case .userName?: .userNameField
        case nil: .field
        }
    }
}
