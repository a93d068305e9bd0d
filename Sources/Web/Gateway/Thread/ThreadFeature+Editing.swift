import Accounts
import Chat
import HTML
import HTTP
import RichText

// The text of a sent message is changed by its sender; everybody in the conversation can see the texts before.
extension ThreadFeature {
    /// Whether `user` may give the message another text.
    func canEdit(_ message: Message, _ user: UserID) -> Bool {
        message.sender == user && repositories.editing.isThere
    }

    /// The page with the text in a box.
    func editPage(_ visit: Visit, _ parameters: MessageParameters) async throws -> Response {
        let (access, message) = try await find(visit, parameters)
        guard canEdit(message, access.participant.user.id), let text = message.text else {
            throw ChatError(.forbidden, during: "edit")
        }
        return editPage(visit, parameters, text).response(.ok)
    }

    /// Saves the text. If that fails, the response is the page with the text in its box and the reason.
    func edit(_ visit: Visit, _ parameters: MessageParameters) async throws -> Response {
        let typed = visit.request.form["text"] ?? ""
        guard let session = visit.session else {
            if let outage = visit.outage { return refusal(visit, parameters, outage) }
            // It becomes the draft in the conversation, and so is not lost.
            let unsent = UnsentMessage(visit.request.form, to: parameters.conversation)
            return await signIn.signInPage(visit, unsent: unsent)
        }
        do {
            let (access, message) = try await find(visit, parameters)
            guard canEdit(message, session.user) else { throw ChatError(.forbidden, during: "edit") }
            let block = try await composing.blocks.block(in: access.conversation, for: session.user)
            if let refusal = block.sentence { return unsaved(visit, parameters, typed, refusal, .forbidden) }
            let text: MessageText
            do {
                text = message.attachments.isEmpty ? try MessageText(typed) : try MessageText(besideFiles: typed)
            } catch {
                return unsaved(visit, parameters, typed, ThreadWording.wording(for: error), .unprocessableContent)
            }
            let edited = try await access.edit(message, to: text)
            previews?.look(at: edited, live)
            return redirectBack(visit, to: edited)
        } catch {
            let failure = Failure(error)
            if case .signedOut = failure {
                return await signIn.signInAgain(
                    visit, unsent: UnsentMessage(visit.request.form, to: parameters.conversation))
            }
            log.report(failure, visit, "a message was not edited")
            return unsaved(visit, parameters, typed, Self.editWording(for: failure), failure.status)
        }
    }

    /// The page with the text still in its box, for an edit that was refused before it began.
    func refusal(_ visit: Visit, _ parameters: MessageParameters, _ failure: Failure) -> Response {
        var response = unsaved(
            visit, parameters, visit.request.form["text"] ?? "", failure.text.detail, failure.status)
        response.headers[.retryAfter] = failure.retryAfter
        return response
    }

    /// The texts that a message had before.
    func versions(_ visit: Visit, _ parameters: MessageParameters) async throws -> Response {
        let (access, message) = try await find(visit, parameters)
        let earlier = try await access.versions(of: message.id)
        let mentions = RichText.Mentions(
            in: access.conversation, viewer: access.participant.user.id,
            for: earlier.map(\.text) + [message.text ?? ""])
        return Page(
            visit, title: visit.say(EditingWording.versions), back: routes.thread(parameters.conversation),
            conversation: parameters.conversation
        ) {
            VersionsPage(time: visit.time, message: message, earlier: earlier, mentions: mentions)
        }.response(.ok)
    }

    private func editPage(
        _ visit: Visit, _ parameters: MessageParameters, _ text: String, fault: Sentence? = nil
    ) -> Page {
        Page(
            visit, title: visit.say(EditingWording.title), back: routes.thread(parameters.conversation),
            conversation: parameters.conversation
        ) { EditPage(say: visit.say, message: parameters, text: text, fault: fault) }
    }

    private func unsaved(
        _ visit: Visit, _ parameters: MessageParameters, _ text: String, _ fault: Sentence, _ status: Status
    ) -> Response {
        var response = editPage(visit, parameters, text, fault: fault).response(status)
        // What was typed and the list of conversations are not compressed together (BREACH).
        response.isCompressible = false
        return response
    }

    private static func editWording(for failure: Failure) -> Sentence {
        switch failure {
        case .notFound: EditingWording.deleted
        case .backend(let error):
            switch error.reason {
            case .notFound: EditingWording.deleted
            case .forbidden, .invalid, .notParticipant, .noLongerParticipant: EditingWording.refused
            case .limitReached: EditingWording.tooOften
            case .diskFull: EditingWording.diskFull
            default: EditingWording.notSaved
            }
        default: EditingWording.refused
        }
    }
}
