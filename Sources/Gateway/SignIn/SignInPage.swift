import Chat
import HTML

/// The sign-in page.
struct SignInPage: View {
    /// What the page says above the field.
    enum Notice {
        case pleaseSignIn
        case signedOut
        case failed(SignInWording)
    }

    /// A message that was not sent because the session had ended.
    struct Unsent {
        let conversation: ConversationID
        let text: String
    }

    let visit: Visit
    var notice: Notice?
    /// What was typed before.
    var typed = ""
    var back: LocalPath?
    var unsent: Unsent?
    /// People to sign in as with one press; in development only.
    var samples: [User] = []

    var body: some View {
        section(.class("sign-in")) {
            img(.src(visit.parts.assets.path("icon.svg").url), .alt(""), .width(72), .height(72))
            h1 { visit.say(SiteWording.name) }
            p(.class("muted")) { visit.say(SignInWording.tagline) }
            NoticeLine(visit: visit, notice: notice)
            form(.method(.post), .action(Path.signIn().url), .class("stack")) {
                if let unsent { UnsentFields(say: visit.say, unsent: unsent) }
                label(.for("user")) { visit.say(SignInWording.field) }
                input(
                    .id("user"), .name("user"), .type("text"), .value(typed), .required(), .autocomplete("username"),
                    .autocapitalize("none"), .spellcheck(false), .autofocus(), .enterkeyhint("go"),
                    .maxlength(SignInForm.maximumCharacters), .aria(.describedby, "user-hint"),
                    .aria(.invalid, isFailed ? "true" : nil))
                p(.id("user-hint"), .class("muted")) { visit.say(SignInWording.hint) }
                ReturnField(back: back)
                button(.type("submit"), .class("button primary")) { visit.say(SignInWording.submit) }
            }
            if visit.parts.policy.allowsRegistration {
                p { a(.class("button quiet wide"), .href(Path.register.url)) { visit.say(RegisterWording.invitation) } }
            }
            if !samples.isEmpty { QuickSignIn(visit: visit, samples: samples, back: back, unsent: unsent) }
            // Switching would leave behind what was not sent.
            if unsent == nil { LanguageSwitch(visit: visit, returnTo: LocalPath(.signIn(returnTo: back))) }
        }
    }

    private var isFailed: Bool { if case .failed = notice { true } else { false } }
}

private struct NoticeLine: View {
    let visit: Visit
    let notice: SignInPage.Notice?

    var body: some View {
        switch notice {
        case .pleaseSignIn: p(.class("hint")) { visit.say(SignInWording.pleaseSignIn) }
        case .signedOut: p(.class("hint"), .role("status")) { visit.say(SignInWording.signedOut) }
        case .failed(let wording): p(.class("fault"), .role("alert")) { visit.say(wording) }
        case nil: EmptyView()
        }
    }
}

/// The unsent message, which travels through sign-in and comes back into its box.
private struct UnsentFields: View {
    let say: Speaker
    let unsent: SignInPage.Unsent

    var body: some View {
        input(.type("hidden"), .name("conversation"), .value(unsent.conversation.description))
        label(.for("text")) { say(SignInWording.unsentKept) }
        textarea(.id("text"), .name("text"), .rows(4)) { TextareaText(unsent.text) }
    }
}

private struct ReturnField: View {
    let back: LocalPath?

    var body: some View {
        if let back { input(.type("hidden"), .name("return"), .value(back.description)) }
    }
}

private struct QuickSignIn: View {
    let visit: Visit
    let samples: [User]
    let back: LocalPath?
    let unsent: SignInPage.Unsent?

    var body: some View {
        section(.class("development"), .aria(.labelledby, "quick")) {
            h2(.id("quick")) { visit.say(SignInWording.quickSignIn) }
            p(.class("muted")) { visit.say(SignInWording.quickSignInHint) }
            for user in samples {
                form(.method(.post), .action(Path.signIn().url)) {
                    ReturnField(back: back)
                    if let unsent {
                        input(.type("hidden"), .name("conversation"), .value(unsent.conversation.description))
                        input(.type("hidden"), .name("text"), .value(unsent.text))
                    }
                    button(
                        .type("submit"), .name("user"), .value(user.id.description), .class("button quiet"),
                        .aria(.label, visit.say(SignInWording.signInAs(user.name)))
                    ) {
                        // Without the picture, which is for those who are signed in.
                        Avatar(person: Person(name: user.name, seed: user.id.description))
                        span { bdi { user.name } }
                        span(.class("muted")) { user.alias }
                    }
                }
            }
        }
    }
}

/// Buttons that switch the language, each in its own.
struct LanguageSwitch: View {
    let visit: Visit
    let returnTo: LocalPath?

    var body: some View {
        form(.method(.post), .action(Path.preferences.url), .class("languages")) {
            if let returnTo { input(.type("hidden"), .name("return"), .value(returnTo.description)) }
            for language in Language.allCases {
                button(
                    .type("submit"), .name("language"), .value(language.rawValue), .lang(language.rawValue),
                    .class("link"), .aria(.current, language == visit.say.language ? "true" : nil)
                ) { language.ownName }
            }
        }
    }
}
