import Accounts
import Chat
import HTML

/// The sign-in page with every sign-in method.
struct SignInPage: View {
    /// The line above the forms.
    enum Notice {
        case pleaseSignIn
        case signedOut
        case sessionEnded
        case accountDeleted
        case failed(Sentence)

        /// Why a page or an action leads here.
        static func signInNeeded(_ visit: Visit) -> Notice { visit.hasEndedSession ? .sessionEnded : .pleaseSignIn }
    }

    let visit: Visit
    var notice: Notice?
    /// Which form was sent, and what was typed into it.
    var method: SignInMethodID?
    var typed = ""
    var context = SignInContext()
    /// The user of the last sign-in by User ID in this browser.
    var lastUser: LastUser?
    /// Whether the browser is told to forget that user.
    var forgetsLastUser = false
    /// Users offered by quick sign-in; in development only.
    var samples: [User] = []
    /// Whether there is nobody yet, and an admin can be made with the code from the log.
    var leadsToFirstAdmin = false
    /// For a passkey, where one alone is enough to sign in.
    var passkey: PasskeyPrompt?

    var body: some View {
        section(.class("sign-in")) {
            img(.src(visit.assets.path("icon.svg").url), .alt(""), .width(72), .height(72))
            h1 { visit.say(SiteWording.name) }
            p(.class("muted")) { visit.say(SignInWording.tagline) }
            NoticeLine(visit: visit, notice: notice)
            if leadsToFirstAdmin {
                p(.class("hint")) { visit.say(FirstAdminWording.nobodyHere) }
                p {
                    a(.class("button quiet wide"), .href(routes.firstAdmin.url)) { visit.say(FirstAdminWording.begin) }
                }
            }
            if !samples.isEmpty { QuickSignIn(visit: visit, samples: samples, context: context) }
            for (index, method) in methods.passwords.enumerated() {
                PasswordForm(
                    visit: visit, method: method, typed: self.method == method.id ? typed : "",
                    isFailed: isFailed && self.method == method.id, context: context, isFirst: index == 0,
                    offersPasskeys: passkey != nil)
            }
            if methods.userID != nil {
                UserIDForm(
                    visit: visit, typed: method == .userID ? typed : "", isFailed: isFailed && method == .userID,
                    context: context, isFirst: methods.passwords.isEmpty, offersPasskeys: passkey != nil,
                    lastUser: lastUser)
            }
            if let passkey {
                PasskeyForm(
                    visit: visit, prompt: passkey, action: routes.submitPasskey.path, words: PasskeyWording.signIn,
                    isOffered: true
                ) { SignInContextFields(say: visit.say, context: context) }
            }
            if !methods.providers.isEmpty {
                section(.class("providers")) {
                    for (index, provider) in methods.providers.enumerated() {
                        ProviderButton(
                            visit: visit, provider: provider, context: context,
                            isFirst: index == 0 && methods.passwords.isEmpty && methods.userID == nil)
                    }
                }
            }
            if offersRegistration {
                p {
                    a(.class("button quiet wide"), .href(routes.register(returnTo: context.back).url)) {
                        visit.say(RegisterWording.invitation)
                    }
                }
            }
            // Switching the language would lose the unsent text.
            if context.unsent == nil {
                LanguageSwitch(visit: visit, returnTo: routes.signIn(returnTo: context.back))
            }
        }
    }

    private var methods: SignInMethods { visit.methods }

    /// Who registered instead would close the page for the first admin.
    private var offersRegistration: Bool {
        visit.policy.allowsRegistration && !leadsToFirstAdmin
            && (methods.userID != nil || methods.registration != nil)
    }

    private var isFailed: Bool { if case .failed = notice { true } else { false } }
}

/// The marks in the query of the sign-in page that say what happened before.
enum SignInMark {
    static let signedOut = "signed-out"
    /// The session ended by itself, and the response before has removed its cookie.
    static let sessionEnded = "session-ended"
    static let accountDeleted = "account-deleted"
}

private struct NoticeLine: View {
    let visit: Visit
    let notice: SignInPage.Notice?

    var body: some View {
        switch notice {
        case .pleaseSignIn: p(.class("hint")) { visit.say(SignInWording.pleaseSignIn) }
        case .signedOut: p(.class("hint"), .role("status")) { visit.say(SignInWording.signedOut) }
        case .sessionEnded: p(.class("hint"), .role("status")) { visit.say(SignInWording.sessionEnded) }
        case .accountDeleted: p(.class("hint"), .role("status")) { visit.say(OwnDataWording.deleted) }
        case .failed(let wording): p(.class("fault"), .role("alert")) { visit.say(wording) }
        case nil: EmptyView()
        }
    }
}
