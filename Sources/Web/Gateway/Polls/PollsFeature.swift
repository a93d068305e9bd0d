import Accounts
import Chat
import HTML
import HTTP
import Logging

/// New polls. A poll is a message, and votes are reactions, so they work before every backend.
struct PollsFeature: Sendable {
    let repositories: Repositories
    let composing: Composing
    let signIn: SignInFeature
    let log: Logger

    func newPage(_ visit: Visit, _ id: ConversationID) async throws -> Response {
        _ = try await repositories.enter(id, try visit.requireSession())
        return page(visit, PollForm(id), .ok)
    }

    /// Sends the poll. If that fails, the response is the form with what was typed and the reason.
    func send(_ visit: Visit, _ id: ConversationID) async throws -> Response {
        var form = PollForm(visit.request.form, id)
        guard let session = visit.session else { return await signIn.signInPage(visit, unsent: form.unsent) }
        do {
            let access = try await repositories.enter(id, session)
            guard access.maySend else { throw ChatError(.forbidden, during: "send") }
            guard let poll = form.poll() else { return page(visit, form, .unprocessableContent) }
            var message = NewMessage(conversation: id, sender: session.user, text: try MessageText(poll.text))
            message.leavesDraft = true
            _ = try await composing.send(message, key: form.key, in: session.id, from: nil)
            return .seeOther("\(routes.thread(id, at: .newest).text)#latest")
        } catch {
            let failure = Failure(error)
            if case .signedOut = failure { return await signIn.signInAgain(visit, unsent: form.unsent) }
            log.report(failure, visit, "a poll was not sent")
            return refusal(visit, form, failure)
        }
    }

    /// The form with what was typed, for a request that was refused before it began; `nil` if it is none of these.
    func refusal(_ visit: Visit, _ failure: Failure) -> Response? {
        guard let id = routes.sendPoll.parameters(of: visit.request.target) else { return nil }
        return refusal(visit, PollForm(visit.request.form, id), failure)
    }

    private func refusal(_ visit: Visit, _ form: PollForm, _ failure: Failure) -> Response {
        var form = form
        form.fault = .failure(failure.text.detail)
        var response = page(visit, form, failure.status)
        response.headers[.retryAfter] = failure.retryAfter
        return response
    }

    private func page(_ visit: Visit, _ form: PollForm, _ status: Status) -> Response {
        let id = form.conversation
        var response = Page(
            visit, title: visit.say(PollWording.new), back: routes.thread(id, at: .newest), conversation: id
        ) { PollPage(say: visit.say, form: form) }.response(status)
        // What was typed and texts of other people are not compressed together (BREACH).
        response.isCompressible = form.fault == nil
        return response
    }
}
