import Accounts
import Chat
import HTML
import HTTP
import Logging

/// What the box at the bottom of a thread sends.
private struct ComposerForm {
    let text: String
    let reply: MessageID?
    let key: FormKey

    init(_ form: Form) {
        text = form["text"] ?? ""
        reply = form["reply"].flatMap { MessageID($0) }
        // A form without a key, such as a client's of its own, is sent as often as it comes.
        key = form["key"].flatMap { FormKey($0) } ?? .random()
    }
}

extension ThreadFeature {
    /// Sends what was typed. Where it can't be sent, it stands in the box again, with the reason.
    ///
    /// A script gets the message as its page is to show it; a form is led back to the page.
    func send(_ visit: Visit, to id: ConversationID) async throws -> Response {
        let form = ComposerForm(visit.request.form)
        guard let session = visit.session else {
            return await signIn.signInPage(visit, unsent: .init(conversation: id, text: form.text))
        }
        var composer = ThreadPage.Composer(text: form.text, key: form.key)
        let text: MessageText
        do {
            text = try MessageText(form.text)
        } catch {
            composer.fault =
                switch error {
                case .blank: .blank
                case .tooLong(let characters): .tooLong(characters)
                }
            return try await unsent(visit, session, id, composer, .unprocessableContent, because: nil)
        }
        do {
            let message = try await composing.send(
                NewMessage(conversation: id, sender: session.user, text: text, replyTo: form.reply), key: form.key,
                in: session)
            if let message, Preferences(visit.request.headers[.accept]).choices.first?.value == "application/json",
                let answer = await sent(message, visit, session)
            {
                return answer
            }
        } catch {
            let failure = Failure(error)
            // The backend's session is over, and this one with it.
            if case .signedOut = failure {
                return await signIn.signInAgain(visit, unsent: .init(conversation: id, text: form.text))
            }
            guard case .backend(let error) = failure else { throw failure }
            log.error(
                "a message was not sent",
                ["why": .text(error.description), "id": .text(visit.request.id.description)])
            composer.fault = Self.wording(for: error)
            return try await unsent(visit, session, id, composer, failure.status, because: failure)
        }
        return .seeOther("\(routes.thread(id).text)#latest")
    }

    /// A message that was sent, as the event stream tells it to its sender; `nil` where it can't be shown.
    private func sent(_ message: Message, _ visit: Visit, _ session: Session) async -> Response? {
        let id = message.conversation
        guard let conversation = try? await repositories.conversations.conversation(id, as: session.user) else {
            return nil
        }
        var original: Message?
        if let answered = message.replyTo {
            original = try? await repositories.messages.find([answered], in: id, as: session.user)[answered]
        }
        var data = EventPayload.Data(conversation: id.description)
        data.show(message, after: nil, original: original, in: conversation, visit.locale, viewer: session.user)
        var response = Response(.ok, .json, data.json)
        response.headers[.cacheControl] = "no-store"
        // It holds no secret, and nobody but its sender decides when it is sent.
        response.isCompressible = true
        return response
    }

    /// Keeps what is being typed.
    func keepDraft(_ visit: Visit, _ id: ConversationID) async throws -> Response {
        let session = try visit.requireSession()
        _ = try await repositories.enter(id, session)
        try await composing.keep(draft: visit.request.form["text"] ?? "", of: session.user, in: id)
        return Response(.noContent)
    }

    /// The thread with the text still in its box; or, where the thread can't be read either, the text alone.
    /// The text is kept as a draft as well.
    private func unsent(
        _ visit: Visit, _ session: Session, _ id: ConversationID, _ composer: ThreadPage.Composer, _ status: Status,
        because failure: Failure?
    ) async throws -> Response {
        do {
            let room = try await repositories.enter(id, session)
            try await composing.keep(draft: composer.text, of: session.user, in: id)
            return try await threadPage(visit, room, before: nil, composer: composer, status: status)
        } catch {
            let second = Failure(error)
            guard case .backend = second else { throw second }
            let shown = failure ?? second
            if let detail = second.logDetail {
                log.error(
                    "a thread can't be shown", ["why": .text(detail), "id": .text(visit.request.id.description)])
            }
            return Page(visit, title: visit.say(shown.title), back: routes.conversations.path) {
                UnsentPage(visit: visit, failure: shown, conversation: id, text: composer.text)
            }.response(shown.status)
        }
    }

    private static func wording(for error: ChatError) -> ThreadWording {
        switch error.reason {
        case .timedOut: .notSentTimedOut
        case .unexpectedAnswer: .mayHaveBeenSent
        default: .notSentUnavailable
        }
    }
}
