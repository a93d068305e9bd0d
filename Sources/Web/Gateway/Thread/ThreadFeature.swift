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
    let log: Logger

    /// A page of a conversation; without a cursor the newest one, which marks its messages as read.
    func thread(_ visit: Visit, _ id: ConversationID, before: MessageCursor?, reply: MessageID?) async throws
        -> Response
    {
        let session = try visit.requireSession()
        guard before == nil, reply == nil else {
            return try await freshThread(visit, session, id, before: before, reply: reply)
        }
        return try await pages.cached(
            visit, .thread(id, session: session.id), session, version: { live.version(ofThread: id, for: session.user) }
        ) { try await freshThread(visit, session, id, before: nil, reply: nil) }
    }

    private func freshThread(
        _ visit: Visit, _ session: Session, _ id: ConversationID, before: MessageCursor?, reply: MessageID?
    ) async throws -> Response {
        let access = try await repositories.enter(id, session)
        var composer = try await composer(session, id)
        if let reply { composer.reply = await quote(reply, in: access, visit) }
        return try await threadPage(visit, access, before: before, composer: composer, status: .ok)
    }

    /// The text box with the user's draft.
    private func composer(_ session: Session, _ id: ConversationID) async throws -> ThreadPage.Composer {
        let draft = try await composing.drafts.draft(of: session.user, in: id)
        return ThreadPage.Composer(
            text: draft?.text ?? "", key: draft?.key ?? composing.keys.key(for: session.id, in: id))
    }

    func threadPage(
        _ visit: Visit, _ access: ConversationAccess, before: MessageCursor?, composer: ThreadPage.Composer,
        status: Status
    ) async throws -> Response {
        let id = access.conversation.id
        let (page, bookmarked, unread): (MessagePage, Set<MessageID>, Unread)
        if asksSideBySide() {
            async let bookmarks = self.bookmarks(in: access)
            async let unreadMessages = self.unread(in: access, before)
            (page, bookmarked, unread) = (
                try await access.page(before: before), try await bookmarks, try await unreadMessages
            )
        } else {
            (page, bookmarked, unread) = (
                try await access.page(before: before), try await bookmarks(in: access),
                try await self.unread(in: access, before)
            )
        }
        var annotations = ThreadModel.Annotations()
        annotations.back = routes.thread(id, before: before)
        annotations.originals = try await originals(of: page, in: access)
        annotations.bookmarked = bookmarked
        if before == nil {
            annotations.firstUnread = unread.first
            if status == .ok, visit.marksSentPagesRead, let newest = page.messages.last {
                try await markRead(newest.id, unread, in: access, visit)
            }
        }
        return render(
            visit, access, page, annotations, composer: composer, isNewest: before == nil, actions: nil, status)
    }

    /// One message among those around it, with its actions.
    func message(_ visit: Visit, _ id: ConversationID, _ message: MessageID, at moment: Timestamp?) async throws
        -> Response
    {
        let session = try visit.requireSession()
        let access = try await repositories.enter(id, session)
        let found: Message
        do throws(ChatError) {
            found = try await access.message(message, sentAt: moment)
        } catch {
            guard error.reason == .notFound else { throw error }
            return Page(visit, title: visit.say(ThreadWording.message), back: routes.thread(id)) {
                section(.class("notice")) { p { visit.say(ThreadWording.deleted) } }
            }.response(.notFound)
        }
        let page = try await access.context(of: found)
        var annotations = ThreadModel.Annotations()
        annotations.originals = try await originals(of: page, in: access)
        annotations.bookmarked = try await bookmarks(in: access)
        let path = routes.message(id, message, at: found.createdAt)
        annotations.back = path
        let actions = MessageActions(
            say: visit.say, conversation: id, message: found, isBookmarked: annotations.bookmarked.contains(message),
            canDelete: found.sender == session.user || access.participant.role == .admin, viewer: session.user,
            link: (policy.origin(of: visit.request)?.description ?? "") + path.text)
        return render(
            visit, access, page, annotations, composer: try await composer(session, id), isNewest: false,
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

    /// Only the newest page shows where the unread messages begin.
    private func unread(in access: ConversationAccess, _ before: MessageCursor?) async throws -> Unread {
        before == nil ? try await access.unread() : .none
    }

    /// The messages that are replied to and are not on the page, as far as they are available without a search.
    private func originals(of page: MessagePage, in access: ConversationAccess) async throws -> [MessageID: Message] {
        let replyTargets = page.messages.compactMap(\.replyTo)
        return try await access.find(Set(replyTargets.filter { id in !page.messages.contains { $0.id == id } }))
    }

    /// The messages of a conversation that the user has bookmarked.
    private func bookmarks(in access: ConversationAccess) async throws -> Set<MessageID> {
        let bookmarks = try await repositories.bookmarks.bookmarks(of: access.participant.user.id)
        return Set(bookmarks.lazy.filter { $0.conversation == access.conversation.id }.map(\.message))
    }

    private func render(
        _ visit: Visit, _ access: ConversationAccess, _ page: MessagePage, _ annotations: ThreadModel.Annotations,
        composer: ThreadPage.Composer, isNewest: Bool, actions: MessageActions?, _ status: Status
    ) -> Response {
        let conversation = access.conversation
        let viewer = access.participant.user.id
        var response = Page(
            visit, title: conversation.title(for: viewer, visit.say), back: routes.conversations.path,
            subtitle: ThreadSubtitle(conversation, viewer: viewer, visit.say)
        ) {
            ThreadPage(
                say: visit.say, conversation: conversation.id,
                model: ThreadModel(page, in: conversation, viewer: viewer, visit.time, annotations),
                older: page.older.map { routes.thread(conversation.id, before: $0) }, isNewest: isNewest,
                hasUnread: annotations.firstUnread != nil, composer: composer, actions: actions,
                templates: ThreadTemplates(conversation, viewer: viewer, visit.say))
        }.response(status)
        // An unsent text and text of other people are not compressed together: the length would reveal the one by the
        // other (BREACH).
        response.isCompressible = composer.text.isEmpty && composer.fault == nil
        return response
    }

    /// The message that is replied to, as the text box shows it; `nil` if it can't be read.
    func quote(_ id: MessageID, in access: ConversationAccess, _ visit: Visit) async -> (
        message: MessageID, author: String, excerpt: String
    )? {
        guard let message = try? await access.message(id), case .text(let sender, let text) = message.content else {
            return nil
        }
        return (
            id, Names(access.conversation, visit.say)[sender].name,
            RichText.excerpt(of: text, limit: ThreadPage.excerptCharacters)
        )
    }
}
