import Accounts
import Chat
import Desk
import HTML
import HTTP
import Logging

/// What the box at the bottom of a thread sends.
private struct ComposerForm {
    let text: String
    let reply: MessageID?
    let key: String

    init(_ form: Form) {
        text = form["text"] ?? ""
        reply = form["reply"].flatMap { MessageID($0) }
        key = form["key"] ?? ""
    }
}

extension Site {
    /// Sends what was typed. Where it can't be sent, it stands in the box again, with the reason.
    func send(_ visit: Visit, to id: ConversationID) async throws -> Response {
        let form = ComposerForm(visit.request.form)
        guard let session = visit.session else {
            return await signInPage(visit, unsent: .init(conversation: id, text: form.text))
        }
        var composer = ThreadPage.Composer(text: form.text)
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
            _ = try await enter(id, session)
            // A form without a key, such as a client's of its own, is sent as often as it comes.
            let key =
                SendKey(user: session.user, conversation: id, form: form.key, text: text)
                ?? SendKey(user: session.user, conversation: id, form: MessageID.random().description, text: text)
            guard let key else { throw Failure.badRequest }
            _ = try await parts.sendOnce.send(key, replyTo: form.reply)
        } catch {
            let failure = Failure(error)
            // The backend's session is over, and this one with it.
            if case .signedOut = failure {
                return await signInAgain(visit, unsent: .init(conversation: id, text: form.text))
            }
            guard case .backend(let error) = failure else { throw failure }
            parts.log.error(
                "a message was not sent",
                ["why": .text(error.description), "id": .text(visit.request.id.description)])
            composer.fault = Self.wording(for: error)
            return try await unsent(visit, session, id, composer, failure.status, because: failure)
        }
        dropDraft(of: session, in: id, visit)
        return .seeOther("\(routes.thread(id).text)#latest")
    }

    /// The message is sent: a draft that stays behind is no reason to say otherwise.
    private func dropDraft(of session: Session, in id: ConversationID, _ visit: Visit) {
        do {
            try parts.dropDraft(of: session.user, in: id)
        } catch {
            parts.log.error(
                "a draft can't be dropped", ["why": .text("\(error)"), "id": .text(visit.request.id.description)])
        }
    }

    /// Keeps what is being typed.
    func keepDraft(_ visit: Visit, _ id: ConversationID) async throws -> Response {
        let session = try visit.requireSession()
        _ = try await enter(id, session)
        try parts.keep(draft: visit.request.form["text"] ?? "", of: session.user, in: id)
        return Response(.noContent)
    }

    /// The thread with the text still in its box; or, where the thread can't be read either, the text alone.
    /// The text is kept as a draft as well.
    private func unsent(
        _ visit: Visit, _ session: Session, _ id: ConversationID, _ composer: ThreadPage.Composer, _ status: Status,
        because failure: Failure?
    ) async throws -> Response {
        do {
            let room = try await self.enter(id, session)
            try parts.keep(draft: composer.text, of: session.user, in: id)
            return try await threadPage(visit, room, before: nil, composer: composer, status: status)
        } catch {
            let second = Failure(error)
            guard case .backend = second else { throw second }
            let shown = failure ?? second
            if let detail = second.logDetail {
                parts.log.error(
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
