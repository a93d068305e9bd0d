import Bytes
import Chat
import HTTP

/// Bookmarks over REST.
struct RESTBookmarks: BookmarkRepository {
    let client: BackendClient

    func bookmarks(of user: UserID) async throws(ChatError) -> [BookmarkedMessage] {
        let path: [Call.Segment] = client.access == .open ? ["users", .id(user), "bookmarks"] : ["bookmarks"]
        let call = Call(.get, path, success: .ok).called(by: user)
        return try await client.entities(BookmarkedMessage.self, of: call)
    }

    func add(bookmark message: MessageID, by user: UserID) async throws(ChatError) -> Bookmark {
        let call = Call(.post, path(message), success: .created)
            .called(by: user)
            .sending(["userId": client.said(user)])
            .refused(by: .forbidden, .notFound)
        return try await client.value(of: call) { $0["bookmark"].flatMap { Bookmark($0) } }
    }

    func remove(bookmark message: MessageID, by user: UserID) async throws(ChatError) {
        let call = Call(.delete, path(message), success: .ok)
            .asking(as: user)
            .refused(by: .forbidden, .notFound)
        try await client.perform(call)
    }

    private func path(_ message: MessageID) -> [Call.Segment] { ["messages", .id(message), "bookmarks"] }
}

extension Bookmark {
    fileprivate init?(_ json: JSON) {
        guard let id: BookmarkID = json.identifier("id"), let message: MessageID = json.identifier("messageId"),
            let user: UserID = json.identifier("userId"), let createdAt = json.timestamp("createdAt")
        else { return nil }
        self.init(id: id, message: message, user: user, createdAt: createdAt)
    }
}
