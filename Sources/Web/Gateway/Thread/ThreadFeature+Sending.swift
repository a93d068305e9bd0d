import Accounts
import Bytes
import Chat
import Concurrency
import HTML
import HTTP
import Logging

extension ThreadFeature {
    /// How long the page with a text that was not sent may take, after `LedgerSender.patience`.
    static let unsentPatience = Duration.seconds(2)

    /// Sends a message. If that fails, the response is the page with the text in its box and the reason.
    ///
    /// A script gets the rendered message as JSON; a form is redirected to the page.
    func send(_ visit: Visit, to id: ConversationID) async throws -> Response {
        var new = UnsentMessage(visit.request.form, to: id)
        let received = visit.request.files.filter { $0.field == "file" }
        guard let session = visit.session else {
            new.lacksFiles = visit.request.hasOmittedFiles || !new.files.isEmpty
            return await signIn.signInPage(visit, unsent: new)
        }
        if let refusal = visit.request.uploadRefusal {
            let failure = Failure(refusal)
            return await unsent(
                visit, session, new, key: new.key, Self.wording(for: refusal), failure.status, failure)
        }
        let text: MessageText
        do {
            text =
                new.files.isEmpty && received.isEmpty
                ? try MessageText(new.text) : try MessageText(besideFiles: new.text)
        } catch {
            return await unsent(
                visit, session, new, key: new.key, ThreadWording.wording(for: error), .unprocessableContent)
        }
        do {
            guard new.files.count + received.count <= FileLimits.filesOfMessage else {
                return await unsent(visit, session, new, key: new.key, FileWording.tooMany, .unprocessableContent)
            }
            if let uploads {
                new.files += try await uploads.keep(received, of: new.key, by: session.user).map(\.id)
            }
            let message = NewMessage(
                conversation: id, sender: session.user, text: text, replyTo: new.reply, files: new.files)
            let sent = try await composing.send(message, key: new.key, in: session.id, from: new.page)
            if let sent, visit.acceptsJSON, let answer = await answer(with: sent, visit, session) { return answer }
        } catch {
            let failure = Failure(error)
            // The backend has ended its session, which ends this one too.
            if case .signedOut = failure {
                new.lacksFiles = !new.files.isEmpty || !received.isEmpty
                return await signIn.signInAgain(visit, unsent: new)
            }
            log.report(failure, visit, "a message was not sent")
            if await hasLostFiles(new, failure, session) {
                new.files = []
                return await unsent(visit, session, new, key: new.key, FileWording.gone, .conflict)
            }
            var key = new.key
            // What can't be found out about a key can't be found out later either: the person decides.
            if case .backend(let error) = failure, error.reason == .undecided { key = .random() }
            return await unsent(visit, session, new, key: key, Self.wording(for: failure), failure.status, failure)
        }
        return .seeOther("\(routes.thread(id, at: .newest).text)#latest")
    }

    /// Whether a message was refused because files that were kept for it are not there any more.
    private func hasLostFiles(_ unsent: UnsentMessage, _ failure: Failure, _ session: Session) async -> Bool {
        guard let uploads, !unsent.files.isEmpty, case .backend(let error) = failure, case .invalid = error.reason
        else { return false }
        return await uploads.attachments(unsent.files, of: session.user).count < unsent.files.count
    }

    /// The sent message as the event stream delivers it to its sender; `nil` if the conversation can't be read.
    func answer(with message: Message, _ visit: Visit, _ session: Session) async -> Response? {
        let id = message.conversation
        guard let conversation = try? await repositories.conversations.conversation(id, as: session.user) else {
            return nil
        }
        var original: Message?
        if let replyTo = message.replyTo {
            original = try? await repositories.messages.find([replyTo], in: id, as: session.user)[replyTo]
        }
        let payload = EventPayload(name: "posted") { json in
            json.member("conversation", id.description)
            json.write(
                message, after: nil, original: original, in: conversation, visit.locale, viewer: session.user,
                preview: nil, readers: nil,
                text: MessageFragment.text(
                    of: message, in: conversation, viewer: session.user, emoji: emoji.all),
                emoji: emoji.all)
        }
        var response = Response(.ok, .json, payload.json)
        response.headers[.cacheControl] = "no-store"
        // Safe against BREACH: it contains no secret, and only its sender decides when it is sent.
        response.isCompressible = true
        return response
    }

