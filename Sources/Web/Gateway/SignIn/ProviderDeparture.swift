import Chat
import Accounts
import Cryptography
import HTML
import HTTP
import OpenID

/// Sends browsers to providers.
struct ProviderDeparture: Sendable {
    let methods: SignInMethods
    let quotas: SiteQuotas
    let policy: SitePolicy

    /// Sends the browser to a provider. `memo` is kept with the transaction and is there again when the browser
    /// returns.
    ///
    /// - Parameter asksAgain: whether the provider has to authenticate the person again although it has a session.
    /// - Throws: `SignInError`; `Failure` where there is no such provider.
    func begin(
        _ visit: Visit, to method: SignInMethodID, memo: String, returnPath: String, asksAgain: Bool = false
    ) async throws -> Response {
        guard let provider = methods.provider(method) else { throw Failure.notFound }
        let wait = await quotas.departures.take(visit.address)
        if let wait { throw SignInError.tooMany(retryAfter: wait) }
        let browser = BrowserKey.random()
        let (url, state) = try await provider.begin(
            returnPath: returnPath, memo: memo, asksAgain: asksAgain, browser: browser)
        var response = LeavingPage.response(visit, SignInWording.leaving(provider.brand), for: url)
        response.headers.append(
            .setCookie, TransactionCookie.setting(browser, state: state, policy).serialized)
        return response
    }
}

/// The page that forwards to a provider, with a link for browsers that don't follow `Refresh`.
struct LeavingPage: View {
    let visit: Visit
    let words: Sentence
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

    /// The page as a response that forwards to `url`.
    static func response(_ visit: Visit, _ words: Sentence, for url: String) -> Response {
        var response = Page(visit, title: visit.say(SignInWording.title)) {
            LeavingPage(visit: visit, words: words, url: url)
        }.response()
        response.headers[.cacheControl] = "no-store"
        response.headers["Refresh"] = "0; url=\(url)"
        return response
    }
}
