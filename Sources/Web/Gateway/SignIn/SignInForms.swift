import Accounts
import Chat
import HTML

/// The context as fields of a form: hidden, except for an unsent text in the first form.
struct SignInContextFields: View {
    let say: Speaker
    let context: SignInContext
    var isFirst = false

    var body: some View {
        if let unsent = context.unsent {
            UnsentFields(unsent: unsent)
            if isFirst {
                label(.for("text")) { say(SignInWording.unsentKept) }
                textarea(.id("text"), .name("text"), .rows(4)) { TextareaText(unsent.text) }
                if unsent.lacksFiles { p(.class("muted")) { say(SignInWording.filesNotKept) } }
            } else {
                input(.type("hidden"), .name("text"), .value(unsent.text))
            }
        }
        ReturnField(path: context.back)
    }
}

/// Where the person wanted to go, as a field of a form.
struct ReturnField: View {
    let path: Path?

    var body: some View {
        if let path { input(.type("hidden"), .name("return"), .value(path.description)) }
    }
}

/// The checkbox for a session that outlives the browser window.
private struct StayBox: View {
    let say: Speaker
    let context: SignInContext

    var body: some View {
        input(.type("hidden"), .name("stay"), .value("off"))
        label(.class("check")) {
            input(.type("checkbox"), .name("stay"), .value("on"), .checked(context.isPersistent))
            span { say(SignInWording.stay) }
        }
    }
}

/// Signs in by User ID alone.
struct UserIDForm: View {
    let visit: Visit
    let typed: String
    let isFailed: Bool
    let context: SignInContext
    let isFirst: Bool
    let offersPasskeys: Bool
    let lastUser: LastUser?

    var body: some View {
        form(
            .method(.post), .action(routes.submitSignIn.url), .class("stack"),
            .data("data-waits", visit.say(SignInWording.underWay))
        ) {
            SignInContextFields(say: visit.say, context: context, isFirst: isFirst)
            label(.for("user")) { visit.say(SignInWording.field) }
            input(
                .id("user"), .name("user"), .type("text"), .value(typed), .required(),
                .autocomplete(offersPasskeys ? "username webauthn" : "username"),
                .autocapitalize("none"), .spellcheck(false), .autofocus(), .enterkeyhint("go"),
                .maxlength(SignInForm.maximumCharacters), .aria(.describedby, "user-hint"),
                .aria(.invalid, isFailed ? "true" : nil))
            p(.id("user-hint"), .class("muted")) { visit.say(SignInWording.hint) }
            StayBox(say: visit.say, context: context)
            button(.type("submit"), .class("button primary")) { visit.say(SignInWording.submit) }
            if let lastUser { LastUserButtons(say: visit.say, user: lastUser) }
        }
    }
}

/// Signs in as the last user, or forgets them. They follow the form's own button, which the enter key presses.
private struct LastUserButtons: View {
    let say: Speaker
    let user: LastUser

    var body: some View {
        div(.class("last-user")) {
            button(
                .type("submit"), .name(SignInForm.offeredField), .value(user.id.description), .formnovalidate(),
                .class("button quiet")
            ) { bdi { say(SignInWording.lastUser(user.text)) } }
            button(
                .type("submit"), .formaction(routes.forgetLastUser.url), .formnovalidate(), .class("link"),
                .aria(.label, say(SignInWording.forgetLastUserLabel))
            ) { say(SignInWording.forgetLastUser) }
        }
    }
}

/// Signs in with name and password.
struct PasswordForm: View {
    let visit: Visit
    let method: any PasswordMethod
    let typed: String
    let isFailed: Bool
    let context: SignInContext
    let isFirst: Bool
    let offersPasskeys: Bool

    var body: some View {
        let id = method.id.description
        form(
            .method(.post), .action(routes.submitSignIn.url), .class("stack"),
            .data("data-waits", visit.say(SignInWording.underWay))
        ) {
            SignInContextFields(say: visit.say, context: context, isFirst: isFirst)
            input(.type("hidden"), .name("method"), .value(id))
            label(.for("\(id)-name")) { visit.say(nameLabel) }
            input(
                .id("\(id)-name"), .name("user"), .type(isEmail ? "email" : "text"), .value(typed), .required(),
                .autocomplete(offersPasskeys ? "username webauthn" : "username"),
                .autocapitalize("none"), .spellcheck(false),
                .autofocus(isFirst),
                .enterkeyhint("next"),
                .maxlength(isEmail ? SignInForm.maximumEmailCharacters : SignInForm.maximumCharacters),
                .aria(.invalid, isFailed ? "true" : nil))
            label(.for("\(id)-password")) { visit.say(SignInWording.passwordField) }
            input(
                .id("\(id)-password"), .name("password"), .type("password"), .required(),
                .autocomplete("current-password"), .enterkeyhint("go"),
                .maxlength(Password.maximumCharacters), .aria(.invalid, isFailed ? "true" : nil))
            StayBox(say: visit.say, context: context)
            button(.type("submit"), .class("button primary")) { visit.say(SignInWording.submit) }
        }
    }

    private var isEmail: Bool {
        switch method.nameKind {
        case .email: true
        case .userName: false
        }
    }

    private var nameLabel: Sentence { isEmail ? SignInWording.emailField : SignInWording.userNameField }
}

/// The button that signs in at a provider.
struct ProviderButton: View {
    let visit: Visit
    let provider: ProviderSignIn
    let context: SignInContext
    let isFirst: Bool

    var body: some View {
        form(.method(.post), .action(routes.provider(provider.id).url)) {
            SignInContextFields(say: visit.say, context: context, isFirst: isFirst)
            button(.type("submit"), .class(provider.brand == .apple ? "button wide apple" : "button quiet wide")) {
                visit.say(SignInWording.signInWith(provider.brand))
            }
        }
    }
}

/// Users of the sample data to sign in as; in development only.
struct QuickSignIn: View {
    let visit: Visit
    let samples: [User]
    let context: SignInContext

    var body: some View {
        section(.class("development"), .aria(.labelledby, "quick")) {
            h2(.id("quick")) { visit.say(SignInWording.quickSignIn) }
            p(.class("muted")) { visit.say(SignInWording.quickSignInHint) }
            if let password = visit.policy.samplePassword, visit.methods.password(.password) != nil {
                p(.class("muted")) { visit.say(SignInWording.samplePassword(password)) }
            }
            for user in samples {
                form(.method(.post), .action(routes.submitSignIn.url)) {
                    SignInContextFields(say: visit.say, context: context)
                    button(
                        .type("submit"), .name("user"), .value(user.id.description), .class("button quiet"),
                        .aria(.label, visit.say(SignInWording.signInAs(user.name)))
                    ) {
                        // Without the picture, which only signed-in people may load.
                        Avatar(person: Person(name: user.name, seed: user.id.description))
                        span { bdi { user.name } }
                        span(.class("muted")) { user.alias }
                    }
                }
            }
        }
    }
}