    /// Stores the text in the box. A script that submits it as a form, because the session may have ended, is led to
    /// sign-in or back to the conversation.
    func keepDraft(_ visit: Visit, _ id: ConversationID) async throws -> Response {
        guard let session = visit.session else {
            return await signIn.signInPage(visit, unsent: UnsentMessage(visit.request.form, to: id))
        }
        _ = try await repositories.enter(id, session)
        let form = visit.request.form
        let draft = Draft(
            form["text"] ?? "", key: form["key"].flatMap { FormKey($0) }, reply: form["reply"].flatMap { MessageID($0) }
        )
        try await composing.keep(draft: draft, of: session.user, in: id)
        composing.tell(draft, of: session.user, in: id, from: form["page"].flatMap { FormKey($0) })
        return visit.request.headers["Sec-Fetch-Mode"] == "navigate"
            ? .seeOther("\(routes.thread(id).text)#latest") : Response(.noContent)
    }

    /// The page of the conversation with the text still in its box, or if the conversation can't be read soon, the text
    /// alone. The text is also stored as a draft.
    ///
    /// - Parameters:
    ///   - key: the key of the form for the next attempt.
    ///   - failure: why it was not sent; `nil` if the text is at fault.
    private func unsent(
        _ visit: Visit, _ session: Session, _ unsent: UnsentMessage, key: FormKey, _ fault: Sentence, _ status: Status,
        _ failure: Failure? = nil
    ) async -> Response {
        let page = await within(Self.unsentPatience) { () async -> Result<Response, Failure>? in
            do {
                return .success(try await threadPage(visit, session, unsent, key: key, fault, status, failure))
            } catch {
                return .failure(Failure(error))
            }
        }
        switch page ?? .failure(.backend(ChatError(.timedOut, during: "threadPage"))) {
        case .success(let page): return page
        case .failure(let second):
            log.report(second, visit, "a thread can't be shown")
            return UnsentPage(visit: visit, failure: failure ?? second, unsent: unsent, key: key).response
        }
    }

    private func threadPage(
        _ visit: Visit, _ session: Session, _ unsent: UnsentMessage, key: FormKey, _ fault: Sentence, _ status: Status,
        _ failure: Failure?
    ) async throws -> Response {
        let access = try await repositories.enter(unsent.conversation, session)
        // What waits for the disk would wait once more.
        if failure?.isOverload != true {
            await keepIfPossible(Draft(unsent.text, key: key, reply: unsent.reply), visit, session, unsent.conversation)
        }
        var composer = ThreadPage.Composer(
            text: unsent.text, fault: await refusal(access) ?? fault, key: key)
        if let uploads, !unsent.files.isEmpty {
            composer.files = await uploads.attachments(unsent.files, of: session.user)
        }
        if let reply = unsent.reply { composer.reply = await quote(reply, in: access, visit) }
        return try await threadPage(visit, access, at: .newest, composer: composer, status: status)
    }

    /// Why the person can't send anything; `nil` where they can. It is asked only where something was not sent: a page costs
    /// no question for it.
    private func refusal(_ access: ConversationAccess) async -> Sentence? {
        guard access.maySend else { return GroupWording.onlyAdminsSend }
        let user = access.participant.user.id
        // Where it can't be asked, the page gives the reason of the failure itself.
        return await (try? composing.blocks.block(in: access.conversation, for: user))?.sentence
    }

    /// Stores an unsent text as a draft. The page that follows holds the text, so it is shown whether or not this fails.
    private func keepIfPossible(_ draft: Draft, _ visit: Visit, _ session: Session, _ id: ConversationID) async {
        do { try await composing.keep(draft: draft, of: session.user, in: id) } catch {
            log.report("a draft was not kept", error, visit)
        }
    }

    private static func wording(for refusal: UploadRefusal) -> Sentence {
        switch refusal {
        case .tooLarge: FileWording.tooLarge
        case .tooMany: FileWording.tooMany
        case .busy: FileWording.busy
        case .noSpace: ThreadWording.notSentDiskFull
        }
    }

    private static func wording(for failure: Failure) -> Sentence {
        guard case .backend(let error) = failure else { return ThreadWording.notSentBroken }
        return switch error.reason {
        case .timedOut: ThreadWording.notSentTimedOut
        case .diskFull: ThreadWording.notSentDiskFull
        case .notWritable: ThreadWording.notSentNotWritable
        case .serverFault: ThreadWording.notSentServerFault
        case .forbidden, .invalid: ThreadWording.notSentRefused
        case .unexpectedAnswer: ThreadWording.mayHaveBeenSent
        case .fileTooLarge: FileWording.tooLarge
        case .fileRefused(.infected): FileWording.infected
        case .fileRefused(.notChecked): FileWording.notChecked
        case .quotaExceeded(.person): FileWording.quotaOfPerson
        case .quotaExceeded: FileWording.quotaInAll
        case .undecided: ThreadWording.undecided
        default: ThreadWording.notSentUnavailable
        }
    }
}

extension Visit {
    /// Whether a script asks for data instead of a page.
    var acceptsJSON: Bool { Preferences(request.headers[.accept]).choices.first?.value == "application/json" }
}
