import Live
import Accounts
import Chat
import Cryptography
import HTML
import HTTP
import Logging
import OpenID

/// Signing in and out.
struct SignInFeature: Sendable {
    let repositories: Repositories
    let live: Live
    let composing: Composing
    let sessions: Sessions
    let identities: Identities
    let methods: SignInMethods
    let attempts: AttemptGuard
    let quotas: SiteQuotas
    let policy: SitePolicy
    let proofs: ProofParts
    let checks: FactorChecks
    let resolver: AccountResolver
    let credentialMonitor: CredentialMonitor
    let ending: SessionEnding
    let keeper: SessionKeeper
    let trail: AuditTrail
    let log: Logger

    /// How many people quick sign-in offers.
    private static let maximumSamples = 8

    func signInPage(_ visit: Visit, _ back: Path?) async throws -> Response {
        switch visit.admission {
        case .authenticated: return .seeOther(back?.description ?? routes.conversations.text)
        case .profileSetUp: return .seeOther(routes.welcome(returnTo: back).text)
        case .secondFactor: return .seeOther(routes.secondFactor.text)
        case .unauthenticated: break
        }
        let notice: SignInPage.Notice? =
            visit.request.target.query["signed-out"] != nil ? .signedOut : back == nil ? nil : .pleaseSignIn
        return await page(SignInPage(visit: visit, notice: notice, journey: SignInJourney(back: back)), .ok)
    }

    /// Signs in with what was typed.
    func signIn(_ visit: Visit) async throws -> Response {
        let form = SignInForm(visit.request.form)
        let proof: Proof
        do {
            proof = try await attempts.attempt(at: form.account, from: visit.address) {
                await prove(form, visit)
            }.get()
        } catch {
            trail.report(error, form.method, visit)
            let page = SignInPage(
                visit: visit, notice: .failed(SignInWording(error, by: form.method)), method: form.method,
                typed: form.user, journey: form.journey)
            return await self.page(page, error)
        }
        return try await admit(proof, form.journey, visit)
    }

    /// Who it is that has typed this.
    func prove(_ form: SignInForm, _ visit: Visit) async -> AttemptOutcome<Proof, SignInError> {
        if form.method == .userID, let userID = methods.userID { return await userID.attempt(form.user) }
        guard let method = form.method.flatMap({ visit.methods.password($0) }) else { return .failed(.unknownUser) }
        guard !form.user.isEmpty, !form.password.revealed.isEmpty else { return .failed(.empty) }
        // Nobody's is longer, and none is cut: a part of a password is not the password.
        guard let password = Password(form.password.revealed) else { return .failed(.wrongCredentials) }
        return await method.attempt(form.user, Secret(password.revealed), from: visit.address)
    }

    /// Lets somebody in who has proven who they are: as one of the chat's people, or to become one.
    func admit(_ proof: Proof, _ journey: SignInJourney, _ visit: Visit) async throws -> Response {
        let known = try await resolver.user(of: proof)
        let made = known == nil ? try await made(of: proof, visit) : nil
        guard let user = known ?? made else {
            var response = Response.seeOther(routes.welcome(returnTo: journey.back).text)
            try begin(visit, try sessions.beginSetUp(proof, visit.newSession(journey)), journey, &response)
            return response
        }
        return try await admit(user, proof, journey, visit)
    }

    /// Begins the session of one of the chat's people, and goes where they wanted to go.
    ///
    /// - Parameter carriesOver: whether the proof is that of the session that the browser has, as when a profile is set up.
    func admit(
        _ user: User, _ proof: Proof, _ journey: SignInJourney, _ visit: Visit, carriesOver: Bool = false
    ) async throws -> Response {
        var response = Response.seeOther(routes.secondFactor.text)
        let decision = try decision(for: user, proof, visit)
        do {
            let token = try sessions.begin(for: user, proof, visit.newSession(journey, decision))
            if case .pending = decision {
                try begin(visit, token, journey, carriesOver: carriesOver, &response)
                return response
            }
            response = try await arrival(journey, user.id, visit)
            try begin(visit, token, journey, carriesOver: carriesOver, &response)
        } catch is UserDisabled {
            trail.report(SignInError.disabled, proof.method, visit, user: user.id)
            let page = SignInPage(visit: visit, notice: .failed(.disabled), method: proof.method, journey: journey)
            return await self.page(page, SignInError.disabled)
        }
        trail.record(.signedIn, visit, user: user.id, method: proof.method)
        return response
    }

