import Accounts
import Chat
import HTML

/// The sign-in page: every way in that there is.
struct SignInPage: View {
    /// What the page says above the ways in.
    enum Notice {
        case pleaseSignIn
        case signedOut
        case failed(SignInWording)
    }

    let visit: Visit
    var notice: Notice?
    /// Which form was sent, and what was typed into it.
    var method: SignInMethodID?
    var typed = ""
    var journey = SignInJourney()
    /// People to sign in as with one press; in development only.
    var samples: [User] = []
    /// What a passkey is asked, where one alone lets somebody in.
    var passkey: PasskeyPrompt?

    var body: some View {
        section(.class("sign-in")) {
            img(.src(visit.assets.path("icon.svg").url), .alt(""), .width(72), .height(72))
            h1 { visit.say(SiteWording.name) }
            p(.class("muted")) { visit.say(SignInWording.tagline) }
            NoticeLine(visit: visit, notice: notice)
            if !samples.isEmpty { QuickSignIn(visit: visit, samples: samples, journey: journey) }
            for (index, method) in methods.passwords.enumerated() {
                PasswordForm(
                    visit: visit, method: method, typed: self.method == method.id ? typed : "",
                    isFailed: isFailed && self.method == method.id, journey: journey, isFirst: index == 0,
                    offersPasskeys: passkey != nil)
            }
            if methods.userID != nil {
                UserIDForm(
                    visit: visit, typed: method == .userID ? typed : "", isFailed: isFailed && method == .userID,
                    journey: journey, isFirst: methods.passwords.isEmpty, offersPasskeys: passkey != nil)
            }
            if let passkey {
                PasskeyForm(
                    visit: visit, prompt: passkey, action: routes.submitPasskey.path, words: .signIn, isOffered: true
                ) { JourneyFields(say: visit.say, journey: journey) }
            }
            if !methods.providers.isEmpty {
                section(.class("providers")) {
                    for (index, provider) in methods.providers.enumerated() {
                        ProviderButton(
                            visit: visit, provider: provider, journey: journey,
                            isFirst: index == 0 && methods.passwords.isEmpty && methods.userID == nil)
                    }
                }
            }
            if visit.policy.allowsRegistration, methods.userID != nil || methods.registration != nil {
                p {
                    a(.class("button quiet wide"), .href(routes.register.url)) { visit.say(RegisterWording.invitation) }
                }
            }
            // Switching would leave behind what was not sent.
            if journey.unsent == nil {
                LanguageSwitch(visit: visit, returnTo: routes.signIn(returnTo: journey.back))
            }
        }
    }

    private var methods: SignInMethods { visit.methods }

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
