import Accounts
import Chat
import HTTP
import Live

/// How a browser says that its script tells what was seen.
enum ReadingCookie {
    static let name = "reading"
    /// The script sets it for some minutes only, so a browser whose scripts were switched off is soon without it.
    static let value = "told"
}

extension Visit {
    /// Whether a page that is sent counts as read: only where no script tells what was seen of it.
    var readsWhatItIsSent: Bool { request.cookies[ReadingCookie.name] != ReadingCookie.value }
}

extension ThreadFeature {
    /// Moves the read mark to the message that was seen, never backwards.
    func keepReadMark(_ visit: Visit, _ id: ConversationID) async throws -> Response {
        let session = try visit.requireSession()
        let room = try await repositories.enter(id, session)
        guard let message = visit.request.form["message"].flatMap({ MessageID($0) }) else { throw Failure.badRequest }
        let unread = try await room.unread()
        // Where more is unread than was looked at, only the very newest is known not to lie behind the mark.
        let isAhead = unread.ids.contains(message)
        if !isAhead, unread.isMore, try await room.page().messages.last?.id != message { return Response(.noContent) }
        try await room.markRead(message, unread)
        return Response(.noContent)
    }

    /// Somebody is typing.
    func typing(_ visit: Visit, in id: ConversationID) async throws -> Response {
        let session = try visit.requireSession()
        _ = try await repositories.enter(id, session)
        if visit.tellsTyping { live.type(session.user, in: id) }
        return Response(.noContent)
    }
}

extension Repositories {
    /// Lets a person in who takes part; one who did once is told so.
    func enter(_ id: ConversationID, _ session: Session) async throws(Failure) -> ConversationAccess {
        do throws(ChatError) {
            return try await ConversationAccess.enter(id, as: session.user, self)
        } catch {
            throw Failure(error)
        }
    }
}
