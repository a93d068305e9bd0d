import HTML
import Logging
import Accounts
import Chat
import HTTP

extension Site {
    func thread(_ visit: Visit, _ id: ConversationID, before: MessageCursor?) async throws -> Response {
        let session = try visit.requireSession()
        return try await threadPage(visit, user: session.user, id, before: before, composer: .init(), status: .ok)
    }

    /// Sends what was typed. Where it can't be sent, it stands in the box again, with the reason.
    func send(_ visit: Visit, to id: ConversationID) async throws -> Response {
        let typed = visit.request.form["text"] ?? ""
        guard let session = visit.session else {
            return await signInPage(visit, unsent: .init(conversation: id, text: typed))
        }
        let text: MessageText
        do {
            text = try MessageText(typed)
        } catch {
            let wording: ThreadWording =
                switch error {
                case .blank: .blank
                case .tooLong(let characters): .tooLong(characters)
                }
            return try await unsent(
                visit, session, id, .init(text: typed, fault: wording), .unprocessableContent, because: nil)
        }
        do {
            _ = try await ConversationRoom.enter(id, as: session.user, parts.repositories).send(text)
        } catch {
            let failure = Failure(error)
            guard case .backend(let error) = failure else { throw failure }
            parts.log.error(
                "a message was not sent",
                ["why": .text(error.description), "id": .text(visit.request.id.description)])
            let composer = ThreadPage.Composer(text: typed, fault: Self.wording(for: error))
            return try await unsent(visit, session, id, composer, failure.status, because: failure)
        }
        return .seeOther("\(Path.thread(id).text)#latest")
    }

    /// The thread with the text still in its box; or, where the thread can't be read either, the text alone.
    private func unsent(
        _ visit: Visit, _ session: Session, _ id: ConversationID, _ composer: ThreadPage.Composer, _ status: Status,
        because failure: Failure?
    ) async throws -> Response {
        do {
            return try await threadPage(
                visit, user: session.user, id, before: nil, composer: composer, status: status)
        } catch {
            let second = Failure(error)
            guard case .backend = second else { throw second }
            let shown = failure ?? second
            return Page(visit, title: visit.say(shown.title), back: .conversations) {
                UnsentPage(visit: visit, failure: shown, conversation: id, text: composer.text)
            }.response(shown.status)
        }
    }

    func threadPage(
        _ visit: Visit, user: UserID, _ id: ConversationID, before: MessageCursor?, composer: ThreadPage.Composer,
        status: Status
    ) async throws -> Response {
        let room = try await ConversationRoom.enter(id, as: user, parts.repositories)
        let page = try await room.page(before: before)
        let conversation = room.conversation
        let members =
            conversation.kind == .group
            ? visit.say(ConversationWording.members(conversation.activeParticipants.count)) : nil
        return Page(
            visit, title: conversation.title(for: user, visit.say), back: .conversations, subtitle: members
        ) {
            ThreadPage(
                say: visit.say, conversation: id,
                model: ThreadModel(page, in: conversation, viewer: user, visit.time),
                older: page.older.map { .thread(id, before: $0) }, isNewest: before == nil, composer: composer)
        }.response(status)
    }

    private static func wording(for error: ChatError) -> ThreadWording {
        switch error.reason {
        case .timedOut: .notSentTimedOut
        case .unexpectedAnswer: .mayHaveBeenSent
        default: .notSentUnavailable
        }
    }
}
