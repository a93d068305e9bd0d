import Chat
import HTTP

extension ChatBackend {
    func markRead(_ request: RoutedRequest) async throws -> Response {
        let conversation: ConversationID = try request.identifier(0, of: "Conversation")
        let body = try request.body(WireNewReadMark.self)
        let mark = try await repositories.readMarks.mark(
            body.lastReadMessageId.identifier, asReadIn: conversation, by: request.caller(body.userId, "userId"))
        return .json(.ok, WireMarkedRead(mark))
    }

    func unreadCount(_ request: RoutedRequest) async throws -> Response {
        let conversation: ConversationID = try request.identifier(0, of: "Conversation")
        let count = try await repositories.readMarks.unreadCount(in: conversation, for: request.caller())
        return .json(.ok, WireUnreadCount(unreadCount: count))
    }

    func bookmarks(_ request: RoutedRequest) async throws -> Response {
        let user: UserID = try request.identifier(0, of: "User")
        return .json(.ok, try await repositories.bookmarks.bookmarks(of: user))
    }

    func ownBookmarks(_ request: RoutedRequest) async throws -> Response {
        let list = try await repositories.bookmarks.bookmarks(of: request.caller())
        return .json(.ok, list)
    }

    func addBookmark(_ request: RoutedRequest) async throws -> Response {
        let message: MessageID = try request.identifier(0, of: "Message")
        // In session access the request has no body.
        let user = try request.session?.id ?? request.body(WireNewBookmark.self).userId.identifier
        return .json(.created, WireBookmarked(try await repositories.bookmarks.add(bookmark: message, by: user)))
    }

    func removeBookmark(_ request: RoutedRequest) async throws -> Response {
        let message: MessageID = try request.identifier(0, of: "Message")
        try await repositories.bookmarks.remove(bookmark: message, by: request.caller())
        return .json(.ok, WireUnbookmarked())
    }
}
