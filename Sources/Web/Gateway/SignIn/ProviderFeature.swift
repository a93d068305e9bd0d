import Logging
import Accounts
import Chat
import Cryptography
import HTML
import HTTP
import OpenID

/// What providers send and are sent: people on their way, and what they tell of sessions.
struct ProviderFeature: Sendable {
    let methods: SignInMethods
    let sessions: Sessions
    let policy: SitePolicy
    let signIn: SignInFeature
    let account: AccountFeature
    let stepUp: StepUpFeature
    let ending: SessionEnding
    let trail: AuditTrail
    let log: Logger

    /// Sends the browser to a provider. Not by a redirect: what a form leads to must be of this site
    /// (`form-action`, CSP Level 3 §6.3.1), and nobody knows where a provider's redirects lead.
    func setOut(_ visit: Visit, to method: SignInMethodID) async throws -> Response {
        let journey = SignInJourney(visit.request.form)
        do {
            return try await signIn.setOut(
                visit, to: method, memo: journey.memo,
                returnPath: journey.back?.description ?? routes.conversations.text, asksAgain: journey.deed != nil)
        } catch let error as SignInError {
            return await refused(error, journey, method, visit)
        }
    }

    /// Takes back somebody who was at a provider.
    func comeBack(
        _ visit: Visit, from method: SignInMethodID, then answer: (Request) async -> Response
    ) async throws -> Response {
        guard let provider = methods.provider(method) else { throw Failure.notFound }
        var response: Response
        let state = visit.request.target.query["state"] ?? ""
        do {
            let callback = try Self.callback(visit.request, method)
            let (proof, transaction) = try await provider.finish(
                state: state, callback, browser: TransactionCookie.key(visit.request, state: state, policy),
                client: visit.address)
            if let consent = proof.consent, let identity = proof.identity {
                try sessions.keepConsent(consent, of: identity, method)
            }
            let journey = SignInJourney(memo: transaction.memo)
            if let errand = Errand(memo: transaction.memo) {
                response = try account.comeBack(visit, proof, on: errand)
            } else if let deed = journey.deed {
                response = try await stepUp.confirm(visit, proof, transaction, deed, then: answer)
            } else {
                response = try await signIn.admit(proof, journey, visit)
            }
        } catch let error as SignInError {
            response = await refused(error, SignInJourney(), method, visit)
        }
        response.headers.append(.setCookie, TransactionCookie.removing(state: state, policy).serialized)
        return response
    }

    /// Takes an answer that a provider sends as a form (`form_post`): from its own page, so that cookies of ours did not
    /// come with it. They come with the GET to which the browser is sent on.
    func takeAnswer(_ visit: Visit, from method: SignInMethodID) async throws -> Response {
        guard let provider = methods.provider(method) else { throw Failure.notFound }
        do throws(SignInError) {
            let callback: AuthorizationResponse
            do throws(ProviderError) {
                callback = try AuthorizationResponse(visit.request.form, from: method.provider)
            } catch { throw .provider(error) }
            try await provider.store(callback)
            let query: Query = ["state": callback.state]
            return .seeOther("\(routes.providerCallback(method).text)?\(query.serialized)")
        } catch {
            return await refused(error, SignInJourney(), method, visit)
        }
    }

    /// What the provider answered; `nil` where that came before, as a form.
    private static func callback(_ request: Request, _ method: SignInMethodID) throws(SignInError)
        -> AuthorizationResponse?
    {
        let query = request.target.query
        if query.items.count == 1, query["state"] != nil { return nil }
        do throws(ProviderError) {
            return try AuthorizationResponse(query, from: method.provider)
        } catch {
            throw .provider(error)
        }
    }

    /// The sign-in page again. Whoever changed their mind is told nothing.
    private func refused(
        _ error: SignInError, _ journey: SignInJourney, _ method: SignInMethodID, _ visit: Visit
    ) async -> Response {
        trail.report(error, method, visit)
        // Whoever is signed in was there for something else.
        if let session = visit.session { return account.refused(error, session, visit) }
        var notice: SignInPage.Notice? = .failed(SignInWording(error))
        if case .provider(let error) = error, error.reason == .cancelledByPerson { notice = nil }
        return await signIn.page(SignInPage(visit: visit, notice: notice, method: method, journey: journey), error)
    }
}

extension ProviderFeature {
    /// Ends the sessions that a provider says are over (OpenID Connect Back-Channel Logout §2.5), with their streams.
    func endSessions(_ visit: Visit, for method: SignInMethodID) async throws -> Response {
        guard let provider = methods.provider(method) else { throw Failure.notFound }
        return try await end(visit, method) { () async throws(ProviderError) in
            guard let token = visit.request.form["logout_token"] else {
                throw ProviderError(.invalidAnswer("no logout token"), during: .logoutToken, at: method.provider)
            }
            return try await provider.logout(token: token)
        }
    }

    /// Takes what Apple tells about somebody's account.
    func takeNotice(_ visit: Visit, from method: SignInMethodID) async throws -> Response {
        guard let provider = methods.provider(method), provider.brand == .apple else { throw Failure.notFound }
        return try await end(visit, method) { () async throws(ProviderError) in
            guard case .bytes(let body) = visit.request.body else {
                throw ProviderError(.invalidAnswer("no body"), during: .notification, at: method.provider)
            }
            return try await provider.notice(body)
        }
    }

    /// Ends what a provider has named; what it can't prove is refused.
    private func end(
        _ visit: Visit, _ method: SignInMethodID,
        _ selection: () async throws(ProviderError) -> SessionSelection?
    ) async throws -> Response {
        var response = Response(.ok)
        do throws(ProviderError) {
            if let selection = try await selection() { try revoke(selection, method, visit) }
        } catch {
            // Not for the audit log, which keeps what it has: anybody may send anything here.
            log.info(
                "a provider's notice is not believed",
                ["why": .text(error.description), "id": .text(visit.request.id.description)])
            response = .text(.badRequest, "invalid_request\n")
        }
        response.headers[.cacheControl] = "no-store"
        return response
    }

    private func revoke(_ selection: SessionSelection, _ method: SignInMethodID, _ visit: Visit) throws(ProviderError) {
        do {
            for session in try ending.end(selection) {
                trail.record(.sessionRevoked, visit, user: session.user, method: method, detail: "by the provider")
            }
        } catch {
            throw ProviderError(.unavailable("\(error)"), during: .signOut, at: method.provider)
        }
    }
}

/// The cookie that binds a sign-in on its way to the browser in which it began: one for each, good once.
enum TransactionCookie {
    private static let nameDigits = 16

    /// Several sign-ins may be on their way in one browser, so each has a name of its own.
    private static func name(_ state: String, _ policy: SitePolicy) -> String {
        let digits = Hexadecimal.encode(SHA256.hash(Array(state.utf8))).prefix(nameDigits)
        return policy.isSecure ? "__Host-sign-in-\(digits)" : "sign-in-\(digits)"
    }

    static func key(_ request: Request, state: String, _ policy: SitePolicy) -> BrowserKey? {
        request.cookies[name(state, policy)].flatMap { BrowserKey(cookieValue: $0) }
    }

    static func setting(_ key: BrowserKey, state: String, _ policy: SitePolicy) -> SetCookie {
        SetCookie(
            name: name(state, policy), value: key.cookieValue.revealed, maxAge: SignInTransaction.lifetime,
            isSecure: policy.isSecure)
    }

    static func removing(state: String, _ policy: SitePolicy) -> SetCookie {
        SetCookie(name: name(state, policy), value: "", maxAge: .zero, isSecure: policy.isSecure)
    }
}
