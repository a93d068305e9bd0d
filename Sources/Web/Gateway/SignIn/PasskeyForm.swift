import Accounts
import Chat
import HTML
import HTTP
import WebAuthn

/// What a page asks of an authenticator, and what has to come back with the answer.
struct PasskeyPrompt: Sendable {
    let options: String
    let ticket: String
}

/// A form that an authenticator fills in. It is hidden where scripts or the browser can't do that.
struct PasskeyForm<Fields: View>: View {
    let visit: Visit
    let prompt: PasskeyPrompt
    let action: Path
    let words: PasskeyWording
    /// Whether a new passkey is made.
    var isNew = false
    /// Whether the sign-in field offers it too (conditional mediation).
    var isOffered = false
    let fields: Fields

    init(
        visit: Visit, prompt: PasskeyPrompt, action: Path, words: PasskeyWording, isNew: Bool = false,
        isOffered: Bool = false, @ViewBuilder fields: () -> Fields
    ) {
        self.visit = visit
        self.prompt = prompt
        self.action = action
        self.words = words
        self.isNew = isNew
        self.isOffered = isOffered
        self.fields = fields()
    }

    var body: some View {
        noscript { p(.class("muted")) { visit.say(PasskeyWording.needsScripts) } }
        form(
            .method(.post), .action(action.url), .class("stack"), .hidden(),
            .data("data-passkey", isNew ? "create" : isOffered ? "offer" : "get"),
            .data("data-options", prompt.options)
        ) {
            fields
            input(.type("hidden"), .name(PasskeyFields.ticket), .value(prompt.ticket))
            input(.type("hidden"), .name(PasskeyFields.answer), .value(""))
            p(.class("fault"), .role("alert"), .hidden()) { visit.say(PasskeyWording.notDone) }
            button(.type("submit"), .class(isNew ? "button primary" : "button wide")) { visit.say(words) }
        }
    }
}

/// The fields that the script fills in.
enum PasskeyFields {
    static let ticket = "ticket"
    static let answer = "answer"
}

extension Visit {
    /// What the site is to authenticators, or why it is nothing.
    var relyingParty: Result<RelyingPartyID, RelyingPartyID.UnsupportedHost> {
        guard let origin = policy.origin(of: request) else { return .failure(.address) }
        do throws(RelyingPartyID.UnsupportedHost) {
            return .success(
                try RelyingPartyID(
                    scheme: origin.scheme.rawValue, host: origin.host, origin: origin.description))
        } catch { return .failure(error) }
    }

    /// Why the address can't carry passkeys; `nil` where it can.
    var unfit: RelyingPartyID.UnsupportedHost? { if case .failure(let unfit) = relyingParty { unfit } else { nil } }

    /// What a page asks of an authenticator for a proof; `nil` where the address can't carry passkeys, or where nobody
    /// has any.
    ///
    /// - Parameter passkeys: of the person who has to prove something; `nil` where that may be anybody.
    func passkeyPrompt(for purpose: PasskeyChallenges.Purpose, of passkeys: [Passkey]? = nil) -> PasskeyPrompt? {
        guard factorPolicy.isOn, passkeys?.isEmpty != true, case .success(let site) = relyingParty else {
            return nil
        }
        let (challenge, ticket) = challenges.issue(for: purpose)
        return PasskeyPrompt(
            options: PasskeyOptions(asking: challenge, allowed: passkeys, at: site).text, ticket: ticket)
    }

    /// What a page asks of an authenticator that is to make a passkey.
    ///
    /// - Parameters:
    ///   - known: what the person has already.
    ///   - id: the session in which it is made.
    func passkeyPrompt(
        making user: UserID, alias: String, name: String, known: [Passkey], session id: String
    ) -> PasskeyPrompt? {
        guard case .success(let site) = relyingParty else { return nil }
        let (challenge, ticket) = challenges.issue(for: .registration(session: id))
        let options = PasskeyOptions(
            creating: challenge, for: user, alias: alias, name: name, known: known, at: site,
            siteName: say(SiteWording.name))
        return PasskeyPrompt(options: options.text, ticket: ticket)
    }

    /// What an authenticator has answered, and the challenge that it was to answer.
    func passkeyAnswer(
        for purpose: PasskeyChallenges.Purpose
    ) throws -> (answer: String, challenge: Challenge, site: RelyingPartyID) {
        guard case .success(let site) = relyingParty, let answer = request.form[PasskeyFields.answer],
            let ticket = request.form[PasskeyFields.ticket]
        else { throw PasskeyError.malformed }
        guard let challenge = try challenges.redeem(ticket, for: purpose) else { throw PasskeyError.expired }
        return (answer, challenge, site)
    }
}