    /// Goes where somebody wanted to go, who is in now.
    func arrival(_ journey: SignInJourney, _ user: UserID, _ visit: Visit) async throws -> Response {
        if let unsent = journey.unsent { return try await keep(unsent, of: user, visit) }
        return .seeOther(journey.back?.description ?? routes.conversations.text)
    }

    /// Puts a new session in the place of the one that the browser may have had.
    private func begin(
        _ visit: Visit, _ token: SessionToken, _ journey: SignInJourney, carriesOver: Bool = false,
        _ response: inout Response
    ) throws {
        if let old = SessionCookie.token(visit.request, policy) {
            // What the new session keeps must not be given back for the old one.
            try ending.end(.token(old), revokesCredentials: !carriesOver)
        }
        let cookie = SessionCookie.setting(token, isPersistent: journey.isPersistent, policy)
        response.headers.append(.setCookie, cookie.serialized)
    }

    /// What was not sent waits in its box; for one who has no such box it is shown once more.
    private func keep(_ unsent: SignInJourney.Unsent, of user: UserID, _ visit: Visit) async throws -> Response {
        do throws(ChatError) {
            _ = try await ConversationAccess.enter(unsent.conversation, as: user, repositories)
        } catch {
            let failure = Failure(error)
            return Page(visit, title: visit.say(failure.title), back: routes.conversations.path) {
                UnsentPage(
                    visit: visit, failure: failure, conversation: unsent.conversation, text: unsent.text)
            }.response(failure.status)
        }
        try await composing.keep(draft: unsent.text, of: user, in: unsent.conversation)
        return .seeOther("\(routes.thread(unsent.conversation).text)#latest")
    }

    /// Asks for sign-in in the middle of sending; the text comes along.
    func signInPage(_ visit: Visit, unsent: SignInJourney.Unsent) async -> Response {
        let journey = SignInJourney(back: routes.thread(unsent.conversation), unsent: unsent)
        return await page(SignInPage(visit: visit, notice: .pleaseSignIn, journey: journey), .unauthorized)
    }

    /// The same where there was a session until the backend wanted no more of it.
    func signInAgain(_ visit: Visit, unsent: SignInJourney.Unsent) async -> Response {
        var response = await signInPage(visit.signedOut, unsent: unsent)
        ending.end(visit, &response)
        return response
    }

    /// The sign-in page that says why it did not work.
    func page(_ page: SignInPage, _ error: SignInError) async -> Response {
        var response = await self.page(page, error.status)
        if case .tooMany(let time) = error {
            response.headers[.retryAfter] = "\(time.retrySeconds)"
        }
        return response
    }

    func page(_ page: SignInPage, _ status: Status) async -> Response {
        var page = page
        if policy.mode == .development, methods.userID != nil {
            // Without the backend there is nobody to offer; the form says what is wrong when it is used.
            page.samples = Array(((try? await repositories.users.users()) ?? []).prefix(Self.maximumSamples))
        }
        let (browser, isNew) = PasskeyCookie.browser(page.visit)
        if proofs.policy.passkeysSignIn { page.passkey = page.visit.passkeyPrompt(for: .signIn(browser)) }
        let title = page.visit.say(SignInWording.title)
        var response = Page(page.visit, title: title, scripts: page.passkey.map { _ in "passkeys.js" }) { page }
            .response(status)
        if page.passkey != nil, isNew {
            response.headers.append(.setCookie, PasskeyCookie.setting(browser, policy).serialized)
        }
        return response
    }
}

extension Visit {
    /// Where the request comes from.
    var address: String? { request.remoteAddress }

    /// How a session begins that this visit asks for.
    func newSession(_ journey: SignInJourney, _ decision: FactorDecision = .admitted) -> NewSession {
        var new = NewSession()
        new.isPersistent = journey.isPersistent
        new.device = request.headers[.userAgent].map { $0.prefix(scalars: NewSession.maximumDeviceCharacters) }
        new.address = address
        switch decision {
        case .admitted: break
        case .remembered: new.isProven = false
        case .admittedUntil(let end):
            new.notice = .enrolmentDue
            new.endsBy = end
        case .pending(let step):
            new.pending = step
            new.memo = journey.memo
        }
        return new
    }
}
