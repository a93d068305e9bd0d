import Chat
import HTTP

extension ChatBackend {
    func markRead(_ question: Question) async throws -> Response {
        let conversation: ConversationID = try question.identifier(0, of: "Conversation")
        let body = try question.body(WireNewReadMark.self)
        let mark = try await repositories.readMarks.mark(
            body.lastReadMessageId.identifier, asReadIn: conversation, by: question.caller(body.userId, "userId"))
        return .json(.ok, WireMarkedRead(mark))
    }

    func unreadCount(_ question: Question) async throws -> Response {
        let conversation: ConversationID = try question.identifier(0, of: "Conversation")
        let count = try await repositories.readMarks.unreadCount(in: conversation, for: question.caller())
        return .json(.ok, WireUnreadCount(unreadCount: count))
    }

    func bookmarks(_ question: Question) async throws -> Response {
        let user: UserID = try question.identifier(0, of: "User")
        return .json(.ok, try await repositories.bookmarks.bookmarks(of: user))
    }

    func ownBookmarks(_ question: Question) async throws -> Response {
        let list = try await repositories.bookmarks.bookmarks(of: question.caller())
        return .json(.ok, list)
    }

    func addBookmark(_ question: Question) async throws -> Response {
        let message: MessageID = try question.identifier(0, of: "Message")
        // In session access there is nothing to say in a body.
        let user = try question.session?.id ?? question.body(WireNewBookmark.self).userId.identifier
        return .json(.created, WireBookmarked(try await repositories.bookmarks.add(bookmark: message, by: user)))
    }

    func removeBookmark(_ question: Question) async throws -> Response {
        let message: MessageID = try question.identifier(0, of: "Message")
        try await repositories.bookmarks.remove(bookmark: message, by: question.caller())
        return .json(.ok, WireUnbookmarked())
    }
}
