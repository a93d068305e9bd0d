import Accounts
import Chat
import Cryptography
import HTML
import HTTP
import OpenID

extension Site {
    /// Sends the browser to a provider. Not by a redirect: what a form leads to must be of this site
    /// (`form-action`, CSP Level 3 §6.3.1), and nobody knows where a provider's redirects lead.
    func setOut(_ visit: Visit, to method: SignInMethodID) async throws -> Response {
        let journey = SignInJourney(visit.request.form)
        do {
            return try await setOut(
                visit, to: method, memo: journey.memo,
                returnPath: journey.back?.description ?? routes.conversations.text, asksAgain: journey.deed != nil)
        } catch let error as SignInError {
            return await refused(error, journey, method, visit)
        }
    }

    /// Sends the browser to a provider, to come back with what `memo` says.
    ///
    /// - Parameter asksAgain: whether the person has to prove who they are, although the provider knows them.
    /// - Throws: `SignInError`; `Failure` where there is no such provider.
    func setOut(
        _ visit: Visit, to method: SignInMethodID, memo: String, returnPath: String, asksAgain: Bool = false
    ) async throws -> Response {
        guard let provider = parts.methods.provider(method) else { throw Failure.notFound }
        let wait = parts.quotas.departures.take(visit.address)
        if let wait { throw SignInError.tooMany(retryAfter: wait) }
        let browser = BrowserKey.random()
        let (url, state) = try await provider.begin(
            returnPath: returnPath, memo: memo, asksAgain: asksAgain, browser: browser)
        var response = leave(visit, .leaving(provider.brand), for: url)
        response.headers.append(
            .setCookie, TransactionCookie.setting(browser, state: state, parts.policy).serialized)
        return response
    }

    /// A page that sends the browser on to a provider.
    func leave(_ visit: Visit, _ words: SignInWording, for url: String) -> Response {
        var response = Page(visit, title: visit.say(SignInWording.title)) {
            LeavingPage(visit: visit, words: words, url: url)
        }.response()
        response.headers[.cacheControl] = "no-store"
        response.headers["Refresh"] = "0; url=\(url)"
        return response
    }

    /// Takes back somebody who was at a provider.
    func comeBack(_ visit: Visit, from method: SignInMethodID) async throws -> Response {
        guard let provider = parts.methods.provider(method) else { throw Failure.notFound }
        var response: Response
        let state = visit.request.target.query["state"] ?? ""
        do {
            let callback = try Self.answer(visit.request, method)
            let (proof, transaction) = try await provider.finish(
                state: state, callback, browser: TransactionCookie.key(visit.request, state: state, parts.policy),
                client: visit.address)
            if let consent = proof.consent, let identity = proof.identity {
                try parts.sessions.keepConsent(consent, of: identity, method)
            }
            let journey = SignInJourney(memo: transaction.memo)
            if let errand = Errand(memo: transaction.memo) {
                response = try comeBack(visit, proof, on: errand)
            } else if let deed = journey.deed {
                response = try await confirm(visit, proof, transaction, deed)
            } else {
                response = try await admit(proof, journey, visit)
            }
        } catch let error as SignInError {
            response = await refused(error, SignInJourney(), method, visit)
        }
        response.headers.append(.setCookie, TransactionCookie.removing(state: state, parts.policy).serialized)
        return response
    }

    /// Takes an answer that a provider sends as a form (`form_post`): from its own page, so that cookies of ours did not
    /// come with it. They come with the GET to which the browser is sent on.
    func takeAnswer(_ visit: Visit, from method: SignInMethodID) async throws -> Response {
        guard let provider = parts.methods.provider(method) else { throw Failure.notFound }
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
    private static func answer(_ request: Request, _ method: SignInMethodID) throws(SignInError)
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
        report(error, method, visit)
        // Whoever is signed in was there for something else.
        if let session = visit.session { return await refused(error, session, visit) }
        var notice: SignInPage.Notice? = .failed(SignInWording(error))
        if case .provider(let error) = error, error.reason == .cancelledByPerson { notice = nil }
        return await page(SignInPage(visit: visit, notice: notice, method: method, journey: journey), error)
    }
}

/// What is seen for a moment on the way to a provider, or longer where the browser does not go by itself.
private struct LeavingPage: View {
    let visit: Visit
    let words: SignInWording
    let url: String

    var body: some View {
        section(.class("notice")) {
            h1 { visit.say(words) }
            p {
                a(.class("button primary"), .href(SafeURL(url) ?? routes.signIn().url)) {
                    visit.say(SignInWording.goOn)
                }
            }
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
