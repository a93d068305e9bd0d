import HTML
import Logging
import Accounts
import Chat
import Desk
import HTTP

/// What the sign-in form sends.
struct SignInForm {
    static let maximumCharacters = 64

    let user: String
    let back: LocalPath?
    let unsent: SignInPage.Unsent?

    init(_ form: Form) {
        user = String((form["user"] ?? "").prefix(Self.maximumCharacters))
        back = form["return"].flatMap { LocalPath($0) }
        unsent = form["conversation"].flatMap { ConversationID($0) }.flatMap { conversation in
            form["text"].map { SignInPage.Unsent(conversation: conversation, text: $0) }
        }
    }
}

extension Site {
    /// How many people quick sign-in offers.
    private static let maximumSamples = 8

    func signInPage(_ visit: Visit, _ back: LocalPath?) async throws -> Response {
        if visit.session != nil { return .seeOther(back?.description ?? Path.conversations.text) }
        let notice: SignInPage.Notice? =
            visit.request.target.query["signed-out"] != nil ? .signedOut : back == nil ? nil : .pleaseSignIn
        return await page(SignInPage(visit: visit, notice: notice, back: back), .ok)
    }

    func signIn(_ visit: Visit) async throws -> Response {
        let form = SignInForm(visit.request.form)
        let user: User
        do {
            user = try await parts.signIn.signIn(form.user)
        } catch {
            let (status, wording) = Self.outcome(of: error)
            if case .backend(let error) = error {
                parts.log.error(
                    "sign-in failed",
                    ["why": .text(error.description), "id": .text(visit.request.id.description)])
            }
            let page = SignInPage(
                visit: visit, notice: .failed(wording), typed: form.user, back: form.back, unsent: form.unsent)
            return await self.page(page, status)
        }
        var response = Response.seeOther(form.back?.description ?? Path.conversations.text)
        if let unsent = form.unsent { response = try await keep(unsent, of: user, visit) }
        try begin(visit, for: user, &response)
        return response
    }

    /// What was not sent waits in its box; for one who has no such box it is shown once more.
    private func keep(_ unsent: SignInPage.Unsent, of user: User, _ visit: Visit) async throws -> Response {
        do throws(ChatError) {
            _ = try await ConversationRoom.enter(unsent.conversation, as: user.id, parts.repositories)
        } catch {
            let failure = Failure(error)
            return Page(visit, title: visit.say(failure.title), back: .conversations) {
                UnsentPage(
                    visit: visit, failure: failure, conversation: unsent.conversation, text: unsent.text)
            }.response(failure.status)
        }
        try parts.keep(draft: unsent.text, of: user.id, in: unsent.conversation)
        return .seeOther("\(Path.thread(unsent.conversation).text)#latest")
    }

    /// Begins a session in place of the one there may be.
    func begin(_ visit: Visit, for user: User, _ response: inout Response) throws {
        if let old = SessionCookie.token(visit.request, parts.policy) { try parts.end(old) }
        let cookie = SessionCookie.setting(try parts.sessions.begin(for: user), parts.policy)
        response.headers.append(.setCookie, cookie.serialized)
    }

    /// Ends the session here and on the server. It succeeds whatever else goes wrong.
    func signOut(_ visit: Visit) throws -> Response {
        if let token = SessionCookie.token(visit.request, parts.policy) { try parts.end(token) }
        var response = Response.seeOther(Path.signIn().text + "?signed-out")
        response.headers.append(.setCookie, SessionCookie.removing(parts.policy).serialized)
        // What pages the browser kept is not for the next person at this machine. Honoured over https.
        response.headers["Clear-Site-Data"] = #""cache""#
        return response
    }

    /// Asks for sign-in in the middle of sending; the text comes along.
    func signInPage(_ visit: Visit, unsent: SignInPage.Unsent) async -> Response {
        await page(
            SignInPage(
                visit: visit, notice: .pleaseSignIn, back: LocalPath(.thread(unsent.conversation)), unsent: unsent),
            .unauthorized)
    }

    private func page(_ page: SignInPage, _ status: Status) async -> Response {
        var page = page
        if parts.policy.mode == .development {
            // Without the backend there is nobody to offer; the form says what is wrong when it is used.
            page.samples = Array(((try? await parts.repositories.users.users()) ?? []).prefix(Self.maximumSamples))
        }
        let title = page.visit.say(SignInWording.title)
        return Page(page.visit, title: title) { page }.response(status)
    }

    private static func outcome(of error: SignInError) -> (Status, SignInWording) {
        switch error {
        case .empty: (.unprocessableContent, .empty)
        case .unknownUser: (.unprocessableContent, .unknown)
        case .backend(let error) where error.reason == .timedOut: (.gatewayTimeout, .timedOut)
        case .backend: (.badGateway, .unavailable)
        }
    }
}
