import Live
import Accounts
import Chat
import HTML
import HTTP
import Logging
import RichText

/// The page of a conversation, and changes of its messages.
struct ThreadFeature: Sendable {
    let repositories: Repositories
    let live: Live
    let composing: Composing
    let pages: PageCache
    let policy: SitePolicy
    /// Whether the requests for a page are better made concurrently than one after the other.
    let asksSideBySide: @Sendable () -> Bool
    let signIn: SignInFeature
    /// Keeps the files of forms; `nil` where none can be sent.
    let uploads: Uploads?
    /// `nil` where links have no previews.
    let previews: LinkPreviews?
    let emoji: PlaceEmoji
    let log: Logger

    /// A page of a conversation. Where it shows the first unread message, it marks its messages as read.
    func thread(_ visit: Visit, _ parameters: ThreadParameters) async throws -> Response {
        let session = try visit.requireSession()
        let (id, place, reply) = (parameters.conversation, parameters.place, parameters.reply)
        if parameters.isWithoutScripts {
            return ReadingCookie.remove(routes.thread(id, at: place, reply: reply), visit)
        }
        try await visit.catchUp(in: id)
        guard place == .unread || place == .newest, reply == nil else {
            return try await freshThread(visit, session, id, at: place, reply: reply)
        }
        return try await pages.cached(
            visit, .thread(id, place, session: session.id), session,
            version: { live.version(ofThread: id, for: session.user) }
        ) { try await freshThread(visit, session, id, at: place, reply: nil) }
    }

    private func freshThread(
        _ visit: Visit, _ session: Session, _ id: ConversationID, at place: ThreadPlace, reply: MessageID?
    ) async throws -> Response {
        let access = try await repositories.enterFollowing(id, session)
        let composer = try await composer(in: access, session, visit, reply: reply)
        return try await threadPage(
            visit, access, at: reply != nil && place == .unread ? .newest : place, composer: composer, status: .ok)
    }

    /// The text box with the user's draft.
    /// - Parameter reply: the message to reply to, instead of that of the draft.
    private func composer(
        in access: ConversationAccess, _ session: Session, _ visit: Visit, reply: MessageID? = nil
    ) async throws -> ThreadPage.Composer {
        let id = access.conversation.id
        let draft = try await composing.draft(of: session.user, in: id)
        var composer = ThreadPage.Composer(
            text: draft?.text ?? "", key: draft?.key ?? .random(), isNext: draft?.key == nil)
        composer.isFocused = reply != nil
        composer.closed = access.maySend ? nil : GroupWording.onlyAdminsSend
        if let original = reply ?? draft?.reply { composer.reply = await quote(original, in: access, visit) }
        return composer
    }

    func threadPage(
        _ visit: Visit, _ access: ConversationAccess, at place: ThreadPlace, composer: ThreadPage.Composer,
        status: Status
    ) async throws -> Response {
        let id = access.conversation.id
        var (page, bookmarked, unread): (MessagePage, Set<MessageID>, Unread)
        if asksSideBySide() {
            async let bookmarks = self.bookmarks(in: access)
            async let unreadMessages = self.unread(in: access)
            (page, bookmarked, unread) = (
                try await self.page(at: place, in: access), try await bookmarks, try await unreadMessages
            )
        } else {
            (page, bookmarked, unread) = (
                try await self.page(at: place, in: access), try await bookmarks(in: access),
                try await self.unread(in: access)
            )
        }
        var annotations = ThreadModel.Annotations()
        if let start = try await access.unreadStart(unread) {
            var moment: Timestamp?
            if case .from(let first) = place { moment = first }
            annotations.firstUnread = access.firstUnread(start, on: page, from: moment)
            if place == .unread, annotations.firstUnread == nil,
                let first = try await whileAnswered({ () async throws(ChatError) in try await access.page(at: start) })
            {
                page = first
                annotations.firstUnread = access.firstUnread(start, on: page)
            }
        }
        annotations.back = routes.thread(id, at: place)
        annotations.originals = try await originals(of: page, in: access)
        annotations.bookmarked = bookmarked
        annotations.readers = try await readers(of: page, in: access)
        annotations.previews = await shownPreviews(of: page, visit)
        let isNewest = place.mayBeNewest && page.newer == nil
        // Never past what was not sent: without unread messages of others, up to the newest.
        if status == .ok, visit.marksSentPagesRead, let last = page.messages.last,
            annotations.firstUnread != nil || (unread.count == 0 && isNewest)
        {
            try await markRead(last.id, unread, in: access, visit)
        }
        return render(
            visit, access, page, annotations, unread, at: place, composer: composer, isNewest: isNewest, actions: nil,
            status)
    }

