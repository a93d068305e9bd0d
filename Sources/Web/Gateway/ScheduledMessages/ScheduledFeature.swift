import Accounts
import Chat
import HTML
import HTTP
import Logging

/// Messages that are sent later: written, listed, changed and discarded. They are kept by the site, so they work before
/// every backend.
struct ScheduledFeature: Sendable {
    let repositories: Repositories
    let accounts: AccountRegister
    let composing: Composing
    let sending: ScheduledSending
    let signIn: SignInFeature
    let log: Logger

    /// The form, with the person's draft in the conversation.
    func newPage(_ visit: Visit, _ id: ConversationID) async throws -> Response {
        let session = try visit.requireSession()
        _ = try await repositories.enter(id, session)
        let draft = try await composing.draft(of: session.user, in: id)
        return page(visit, ScheduleForm(draft, in: id, at: visit.time), .ok)
    }

    /// Takes what is in the text box of a conversation to the form; what comes from the form is stored. If that fails, the
    /// response is the form with the text and the reason.
    func schedule(_ visit: Visit, _ id: ConversationID) async throws -> Response {
        let sent = visit.request.form
        guard let session = visit.session else {
            return await signIn.signInPage(visit, unsent: UnsentMessage(sent, to: id))
        }
        var form = ScheduleForm(sent, in: id, at: visit.time)
        return try await keepingText(visit, &form) { form in
            let access = try await repositories.enter(id, session)
            guard form.choice != nil else { return try await takeFromTextBox(visit, session, form) }
            guard access.maySend else { throw ChatError(.forbidden, during: "schedule") }
            guard let message = form.message(of: session.user, at: visit.time) else { return nil }
            guard try await accounts.schedule(message) else {
                form.fault = .tooMany
                return nil
            }
            await dropDraft(form, of: session.user)
            return .seeOther(routes.scheduled.text)
        }
    }

    /// What the person has scheduled.
    func list(_ visit: Visit) async throws -> Response { try await list(visit, fault: nil, .ok) }

    func messagePage(_ visit: Visit, _ id: FormKey) async throws -> Response {
        let session = try visit.requireSession()
        guard let message = try await accounts.scheduledMessage(id, of: session.user), message.state.allowsChanges
        else { return try await list(visit, fault: ScheduledWording.gone, .notFound) }
        return page(visit, ScheduleForm(message, at: visit.time), .ok)
    }

    /// Gives a message another text and another moment.
    func change(_ visit: Visit, _ id: FormKey) async throws -> Response {
        let sent = visit.request.form
        guard let conversation = sent["conversation"].flatMap({ ConversationID($0) }) else {
            _ = try visit.requireSession()
            throw Failure.badRequest
        }
        guard let session = visit.session else {
            return await signIn.signInPage(visit, unsent: UnsentMessage(sent, to: conversation))
        }
        var form = ScheduleForm(sent, in: conversation, id, at: visit.time)
        return try await keepingText(visit, &form) { form in
            guard let message = form.message(of: session.user, at: visit.time) else { return nil }
            guard try await accounts.change(id, of: session.user, text: message.text, due: message.due) else {
                form.fault = .gone
                return nil
            }
            if form.choice == .now { await sending.sendDue(only: id) }
            return .seeOther(routes.scheduled.text)
        }
    }

    func discard(_ visit: Visit, _ id: FormKey) async throws -> Response {
        let session = try visit.requireSession()
        guard try await accounts.discard(id, of: session.user) else {
            return try await list(visit, fault: ScheduledWording.gone, .conflict)
        }
        return .seeOther(routes.scheduled.text)
    }

    /// The form with the text still in it, for a request that was refused before it began; `nil` if it is none of these.
    func refusal(_ visit: Visit, _ failure: Failure) -> Response? {
        let target = visit.request.target
        let sent = visit.request.form
        let message = routes.changeScheduled.parameters(of: target)
        guard sent[ScheduleForm.text] != nil,
            let conversation = routes.schedule.parameters(of: target)
                ?? message.flatMap({ _ in sent["conversation"].flatMap { ConversationID($0) } })
        else { return nil }
        var form = ScheduleForm(sent, in: conversation, message, at: visit.time)
        form.fault = .failure(failure.text.detail)
        var response = page(visit, form, failure.status)
        response.headers[.retryAfter] = failure.retryAfter
        return response
    }

    /// The response of `body`, or the form with the fault that it noted, or with that of what it threw.
    private func keepingText(
        _ visit: Visit, _ form: inout ScheduleForm, _ body: (inout ScheduleForm) async throws -> Response?
    ) async throws -> Response {
        do {
            if let response = try await body(&form) { return response }
            return page(visit, form, form.fault == .gone ? .conflict : .unprocessableContent)
        } catch {
            let failure = Failure(error)
            if case .signedOut = failure {
                return await signIn.signInAgain(
                    visit, unsent: UnsentMessage(visit.request.form, to: form.conversation))
            }
            log.report(failure, visit, "a message was not scheduled")
            form.fault = .failure(failure.text.detail)
            var response = page(visit, form, failure.status)
            response.headers[.retryAfter] = failure.retryAfter
            return response
        }
    }

    /// The text stays the draft of the conversation until it is scheduled.
    private func takeFromTextBox(_ visit: Visit, _ session: Session, _ form: ScheduleForm) async throws -> Response {
        var form = form
        form.draft = form.text
        form.hasFiles = visit.request.form.fields.contains { $0.name == "file" && !$0.value.isEmpty }
        try await composing.keep(
            draft: Draft(form.text, reply: form.reply), of: session.user, in: form.conversation)
        return page(visit, form, .ok)
    }

    /// The draft has become the message, if it is still the same. A failure leaves it.
    private func dropDraft(_ form: ScheduleForm, of user: UserID) async {
        guard let former = form.draft.flatMap({ try? MessageText($0) }),
            let draft = try? await composing.draft(of: user, in: form.conversation),
            (try? MessageText(draft.text)) == former
        else { return }
        do {
            try await composing.keep(draft: Draft(""), of: user, in: form.conversation)
            composing.tell(Draft(""), of: user, in: form.conversation, from: nil)
        } catch {
            log.info("a draft that was scheduled was not dropped", ["why": .text("\(error)")])
        }
    }

    private func list(_ visit: Visit, fault: Sentence?, _ status: Status) async throws -> Response {
        let session = try visit.requireSession()
        let messages = try await accounts.scheduledMessages(of: session.user)
        var titles: [ConversationID: String] = [:]
        for id in Set(messages.map(\.conversation)) {
            // Without a title for one that can't be read, or not now: the list is shown all the same.
            let conversation = try? await repositories.conversations.conversation(id, as: session.user)
            titles[id] = conversation?.title(for: session.user, visit.say)
        }
        return Page(visit, title: visit.say(ScheduledWording.title), back: routes.profile.path) {
            ScheduledPage(say: visit.say, time: visit.time, messages: messages, titles: titles, fault: fault)
        }.response(status)
    }

    private func page(_ visit: Visit, _ form: ScheduleForm, _ status: Status) -> Response {
        let back = form.isNew ? routes.thread(form.conversation) : routes.scheduled.path
        var response = Page(
            visit, title: visit.say(form.isNew ? ScheduledWording.later : ScheduledWording.changeTitle), back: back,
            conversation: form.conversation
        ) {
            SchedulePage(say: visit.say, time: visit.time, form: form)
        }.response(status)
        // As on the page of a conversation (BREACH).
        response.isCompressible = form.text.isEmpty
        return response
    }
}
