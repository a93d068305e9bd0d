import Accounts
import Chat
import HTTP

extension Site {
    /// Does something to a message, and goes back to where it was asked for.
    func change(
        _ visit: Visit, _ id: ConversationID, _ message: MessageID, _ change: Path.MessageChange, at moment: Timestamp?
    ) async throws -> Response {
        let session = try visit.requireSession()
        let room = try await enter(id, session)
        let found = try await room.message(message, sentAt: moment)
        let form = visit.request.form
        switch change {
        case .reactions:
            if let taken = form["remove"] {
                try await room.remove(taken, from: message)
            } else {
                guard let emoji = form["add"].flatMap({ Emoji($0) }) else { throw Failure.badRequest }
                try await room.add(emoji, to: message)
            }
        case .bookmark:
            if form["state"] == "off" {
                try await room.removeBookmark(message)
            } else {
                try await room.bookmark(message)
            }
        case .delete:
            try await room.delete(message)
            return .seeOther("\(Path.thread(id, before: nil).text)#latest")
        case .unread:
            try await room.markUnread(from: found)
            return .seeOther(Path.conversations.text)
        }
        let back = form["return"].flatMap { LocalPath($0) } ?? LocalPath(.message(id, message, at: found.createdAt))
        return .seeOther("\(back)#m-\(message)")
    }
}