    /// How far others have read, where the page has messages of the person, and it can be known now.
    private func readers(of page: MessagePage, in access: ConversationAccess) async throws -> [Reader]? {
        let user = access.participant.user.id
        guard page.messages.contains(where: { $0.sender == user }) else { return nil }
        return try await whileAnswered { () async throws(ChatError) in try await access.readers() } ?? nil
    }

    private func page(at place: ThreadPlace, in access: ConversationAccess) async throws(ChatError) -> MessagePage {
        switch place {
        case .unread, .newest: try await access.page()
        case .before(let cursor): try await access.page(before: cursor)
        case .from(let moment): try await access.page(from: moment)
        }
    }

    /// Something without which the page can be shown; `nil` where the backend does not answer.
    private func whileAnswered<Value>(_ read: () async throws(ChatError) -> Value) async throws(ChatError) -> Value? {
        do throws(ChatError) { return try await read() } catch {
            guard error.isOutage else { throw error }
            return nil
        }
    }

    /// What is unread; nothing where that is not known while the backend does not answer. Then nothing is marked as read either.
    private func unread(in access: ConversationAccess) async throws(ChatError) -> Unread {
        try await whileAnswered { () async throws(ChatError) in try await access.unread() } ?? .none
    }

    /// One message among those around it, with its actions.
    func message(_ visit: Visit, _ id: ConversationID, _ message: MessageID, at moment: Timestamp?) async throws
        -> Response
    {
        let session = try visit.requireSession()
        let access = try await repositories.enterFollowing(id, session)
        let found: Message
        do throws(ChatError) {
            found = try await access.message(message, sentAt: moment)
        } catch {
            guard error.reason == .notFound else { throw error }
            let place = routes.thread(id, at: moment.map { .from($0) } ?? .unread)
            return Page(visit, title: visit.say(ThreadWording.message), back: routes.thread(id)) {
                section(.class("notice")) {
                    p { visit.say(ThreadWording.deleted) }
                    a(.class("button"), .href(place.url)) { visit.say(ThreadWording.toPlace) }
                }
            }.response(.notFound)
        }
        let page = try await access.context(of: found)
        var annotations = ThreadModel.Annotations()
        annotations.originals = try await originals(of: page, in: access)
        annotations.bookmarked = try await bookmarks(in: access)
        annotations.readers = try await readers(of: page, in: access)
        let previews = await previews?.shown(of: page.messages, live) ?? [:]
        if visit.appearance.linkPreviews == .shown { annotations.previews = previews }
        let path = routes.message(id, message, at: found.createdAt)
        annotations.back = path
        let actions = MessageActions(
            say: visit.say, conversation: id, message: found, isBookmarked: annotations.bookmarked.contains(message),
            isPinned: try await isPinned(found, in: access), canEdit: canEdit(found, session.user),
            hasThread: access.hasThread(found),
            canDelete: found.sender == session.user || access.participant.role == .admin,
            canRemovePreview: found.sender == session.user && previews[message] != nil,
            readers: found.sender == session.user
                ? annotations.readers.map { readers(of: found, among: $0, in: access, visit) } : nil,
            viewer: session.user,
            link: (policy.origin(of: visit.request)?.description ?? "") + path.text)
        return render(
            visit, access, page, annotations, .none, at: .newest,
            composer: try await composer(in: access, session, visit),
            isNewest: false,
            actions: actions, .ok)
    }

    /// Moves the read mark. The page is shown though it can't be kept, and the messages then stay unread.
    private func markRead(_ newest: MessageID, _ unread: Unread, in access: ConversationAccess, _ visit: Visit)
        async throws
    {
        do throws(ChatError) { try await access.markRead(newest, unread) } catch {
            guard error.isOutage else { throw error }
            log.report("a read mark was not kept", error, visit)
        }
    }

    /// The names of those who have read a message.
    private func readers(
        of message: Message, among readers: [Reader], in access: ConversationAccess, _ visit: Visit
    ) -> (names: [String], isMore: Bool) {
        let found = MessageReaders(of: message, among: readers)
        let names = Names(access.conversation, of: Set(found.users), visit.say)
        return (found.users.map { names[$0].name }, found.isMore)
    }

