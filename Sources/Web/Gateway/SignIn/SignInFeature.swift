import Accounts
import Chat
import Cryptography
import HTML
import HTTP

/// Signing in.
struct SignInFeature: Sendable {
    let repositories: Repositories
    let composing: Composing
    let sessions: Sessions
    let methods: SignInMethods
    let attempts: AttemptGuard
    let policy: SitePolicy
    let proofs: ProofParts
    let resolver: AccountResolver
    let profiles: ProfileRegistration
    let ending: SessionEnding
    let firstAdmin: FirstAdmin?
    let trail: AuditTrail

    /// How many users quick sign-in offers.
    private static let maximumSamples = 8

    func signInPage(_ visit: Visit, _ back: Path?) async throws -> Response {
        switch visit.admission {
        case .authenticated: return .seeOther(back?.description ?? routes.conversations.text)
        case .profileSetUp: return .seeOther(routes.welcome(returnTo: back).text)
        case .secondFactor: return .seeOther(routes.secondFactor.text)
        case .unauthenticated: break
        }
        let query = visit.request.target.query
        let notice: SignInPage.Notice? =
            if query[SignInMark.signedOut] != nil { .signedOut } else if query[SignInMark.sessionEnded] != nil {
                .sessionEnded
            } else if query[SignInMark.accountDeleted] != nil {
                .accountDeleted
            } else if back != nil || visit.hasEndedSession { .signInNeeded(visit) } else { nil }
        return await page(SignInPage(visit: visit, notice: notice, context: SignInContext(back: back)), .ok)
    }

    /// Signs in with the fields of the form.
    func signIn(_ visit: Visit) async throws -> Response {
        let form = SignInForm(visit.request.form)
        let proof: Proof
        do {
            proof = try await attempts.attempt(at: form.account, from: visit.address) {
                await prove(form, visit)
            }.get()
        } catch {
            await trail.report(error, form.method, visit)
            let page = SignInPage(
                visit: visit, notice: .failed(SignInWording.failure(error, by: form.method)), method: form.method,
                typed: form.user, context: form.context,
                forgetsLastUser: form.isOffered && error == .unknownUser)
            return await self.page(page, error)
        }
        return try await admit(proof, form.context, visit)
    }

    /// Verifies what was typed.
    func prove(_ form: SignInForm, _ visit: Visit) async -> AttemptOutcome<Proof, SignInError> {
        if form.method == .userID, let userID = methods.userID { return await userID.attempt(form.user) }
        guard let method = form.method.flatMap({ visit.methods.password($0) }) else { return .failed(.unknownUser) }
        guard !form.user.isEmpty, !form.password.revealed.isEmpty else { return .failed(.empty) }
        // No stored password is longer, and a longer input must not be truncated to one.
        guard let password = Password(form.password.revealed) else { return .failed(.wrongCredentials) }
        return await method.attempt(form.user, Secret(password.revealed), from: visit.address)
    }

    /// Begins a session for a verified proof: of the user that it belongs to, or for setting up a profile.
    func admit(_ proof: Proof, _ context: SignInContext, _ visit: Visit) async throws -> Response {
        let known = try await resolver.user(of: proof)
        let made = known == nil ? try await profiles.made(of: proof, visit) : nil
        guard let user = known ?? made else {
            var response = Response.seeOther(routes.welcome(returnTo: context.back).text)
            let token = try await sessions.beginSetUp(proof, visit.newSession(context))
            try await begin(visit, token, context, &response)
            return response
        }
        return try await admit(user, proof, context, visit)
    }

    /// Begins the session of a user, and redirects to where they wanted to go.
    ///
    /// - Parameter carriesOver: whether the proof comes from the browser's present session, as when a profile is set
    ///   up.
    func admit(
        _ user: User, _ proof: Proof, _ context: SignInContext, _ visit: Visit, carriesOver: Bool = false
    ) async throws -> Response {
        var response = Response.seeOther(routes.secondFactor.text)
        let decision = try await decision(for: user, proof, visit)
        do {
            let token = try await sessions.begin(for: user, proof, visit.newSession(context, decision))
            if case .pending = decision {
                try await begin(visit, token, context, carriesOver: carriesOver, &response)
                return response
            }
            response = try await arrival(context, user.id, visit)
            try await begin(visit, token, context, carriesOver: carriesOver, &response)
            keep(
                LastUser(id: user.id, alias: user.alias), by: proof.method, isPersistent: context.isPersistent,
                &response)
        } catch is UserDisabled {
            await trail.report(SignInError.disabled, proof.method, visit, user: user.id)
            let page = SignInPage(
                visit: visit, notice: .failed(SignInWording.disabled), method: proof.method, context: context)
            return await self.page(page, SignInError.disabled)
        }
        await trail.record(.signedIn, visit, user: user.id, method: proof.method)
        return response
    }

