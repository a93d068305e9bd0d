import Accounts
import Chat
import HTML
import HTTP
import WebAuthn

/// The WebAuthn options for the script, and the sealed challenge that has to come back with the answer.
struct PasskeyPrompt: Sendable {
    let options: String
    let ticket: String
}

/// The form that the passkey script fills in. It is hidden where the browser has no scripts or no WebAuthn.
struct PasskeyForm<Fields: View>: View {
    let visit: Visit
    let prompt: PasskeyPrompt
    let action: Path
    let words: Sentence
    /// Whether it creates a passkey.
    var isNew = false
    /// Whether the sign-in field offers it too (conditional mediation).
    var isOffered = false
    let fields: Fields

    init(
        visit: Visit, prompt: PasskeyPrompt, action: Path, words: Sentence, isNew: Bool = false,
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
    /// The relying party id of this host, or why there is none.
    var relyingParty: Result<RelyingPartyID, RelyingPartyID.UnsupportedHost> {
        guard let origin = policy.origin(of: request) else { return .failure(.address) }
        do throws(RelyingPartyID.UnsupportedHost) {
            return .success(
                try RelyingPartyID(
                    scheme: origin.scheme.rawValue, host: origin.host, origin: origin.description))
        } catch { return .failure(error) }
    }

    /// Why passkeys can't be used under this host; `nil` where they can.
    var unfit: RelyingPartyID.UnsupportedHost? { if case .failure(let unfit) = relyingParty { unfit } else { nil } }

    /// The prompt for a proof with a passkey; `nil` where passkeys can't be used under this host, or where the person has
    /// none.
    ///
    /// - Parameter passkeys: of the person who has to prove something; `nil` for a discoverable passkey of any person.
    func passkeyPrompt(for purpose: PasskeyChallenges.Purpose, of passkeys: [Passkey]? = nil) -> PasskeyPrompt? {
        guard factorPolicy.isOn, passkeys?.isEmpty != true, case .success(let site) = relyingParty else {
            return nil
        }
        let (challenge, ticket) = challenges.issue(for: purpose)
        return PasskeyPrompt(
            options: PasskeyOptions(asking: challenge, allowed: passkeys, at: site).text, ticket: ticket)
    }

    /// The prompt for a new passkey.
    ///
    /// - Parameters:
    ///   - known: the passkeys that the person has.
    ///   - id: the session of this request.
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

    /// The authenticator's answer of the form, and the challenge that it has to match.
    func passkeyAnswer(
        for purpose: PasskeyChallenges.Purpose
    ) async throws -> (answer: String, challenge: Challenge, site: RelyingPartyID) {
        guard case .success(let site) = relyingParty, let answer = request.form[PasskeyFields.answer],
            let ticket = request.form[PasskeyFields.ticket]
        else { throw PasskeyError.malformed }
        guard let challenge = try await challenges.redeem(ticket, for: purpose) else { throw PasskeyError.expired }
        return (answer, challenge, site)
    }
}