    /// The previews of a page; none for those who hide them.
    private func shownPreviews(of page: MessagePage, _ visit: Visit) async -> [MessageID: LinkPreviews.Shown] {
        guard let previews, visit.appearance.linkPreviews == .shown else { return [:] }
        return await previews.shown(of: page.messages, live)
    }

    /// The messages that are replied to and are not on the page, as far as they are available without a search.
    private func originals(of page: MessagePage, in access: ConversationAccess) async throws -> [MessageID: Message] {
        let replyTargets = page.messages.compactMap(\.replyTo)
        return try await access.find(Set(replyTargets.filter { id in !page.messages.contains { $0.id == id } }))
    }

    /// The messages of a conversation that the user has bookmarked, as far as that is known.
    private func bookmarks(in access: ConversationAccess) async throws -> Set<MessageID> {
        let user = access.participant.user.id
        let bookmarks = try await whileAnswered { () async throws(ChatError) in
            try await repositories.bookmarks.bookmarks(of: user)
        }
        return Set((bookmarks ?? []).lazy.filter { $0.conversation == access.conversation.id }.map(\.message))
    }

    private func render(
        _ visit: Visit, _ access: ConversationAccess, _ page: MessagePage, _ annotations: ThreadModel.Annotations,
        _ unread: Unread, at place: ThreadPlace, composer: ThreadPage.Composer, isNewest: Bool,
        actions: MessageActions?, _ status: Status
    ) -> Response {
        let conversation = access.conversation
        let viewer = access.participant.user.id
        var (composer, annotations) = (composer, annotations)
        annotations.emoji = emoji.all
        if composer.isNext, let session = visit.session {
            composer.key = composing.keys.key(
                for: session.id, in: conversation.id, after: live.newestMessage(of: viewer, in: conversation.id))
        }
        let model = ThreadModel(page, in: conversation, viewer: viewer, visit.time, annotations)
        var response = Page(
            visit, title: conversation.title(for: viewer, visit.say),
            back: conversation.thread.map { routes.thread($0.conversation) } ?? routes.conversations.path,
            subtitle: ThreadSubtitle(
                conversation, viewer: viewer, hasFiles: uploads?.files.isThere == true,
                isSilent: visit.level(of: conversation.id)?.level == .nothing, visit.say),
            conversation: conversation.id,
            withoutScripts: visit.marksSentPagesRead || actions != nil ? nil : withoutScripts(conversation.id, place)
        ) {
            ThreadPage(
                say: visit.say, conversation: conversation.id,
                model: model,
                older: page.older.map { routes.thread(conversation.id, at: .before($0)) },
                newer: isNewest ? nil : page.newer.map { routes.thread(conversation.id, at: .from($0)) },
                isNewest: isNewest, unread: unread, composer: composer, files: uploads?.limits,
                canEdit: repositories.editing.isThere,
                hasThreads: conversation.hasThreads && repositories.threads.isThere, origin: origin(of: conversation),
                actions: actions,
                templates: ThreadTemplates(conversation, viewer: viewer, model.context.names, visit.say))
        }.response(status)
        // An unsent text and text of other people are not compressed together: the length would reveal the one by the
        // other (BREACH).
        response.isCompressible = composer.text.isEmpty && composer.fault == nil
        return response
    }

    private func withoutScripts(_ id: ConversationID, _ place: ThreadPlace) -> Path {
        routes.thread(ThreadParameters(conversation: id, place: place, isWithoutScripts: true))
    }

    /// The message that is replied to, as the text box shows it; `nil` if it can't be read.
    func quote(_ id: MessageID, in access: ConversationAccess, _ visit: Visit) async -> (
        message: MessageID, author: String, excerpt: String
    )? {
        guard let message = try? await access.message(id), case .text(let sender, let text) = message.content else {
            return nil
        }
        return (
            id, Names(access.conversation, of: [sender], visit.say)[sender].name,
            text.isEmpty && !message.attachments.isEmpty
                ? visit.say.summary(of: message.attachments)
                : RichText.excerpt(of: text, limit: ThreadPage.excerptCharacters) {
                    RichText.Mentions(in: access.conversation, viewer: nil)
                }
        )
    }
}
