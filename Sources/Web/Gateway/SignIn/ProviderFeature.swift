import Logging
import Accounts
import Chat
import Cryptography
import HTML
import HTTP
import OpenID

/// The routes of external providers: departure, callback, and their notifications about sessions and accounts.
struct ProviderFeature: Sendable {
    let methods: SignInMethods
    let sessions: Sessions
    let policy: SitePolicy
    let signIn: SignInFeature
    let departure: ProviderDeparture
    let identities: IdentitiesFeature
    let stepUp: StepUpFeature
    let ending: SessionEnding
    let trail: AuditTrail
    let log: Logger

    /// Sends the browser to a provider. Not by a redirect: what a form leads to must be of this site
    /// (`form-action`, CSP Level 3 §6.3.1), and a provider's redirects may lead anywhere.
    func setOut(_ visit: Visit, to method: SignInMethodID) async throws -> Response {
        let context = SignInContext(visit.request.form)
        do {
            return try await departure.begin(
                visit, to: method, memo: context.memo,
                returnPath: context.back?.description ?? routes.conversations.text, asksAgain: context.deferred != nil)
        } catch let error as SignInError {
            return await refused(error, context, method, visit)
        }
    }

    /// Handles the browser's return from a provider.
    func comeBack(
        _ visit: Visit, from method: SignInMethodID, then answer: (Request) async -> Response
    ) async throws -> Response {
        guard let provider = methods.provider(method) else { throw Failure.notFound }
        var response: Response
        let state = visit.request.target.query["state"] ?? ""
        var context = SignInContext()
        do {
            let callback = try Self.callback(visit.request, method)
            let (result, transaction) = try await provider.finish(
                state: state, callback, browser: TransactionCookie.key(visit.request, state: state, policy),
                client: visit.address)
            context = SignInContext(memo: transaction.memo)
            var proof = try result.get()
            if let consent = proof.consent, let identity = proof.identity {
                try await sessions.keepConsent(consent, of: identity, method)
            }
            if let linkRequest = LinkRequest(memo: transaction.memo) {
                response = try await identities.comeBack(visit, proof, on: linkRequest)
            } else if let deferred = context.deferred {
                response = try await stepUp.confirm(visit, proof, transaction, deferred, then: answer)
            } else {
                if let identity = proof.identity {
                    proof.profile = try await sessions.completed(proof.profile, of: identity)
                }
                response = try await signIn.admit(proof, context, visit)
            }
        } catch let error as SignInError {
            response = await refused(error, context, method, visit)
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
            return await refused(error, SignInContext(), method, visit)
        }
    }

    /// The provider's answer; `nil` where it was sent as a form before.
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

    /// The sign-in page with the error. A sign-in that the person cancelled is shown no error.
    private func refused(
        _ error: SignInError, _ context: SignInContext, _ method: SignInMethodID, _ visit: Visit
    ) async -> Response {
        await trail.report(error, method, visit)
        // A person who is signed in already wanted to link the provider.
        if let session = visit.session { return await identities.refused(error, session, visit) }
        var notice: SignInPage.Notice? = .failed(SignInWording.failure(error))
        if case .provider(let error) = error, error.reason == .cancelledByPerson { notice = nil }
        return await signIn.page(SignInPage(visit: visit, notice: notice, method: method, context: context), error)
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

    /// Handles Apple's server-to-server notification about an account.
    func takeNotice(_ visit: Visit, from method: SignInMethodID) async throws -> Response {
        guard let provider = methods.provider(method), provider.brand == .apple else { throw Failure.notFound }
        return try await end(visit, method) { () async throws(ProviderError) in
            guard case .bytes(let body) = visit.request.body else {
                throw ProviderError(.invalidAnswer("no body"), during: .notification, at: method.provider)
            }
            return try await provider.notice(body)
        }
    }

    /// Ends the sessions that a verified notification names; an unverified one is refused.
    private func end(
        _ visit: Visit, _ method: SignInMethodID,
        _ selection: () async throws(ProviderError) -> SessionSelection?
    ) async throws -> Response {
        var response = Response(.ok)
        do {
            if let selection = try await selection() {
                for session in try await ending.end(selection) {
                    await trail.record(
                        .sessionRevoked, visit, user: session.user, method: method, detail: "by the provider")
                }
            }
        } catch let error as ProviderError {
            // Not recorded in the audit log: any client can send requests here, and they would displace other lines.
            log.info(
                "a provider's notice is not believed",
                ["why": .text(error.description), "id": .text(visit.request.id.description), "trace": visit.trace])
            response = .text(.badRequest, "invalid_request\n")
        }
        response.headers[.cacheControl] = "no-store"
        return response
    }
}

/// The cookie that binds a sign-in transaction to the browser in which it began. Each transaction has its own, valid
/// once.
enum TransactionCookie {
    private static let nameDigits = 16

    /// Several transactions may be open in one browser, so each cookie has its own name.
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
