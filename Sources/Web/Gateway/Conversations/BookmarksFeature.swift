import Accounts
import Chat
import HTML
import HTTP
import RichText

/// What one has bookmarked.
struct BookmarksFeature: Sendable {
    let repositories: Repositories

    func bookmarks(_ visit: Visit) async throws -> Response {
        let session = try visit.requireSession()
        let bookmarks = try await repositories.bookmarks.bookmarks(of: session.user)
        let conversations = try await repositories.conversations.conversations(of: session.user)
        let known = Dictionary(conversations.map { ($0.id, $0) }) { first, _ in first }
        // Backends still give the text of a deleted message, so each is looked for.
        var present: Set<MessageID> = []
        for (conversation, marks) in Dictionary(grouping: bookmarks, by: \.conversation) {
            guard known[conversation]?.activeParticipant(session.user) != nil else { continue }
            present.formUnion(try await self.present(marks, in: conversation, session))
        }
        let rows = bookmarks.map { bookmark in
            BookmarkRow(
                say: visit.say, bookmark: bookmark, isPresent: present.contains(bookmark.message),
                title: known[bookmark.conversation]?.title(for: session.user, visit.say) ?? "",
                time: visit.time.short(bookmark.messageCreatedAt),
                fullTime: visit.time.full(bookmark.messageCreatedAt))
        }
        return Page(visit, title: visit.say(BookmarkWording.title), tab: .bookmarks) {
            h1(.class("page-title")) { visit.say(BookmarkWording.title) }
            if rows.isEmpty {
                section(.class("empty")) {
                    p { visit.say(BookmarkWording.empty) }
                    p(.class("muted")) { visit.say(BookmarkWording.emptyNext) }
                }
            } else {
                ul(.class("bookmarks")) { for row in rows { row } }
            }
        }.response()
    }

    /// Those of `marks` whose messages still exist.
    private func present(_ marks: [BookmarkedMessage], in conversation: ConversationID, _ session: Session)
        async throws -> Set<MessageID>
    {
        let found = try await repositories.messages.find(
            Set(marks.map(\.message)), in: conversation, as: session.user)
        var present = Set(found.keys)
        for mark in marks where !present.contains(mark.message) {
            do throws(ChatError) {
                _ = try await repositories.messages.message(
                    mark.message, in: conversation, as: session.user, sentAt: mark.messageCreatedAt)
                present.insert(mark.message)
            } catch {
                guard error.reason == .notFound else { throw error }
            }
        }
        return present
    }
}

/// One bookmark: where it was said, what, and a way to let it go.
private struct BookmarkRow: View {
    /// How much of the message is shown.
    static let excerptCharacters = 280

    let say: Speaker
    let bookmark: BookmarkedMessage
    let isPresent: Bool
    let title: String
    let time: String
    let fullTime: String

    var body: some View {
        li(.class("card bookmark")) {
            div(.class("bookmark-head")) {
                span(.class("conversation-title")) { title }
                HTML.time(.class("time"), .datetime(bookmark.messageCreatedAt.iso8601), .title(fullTime)) { time }
            }
            if isPresent {
                a(
                    .class("bookmark-text"),
                    .href(
                        routes.message(bookmark.conversation, bookmark.message, at: bookmark.messageCreatedAt)
                            .url(at: "m-\(bookmark.message)"))
                ) { RichText.excerpt(of: bookmark.text ?? "", limit: Self.excerptCharacters) }
                form(
                    .method(.post),
                    .action(
                        routes.bookmark(bookmark.conversation, bookmark.message, at: bookmark.messageCreatedAt)
                            .url)
                ) {
                    input(.type("hidden"), .name("return"), .value(routes.bookmarks.text))
                    button(.type("submit"), .name("state"), .value("off"), .class("link")) {
                        say(ThreadWording.removeBookmark)
                    }
                }
            } else {
                p(.class("muted")) { say(BookmarkWording.deleted) }
            }
        }
    }
}

/// What the bookmarks page says.
enum BookmarkWording: Wording {
    case title
    case empty
    case emptyNext
    case deleted

    var sentence: Sentence {
        switch self {
        case .title: Sentence("ブックマーク", "Bookmarks")
        case .empty: Sentence("まだブックマークはありません。", "There are no bookmarks yet.")
        case .emptyNext:
            Sentence(
                "メッセージの「…」からブックマークすると、ここに集まります。",
                "Bookmark a message from its “…”, and it is kept here.")
        case .deleted:
            Sentence(
                "このメッセージは削除されたか、いまは見られません。",
                "This message was deleted, or is out of your sight now.")
        }
    }
}
