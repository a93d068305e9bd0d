import Accounts
import Chat
import HTML
import HTTP
import RichText

// A message is forwarded to another conversation: as a quote under its author's name, with the same files.
extension ThreadFeature {
    /// The page that offers the conversations.
    func forwardPage(_ visit: Visit, _ parameters: ForwardParameters) async throws -> Response {
        let (access, message) = try await findForwardable(visit, parameters.message)
        return try await forwardPage(visit, access, message, parameters, key: .random(), fault: nil).response(.ok)
    }

    /// Sends the quote. If that fails, the response is the page with the reason, and sends it at most once all the same.
    ///
    /// A script gets the rendered message as JSON; a form is redirected to the other conversation.
    func forward(_ visit: Visit, _ parameters: MessageParameters) async throws -> Response {
        let session = try visit.requireSession()
        let form = visit.request.form
        let (access, message) = try await findForwardable(visit, parameters)
        guard let target = form["to"].flatMap({ ConversationID($0) }), let key = form["key"].flatMap({ FormKey($0) })
        else { throw Failure.badRequest }
        let text: MessageText
        do {
            text = try MessageText(quote(of: message, in: access, visit.say))
        } catch {
            let fault = ForwardingWording.tooLong
            return try await forwardPage(visit, access, message, ForwardParameters(parameters), key: key, fault: fault)
                .response(.unprocessableContent)
        }
        do {
            // Before files are kept for it.
            _ = try await repositories.enter(target, session)
            let files = try await copies(of: message.attachments, for: key, session)
            var new = NewMessage(conversation: target, sender: session.user, text: text, files: files)
            new.leavesDraft = true
            let sent = try await composing.send(new, key: key, in: session.id, from: nil)
            if let sent, visit.acceptsJSON, let answer = await answer(with: sent, visit, session) { return answer }
        } catch {
            let failure = Failure(error)
            guard case .backend(let error) = failure else { throw failure }
            log.report(failure, visit, "a message was not forwarded")
            // What can't be found out about a key can't be found out later either: the person decides.
            let next = error.reason == .undecided ? .random() : key
            var response = try await forwardPage(
                visit, access, message, ForwardParameters(parameters), key: next, fault: failure.text.detail
            ).response(failure.status)
            response.headers[.retryAfter] = failure.retryAfter
            return response
        }
        return .seeOther("\(routes.thread(target, at: .newest).text)#latest")
    }

    /// The message, if a person wrote it.
    private func findForwardable(
        _ visit: Visit, _ parameters: MessageParameters
    ) async throws -> (ConversationAccess, Message) {
        let (access, message) = try await find(visit, parameters)
        guard message.sender != nil else { throw ChatError(.notFound, during: "forward") }
        return (access, message)
    }

    /// The name of the author, and the text as a quote (CommonMark §5.1), in which people who are mentioned have their names
    /// instead of their aliases.
    private func quote(of message: Message, in access: ConversationAccess, _ say: Speaker) -> String {
        let author = message.sender.map { Names(access.conversation, of: [$0], say)[$0].name } ?? ""
        let text = message.text ?? ""
        guard !text.isEmpty else { return author }
        let mentions = RichText.Mentions(
            in: access.conversation, viewer: access.participant.user.id, for: CollectionOfOne(text))
        let named = RichText.naming(mentions, in: text)
        let lines = named.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
        return author + "\n\n" + lines.map { "> \(String($0))" }.joined(separator: "\n")
    }

    /// Keeps files of a message once more, for the one that forwards it. The same form, sent again, has the same.
    private func copies(of files: [Attachment], for key: FormKey, _ session: Session) async throws -> [FileID] {
        guard let uploads else { return [] }
        var copies: [FileID] = []
        for (index, attachment) in files.enumerated() {
            let file = try await uploads.files.file(attachment.id, as: session.user)
            let copy = FileID(of: file, at: index, in: key, of: session.user)
            copies.append(try await uploads.files.copy(file, as: copy, of: session.user).id)
        }
        return copies
    }

    private func forwardPage(
        _ visit: Visit, _ access: ConversationAccess, _ message: Message, _ parameters: ForwardParameters, key: FormKey,
        fault: Sentence?
    ) async throws -> Page {
        let user = access.participant.user.id
        let list = try await ConversationOverview(repositories).list(
            for: user, matching: SearchQuery(filter: parameters.list.query), after: parameters.list.cursor)
        return Page(
            visit, title: visit.say(ForwardingWording.title), back: routes.thread(access.conversation.id),
            conversation: access.conversation.id
        ) {
            ForwardPage(
                say: visit.say, viewer: user, parameters: parameters, list: list,
                excerpt: message.excerpt(in: access.conversation, viewer: user, visit.say), key: key, fault: fault)
        }
    }
}
