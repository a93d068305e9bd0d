import Bytes
import Chat
import HTTP

extension ChatBackend {
    func markRead(_ request: RoutedRequest) async throws -> Response {
        let conversation: ConversationID = try request.identifier(0, of: "Conversation")
        let body = try request.body()
        let message: MessageID = try body.identifier("lastReadMessageId")
        let mark = try await repositories.readMarks.mark(
            message, asReadIn: conversation, by: request.caller(body, "userId"))
        return .json(.ok, mark.json)
    }

    func unreadCount(_ request: RoutedRequest) async throws -> Response {
        let conversation: ConversationID = try request.identifier(0, of: "Conversation")
        let count = try await repositories.readMarks.unreadCount(in: conversation, for: request.caller())
        return .json(.ok, ["unreadCount": .number(Double(count))])
    }

    /// How far the members have read; whoever hides it of themselves is told of nobody.
    func readers(_ request: RoutedRequest) async throws -> Response {
        let conversation: ConversationID = try request.identifier(0, of: "Conversation")
        let readers = try await repositories.receipts.readers(of: conversation, as: request.caller())
        return .json(.ok, ["shown": .bool(readers != nil), "readers": .array((readers ?? []).map(\.json))])
    }

    func readReceipts(_ request: RoutedRequest) async throws -> Response {
        .json(.ok, ["shown": .bool(try await repositories.receipts.showsReading(request.caller()))])
    }

    func setReadReceipts(_ request: RoutedRequest) async throws -> Response {
        let body = try request.body()
        try await repositories.receipts.setShowsReading(
            body.bool("shown"), of: request.caller(body, "userId"))
        return Response(.noContent)
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
        // In session access there is nothing to say in a body.
        let user = try request.session?.id ?? request.body().identifier("userId")
        return .json(.created, try await repositories.bookmarks.add(bookmark: message, by: user).json)
    }

    func removeBookmark(_ request: RoutedRequest) async throws -> Response {
        let message: MessageID = try request.identifier(0, of: "Message")
        try await repositories.bookmarks.remove(bookmark: message, by: request.caller())
        return .json(.ok, ["status": "unbookmarked"])
    }
}
