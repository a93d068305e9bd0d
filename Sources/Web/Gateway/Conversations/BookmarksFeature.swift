import Accounts
import Chat
import HTML
import HTTP
import RichText

/// The list of a person's bookmarks.
struct BookmarksFeature: Sendable {
    let repositories: Repositories

    /// How many bookmarks a page shows.
    static let pageSize = 20

    /// - Parameter after: the last bookmark of the page before.
    func bookmarks(_ visit: Visit, after: MessageID?) async throws -> Response {
        let session = try visit.requireSession()
        try await visit.catchUp()
        let all = try await repositories.bookmarks.bookmarks(of: session.user)
        // If that bookmark has been removed meanwhile, the list begins anew.
        let start = after.flatMap { after in all.firstIndex { $0.message == after } }.map { $0 + 1 } ?? 0
        let bookmarks = all.dropFirst(start).prefix(Self.pageSize)
        let conversations = try await repositories.conversations.conversations(of: session.user)
        let conversationsByID = Dictionary(conversations.map { ($0.id, $0) }) { first, _ in first }
        // Backends keep returning the text of a deleted message with its bookmark, so each message is looked up.
        var existing: [MessageID: Message] = [:]
        for (id, bookmarks) in Dictionary(grouping: bookmarks, by: \.conversation)
        where conversationsByID[id]?.activeParticipant(session.user) != nil {
            existing.merge(try await self.existing(bookmarks, in: id, session)) { first, _ in first }
        }
        let mentions = Dictionary(grouping: bookmarks, by: \.conversation).mapValues { bookmarks in
            conversationsByID[bookmarks[0].conversation].map {
                RichText.Mentions(in: $0, for: bookmarks.lazy.compactMap(\.text))
            } ?? .none
        }
        return Page(visit, title: visit.say(BookmarkWording.title), tab: .bookmarks) {
            h1(.class("page-title")) { visit.say(BookmarkWording.title) }
            if bookmarks.isEmpty {
                EmptyNotice(sentence: visit.say(BookmarkWording.empty), advice: visit.say(BookmarkWording.emptyNext))
            } else {
                ul(.class("bookmarks")) {
                    for bookmark in bookmarks {
                        let conversation = conversationsByID[bookmark.conversation]
                        let message = existing[bookmark.message]
                        BookmarkRow(
                            visit: visit, bookmark: bookmark, message: message,
                            author: message?.sender.flatMap { sender in
                                conversation.map { Names($0, of: [sender], visit.say)[sender] }
                            },
                            title: conversation?.title(for: session.user, visit.say) ?? "",
                            mentions: mentions[bookmark.conversation] ?? .none)
                    }
                }
                if let last = bookmarks.last, bookmarks.endIndex < all.endIndex {
                    a(.class("older"), .href(routes.bookmarks(after: last.message).url)) {
                        visit.say(PeopleWording.more)
                    }
                }
            }
        }.response()
    }

    /// The bookmarked messages of one conversation that still exist. Where they have to be searched for, messages that
    /// were sent near each other are found by one request.
    private func existing(_ bookmarks: [BookmarkedMessage], in conversation: ConversationID, _ session: Session)
        async throws -> [MessageID: Message]
    {
        let found = try await repositories.messages.find(
            Set(bookmarks.map(\.message)), in: conversation, as: session.user)
        var existing = found
        /// Since when all messages have been read, going backwards.
        var edge = Timestamp(milliseconds: .max)
        for bookmark in bookmarks.sorted(by: { $0.messageCreatedAt > $1.messageCreatedAt })
        where existing[bookmark.message] == nil && bookmark.messageCreatedAt <= edge {
            let read = try await repositories.messages.messages(
                in: conversation, as: session.user, before: bookmark.messageCreatedAt.adding(.milliseconds(1)),
                limit: MessageLimits.searchedAtOnce)
            for message in read { existing[message.id] = message }
            // Of the last millisecond there may be more.
            edge =
                read.count < MessageLimits.searchedAtOnce ? Timestamp(milliseconds: .min) : read.last?.createdAt ?? edge
        }
        return existing
    }
}

/// One bookmark: the conversation, the beginning of the message, and a button that removes the bookmark.
private struct BookmarkRow: View {
    /// The length of the excerpt, in characters.
    static let excerptCharacters = 280

    let visit: Visit
    let bookmark: BookmarkedMessage
    /// `nil` if it no longer exists.
    let message: Message?
    /// `nil` for a message that no longer exists, or that nobody wrote.
    let author: Person?
    /// The conversation's title.
    let title: String
    let mentions: RichText.Mentions

    var body: some View {
        li(.class("card bookmark")) {
            div(.class("bookmark-head")) {
                if let author { Avatar(person: author) }
                div(.class("bookmark-names")) {
                    if let author { span(.class("conversation-title")) { bdi { author.name } } }
                    span(.class(author == nil ? "conversation-title" : "muted")) { bdi { title } }
                }
                time(
                    .class("time"), .datetime(bookmark.messageCreatedAt.iso8601),
                    .title(visit.time.full(bookmark.messageCreatedAt))
                ) { visit.time.short(bookmark.messageCreatedAt) }
            }
            if let message {
                a(
                    .class("bookmark-text"),
                    .href(
                        routes.message(bookmark.conversation, bookmark.message, at: bookmark.messageCreatedAt)
                            .url(at: "m-\(bookmark.message)"))
                ) {
                    bookmark.text == ""
                        ? visit.say.summary(of: message.attachments).prefix(scalars: Self.excerptCharacters)
                        : RichText.excerpt(of: bookmark.text ?? "", limit: Self.excerptCharacters) { mentions }
                }
            } else {
                p(.class("muted")) { visit.say(BookmarkWording.deleted) }
            }
            form(
                .method(.post),
                .action(
                    routes.bookmark(bookmark.conversation, bookmark.message, at: bookmark.messageCreatedAt)
                        .url)
            ) {
                input(.type("hidden"), .name("return"), .value(routes.bookmarks().text))
                button(.type("submit"), .name("state"), .value("off"), .class("link")) {
                    visit.say(ThreadWording.removeBookmark)
                }
            }
        }
    }
}

/// The sentences of the bookmarks page.
enum BookmarkWording {
    static let title = Sentence("ブックマーク", "Bookmarks")
    static let empty = Sentence("まだブックマークはありません。", "There are no bookmarks yet.")
    static let emptyNext = Sentence(
        "メッセージの「…」からブックマークすると、ここに集まります。",
        "Bookmark a message from its “…”, and it is kept here.")
    static let deleted = Sentence(
        "このメッセージは削除されたか、いまは見られません。",
        "This message was deleted, or is out of your sight now.")
}
