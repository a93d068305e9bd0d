import Accounts
import Chat
import HTML

/// The page that asks for a fresh proof before a sensitive change.
struct ConfirmationPage: View {
    /// What it asks for.
    enum Ask {
        case factor(Factors.Summary)
        /// The form of the sign-in method.
        case form(SignInMethodID)
        case provider(ProviderSignIn)
        /// The person has nothing that could be asked for.
        case nothing
    }

    let visit: Visit
    let session: Session
    let deferred: DeferredRequest
    let ask: Ask
    let passkey: PasskeyPrompt?
    let fault: FactorFault?

    var body: some View {
        section(.class("sign-in")) {
            p { visit.say(ErrorWording.proofNeeded.detail) }
            p(.class("muted")) { visit.say(SecondFactorWording.confirmAs(session.name)) }
            if let fault { p(.class("fault"), .role("alert")) { visit.say(fault.wording) } }
            switch ask {
            case .factor(let factors):
                if let passkey {
                    PasskeyForm(
                        visit: visit, prompt: passkey, action: routes.confirmation.path, words: PasskeyWording.use
                    ) {
                        DeferredRequestFields(deferred: deferred)
                    }
                }
                form(.method(.post), .action(routes.confirmation.url), .class("stack")) {
                    DeferredRequestFields(deferred: deferred)
                    CodeField(
                        visit: visit,
                        words: factors.authenticatorSince == nil
                            ? SecondFactorWording.recoveryField : SecondFactorWording.codeField,
                        isFailed: fault != nil)
                    Submit(visit: visit)
                }
            case .form(let method):
                form(.method(.post), .action(routes.confirmation.url), .class("stack")) {
                    DeferredRequestFields(deferred: deferred)
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
                    DeferredRequestFields(deferred: deferred)
                    button(.type("submit"), .class("button primary")) {
                        visit.say(
                            SecondFactorWording.confirmAt(visit.say(visit.allMethods.name(of: provider.id))))
                    }
                }
            case .nothing:
                p(.class("hint")) { visit.say(SecondFactorWording.signInAgain) }
                SignOutForm(say: visit.say)
            }
        }
    }
}

private struct DeferredRequestFields: View {
    let deferred: DeferredRequest

    var body: some View {
        for field in deferred.fields { input(.type("hidden"), .name(field.name), .value(field.value)) }
    }
}

private struct Submit: View {
    let visit: Visit

    var body: some View {
        button(.type("submit"), .class("button primary")) { visit.say(SecondFactorWording.confirm) }
    }
}

extension Visit {
    /// The label of the name that a sign-in method asks for.
    fileprivate func nameLabel(of method: SignInMethodID) -> Sentence {
        switch allMethods.password(method)?.nameKind {
        case .email?: SignInWording.emailField
        case .userName?: SignInWording.userNameField
        case nil: SignInWording.field
        }
    }
}