    /// Makes the browser keep the user who has signed in, for the next sign-in by User ID.
    func keep(_ user: LastUser, by method: SignInMethodID, isPersistent: Bool, _ response: inout Response) {
        guard method == .userID else { return }
        let cookie = LastUserCookie.setting(user, isPersistent: isPersistent, sessions, policy)
        response.headers.append(.setCookie, cookie.serialized)
    }

    /// Whether the first factor is enough.
    private func decision(for user: User, _ proof: Proof, _ visit: Visit) async throws -> FactorDecision {
        try await proofs.factors.decision(
            for: user.id, provesSecondFactor: proof.provesSecondFactor, device: DeviceCookie.token(visit),
            proofs.policy)
    }

    /// Redirects a person who has just signed in to where they wanted to go.
    func arrival(_ context: SignInContext, _ user: UserID, _ visit: Visit) async throws -> Response {
        if let unsent = context.unsent { return try await keep(unsent, of: user, visit) }
        return .seeOther(context.back?.description ?? routes.conversations.text)
    }

    /// Sets the cookie of the new session, and ends the session that the browser had.
    private func begin(
        _ visit: Visit, _ token: SessionToken, _ context: SignInContext, carriesOver: Bool = false,
        _ response: inout Response
    ) async throws {
        if let old = SessionCookie.token(visit.request, policy) {
            // A credential that the new session keeps must not be revoked with the old one.
            try await ending.end(.token(old), revokesCredentials: !carriesOver)
        }
        let cookie = SessionCookie.setting(token, isPersistent: context.isPersistent, policy)
        response.headers.append(.setCookie, cookie.serialized)
    }

    /// Keeps an unsent text as the draft of its conversation; shows it where the person is no member of that
    /// conversation.
    private func keep(_ unsent: UnsentMessage, of user: UserID, _ visit: Visit) async throws -> Response {
        do throws(ChatError) {
            _ = try await ConversationAccess.enter(unsent.conversation, as: user, repositories)
        } catch {
            let failure = Failure(error)
            return UnsentPage(visit: visit, failure: failure, unsent: unsent).response
        }
        try await composing.keep(draft: unsent.draft, of: user, in: unsent.conversation)
        return .seeOther("\(routes.thread(unsent.conversation, reply: unsent.reply).text)#latest")
    }

    /// The sign-in page for a message sent without a session. The text travels with the form. Where the session can't be
    /// read, the text alone.
    func signInPage(_ visit: Visit, unsent: UnsentMessage) async -> Response {
        if let outage = visit.outage { return UnsentPage(visit: visit, failure: outage, unsent: unsent).response }
        let context = SignInContext(back: routes.thread(unsent.conversation), unsent: unsent)
        return await page(SignInPage(visit: visit, notice: .signInNeeded(visit), context: context), .unauthorized)
    }

    /// The same where the backend has just refused the session, which ends.
    func signInAgain(_ visit: Visit, unsent: UnsentMessage) async -> Response {
        var response = await signInPage(visit.signedOut, unsent: unsent)
        await ending.end(visit, &response)
        return response
    }

    /// The sign-in page with an error.
    func page(_ page: SignInPage, _ error: SignInError) async -> Response {
        var response = await self.page(page, error.status)
        if case .tooMany(let time) = error {
            response.headers[.retryAfter] = "\(time.retrySeconds)"
        } else if response.status == .serviceUnavailable {
            response.headers[.retryAfter] = Failure.retryDelay
        }
        return response
    }

    func page(_ page: SignInPage, _ status: Status) async -> Response {
        var page = page
        if policy.mode == .development, methods.userID != nil {
            // Without the backend no user is offered; the form reports the error when it is used.
            page.samples = Array(((try? await repositories.users.users()) ?? []).prefix(Self.maximumSamples))
        }
        if methods.userID != nil, !page.forgetsLastUser {
            page.lastUser = LastUserCookie.user(page.visit, sessions)
        }
        // Where the chat can't be asked, the page is shown without the link; the log of the start has its address.
        if let firstAdmin { page.leadsToFirstAdmin = (try? await firstAdmin.isOpen) ?? false }
        let (browser, isNew) = PasskeyCookie.browser(page.visit)
        if proofs.policy.passkeysSignIn { page.passkey = page.visit.passkeyPrompt(for: .signIn(browser)) }
        let title = page.visit.say(SignInWording.title)
        var response = Page(page.visit, title: title, scripts: page.passkey.map { _ in "passkeys.js" }) { page }
            .response(status)
        if page.passkey != nil, isNew {
            response.headers.append(.setCookie, PasskeyCookie.setting(browser, policy).serialized)
        }
        if page.forgetsLastUser {
            response.headers.append(.setCookie, LastUserCookie.removing(policy).serialized)
        }
        return response
    }
}

extension Visit {
    /// The client's address.
    var address: String? { request.remoteAddress }

    /// The properties of a session that begins with this visit.
    func newSession(_ context: SignInContext, _ decision: FactorDecision = .admitted) -> NewSession {
        var new = NewSession()
        new.isPersistent = context.isPersistent
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
            new.memo = context.memo
        }
        return new
    }
}
