import Chat
import Accounts
import Cryptography
import HTML
import HTTP
import OpenID

extension SignInFeature {
    /// Sends the browser to a provider, to come back with what `memo` says.
    ///
    /// - Parameter asksAgain: whether the person has to prove who they are, although the provider knows them.
    /// - Throws: `SignInError`; `Failure` where there is no such provider.
    func setOut(
        _ visit: Visit, to method: SignInMethodID, memo: String, returnPath: String, asksAgain: Bool = false
    ) async throws -> Response {
        guard let provider = methods.provider(method) else { throw Failure.notFound }
        let wait = quotas.departures.take(visit.address)
        if let wait { throw SignInError.tooMany(retryAfter: wait) }
        let browser = BrowserKey.random()
        let (url, state) = try await provider.begin(
            returnPath: returnPath, memo: memo, asksAgain: asksAgain, browser: browser)
        var response = leave(visit, .leaving(provider.brand), for: url)
        response.headers.append(
            .setCookie, TransactionCookie.setting(browser, state: state, policy).serialized)
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
