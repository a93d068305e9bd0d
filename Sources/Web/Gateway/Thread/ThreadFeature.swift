import Live
import Accounts
import Chat
import HTML
import HTTP
import Logging
import RichText

/// A conversation's messages, and what is done to them.
struct ThreadFeature: Sendable {
    let repositories: Repositories
    let live: Live
    let composing: Composing
    let pages: PageCache
    let policy: SitePolicy
    /// Whether what a page needs is better asked for side by side.
    let asksSideBySide: @Sendable () -> Bool
    let signIn: SignInFeature
    let log: Logger

    /// A conversation; without a cursor its newest page, which is read by being shown.
    func thread(_ visit: Visit, _ id: ConversationID, before: MessageCursor?, reply: MessageID?) async throws
        -> Response
    {
        let session = try visit.requireSession()
        guard before == nil, reply == nil else {
            return try await freshThread(visit, session, id, before: before, reply: reply)
        }
        return try await pages.kept(
            visit, .thread(id, session: session.id), session, version: { live.version(ofThread: id, for: session.user) }
        ) { try await freshThread(visit, session, id, before: nil, reply: nil) }
    }

    private func freshThread(
        _ visit: Visit, _ session: Session, _ id: ConversationID, before: MessageCursor?, reply: MessageID?
    ) async throws -> Response {
        let room = try await repositories.enter(id, session)
        var composer = try await composer(session, id)
        if let reply { composer.reply = await answered(reply, in: room, visit) }
        return try await threadPage(visit, room, before: before, composer: composer, status: .ok)
    }

    /// The box with the draft of its person, if any.
    private func composer(_ session: Session, _ id: ConversationID) async throws -> ThreadPage.Composer {
        ThreadPage.Composer(
            text: try await composing.drafts.draft(of: session.user, in: id) ?? "",
            key: composing.key(for: session.id, in: id))
    }

    func threadPage(
        _ visit: Visit, _ room: ConversationAccess, before: MessageCursor?, composer: ThreadPage.Composer,
        status: Status
    ) async throws -> Response {
        let id = room.conversation.id
        let (page, bookmarked, unread) =
            asksSideBySide() ? try await readSideBySide(room, before) : try await readInTurn(room, before)
        var surroundings = ThreadModel.Surroundings()
        surroundings.back = routes.thread(id, before: before)
        surroundings.originals = try await originals(of: page, in: room)
        surroundings.bookmarked = bookmarked
        if before == nil {
            surroundings.firstUnread = unread.first
            if visit.readsWhatItIsSent, let newest = page.messages.last { try await room.markRead(newest.id, unread) }
        }
        return render(
            visit, room, page, surroundings, composer: composer, isNewest: before == nil, actions: nil, status)
    }

    /// One message in its context, with all that can be done to it.
    func message(_ visit: Visit, _ id: ConversationID, _ message: MessageID, at moment: Timestamp?) async throws
        -> Response
    {
        let session = try visit.requireSession()
        let room = try await repositories.enter(id, session)
        let found: Message
        do throws(ChatError) {
            found = try await room.message(message, sentAt: moment)
        } catch {
            guard error.reason == .notFound else { throw error }
            return Page(visit, title: visit.say(ThreadWording.message), back: routes.thread(id)) {
                section(.class("notice")) { p { visit.say(ThreadWording.deleted) } }
            }.response(.notFound)
        }
        let page = try await room.context(of: found)
        var surroundings = ThreadModel.Surroundings()
        surroundings.originals = try await originals(of: page, in: room)
        surroundings.bookmarked = try await bookmarks(in: room)
        surroundings.back = routes.message(id, message, at: found.createdAt)
        let link = routes.message(id, message, at: found.createdAt).text
        let actions = MessageActions(
            say: visit.say, conversation: id, message: found, isBookmarked: surroundings.bookmarked.contains(message),
            canDelete: found.sender == session.user || room.participant.role == .admin, viewer: session.user,
            link: (policy.origin(of: visit.request)?.description ?? "") + link)
        return render(
            visit, room, page, surroundings, composer: try await composer(session, id), isNewest: false,
            actions: actions, .ok)
    }

    /// What a page is made of. None has to wait for another's answer, which halves the time where a backend is far away.
    private func readSideBySide(_ room: ConversationAccess, _ before: MessageCursor?) async throws
        -> (MessagePage, bookmarked: Set<MessageID>, Unread)
    {
        async let bookmarked = bookmarks(in: room)
        async let unread = unread(in: room, before)
        return (try await room.page(before: before), try await bookmarked, try await unread)
    }

    private func readInTurn(_ room: ConversationAccess, _ before: MessageCursor?) async throws
        -> (MessagePage, bookmarked: Set<MessageID>, Unread)
    {
        (try await room.page(before: before), try await bookmarks(in: room), try await unread(in: room, before))
    }

    /// Only the newest page shows where the unread begin.
    private func unread(in room: ConversationAccess, _ before: MessageCursor?) async throws -> Unread {
        before == nil ? try await room.unread() : .none
    }

    /// What messages of a page answer that are not on it, as far as they can be had without searching.
    private func originals(of page: MessagePage, in room: ConversationAccess) async throws -> [MessageID: Message] {
        let answered = page.messages.compactMap(\.replyTo)
        return try await room.find(Set(answered.filter { id in !page.messages.contains { $0.id == id } }))
    }

    /// The messages of a conversation that have a bookmark.
    private func bookmarks(in room: ConversationAccess) async throws -> Set<MessageID> {
        let bookmarks = try await repositories.bookmarks.bookmarks(of: room.participant.user.id)
        return Set(bookmarks.lazy.filter { $0.conversation == room.conversation.id }.map(\.message))
    }

    private func render(
        _ visit: Visit, _ room: ConversationAccess, _ page: MessagePage, _ surroundings: ThreadModel.Surroundings,
        composer: ThreadPage.Composer, isNewest: Bool, actions: MessageActions?, _ status: Status
    ) -> Response {
        let conversation = room.conversation
        let viewer = room.participant.user.id
        var response = Page(
            visit, title: conversation.title(for: viewer, visit.say), back: routes.conversations.path,
            subtitle: ThreadSubtitle(conversation, viewer: viewer, visit.say)
        ) {
            ThreadPage(
                say: visit.say, conversation: conversation.id,
                model: ThreadModel(page, in: conversation, viewer: viewer, visit.time, surroundings),
                older: page.older.map { routes.thread(conversation.id, before: $0) }, isNewest: isNewest,
                hasUnread: surroundings.firstUnread != nil, composer: composer, actions: actions,
                templates: ThreadTemplates(conversation, viewer: viewer, visit.say))
        }.response(status)
        // What one has not said yet must not stand beside what others say where the length can be seen (BREACH).
        response.isCompressible = composer.text.isEmpty && composer.fault == nil
        return response
    }

    /// What the box shows of the message that is answered; nothing where it can't be found.
    private func answered(_ id: MessageID, in room: ConversationAccess, _ visit: Visit) async -> (
        message: MessageID, author: String, excerpt: String
    )? {
        guard let message = try? await room.message(id), case .text(let sender, let text) = message.content else {
            return nil
        }
        return (
            id, Names(room.conversation, visit.say)[sender].name,
            RichText.excerpt(of: text, limit: ThreadPage.excerptCharacters)
        )
    }
}
