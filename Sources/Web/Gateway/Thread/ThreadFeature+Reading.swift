import Accounts
import Chat
import HTTP
import Live

/// The cookie by which a browser announces that its script reports which messages were seen (`reading.js`).
enum ReadingCookie {
    static let name = "reading"
    /// The script sets the cookie for ten minutes, so it soon expires after scripts were disabled.
    static let value = "told"
}

extension Visit {
    /// Whether sending a page marks its messages as read: only if no script reports which ones were seen.
    var marksSentPagesRead: Bool { request.cookies[ReadingCookie.name] != ReadingCookie.value }
}

extension ThreadFeature {
    /// Moves the read mark forward to the message that was seen.
    func keepReadMark(_ visit: Visit, _ id: ConversationID) async throws -> Response {
        let session = try visit.requireSession()
        let access = try await repositories.enter(id, session)
        guard let message = visit.request.form["message"].flatMap({ MessageID($0) }) else { throw Failure.badRequest }
        let unread = try await access.unread()
        // `unread` may be incomplete. Then a message that it lacks is only known to be unread if it is the newest.
        let isAhead = unread.ids.contains(message)
        if !isAhead, unread.isMore, try await access.page().messages.last?.id != message { return Response(.noContent) }
        try await access.markRead(message, unread)
        return Response(.noContent)
    }

    /// Tells the other participants that the user is typing.
    func typing(_ visit: Visit, in id: ConversationID) async throws -> Response {
        let session = try visit.requireSession()
        _ = try await repositories.enter(id, session)
        if visit.tellsTyping { live.type(session.user, in: id) }
        return Response(.noContent)
    }
}

extension Repositories {
    /// Checks that the user is an active participant; throws `.removed` for a former one, else `.notFound`.
    func enter(_ id: ConversationID, _ session: Session) async throws(Failure) -> ConversationAccess {
        do throws(ChatError) {
            return try await ConversationAccess.enter(id, as: session.user, self)
        } catch {
            throw Failure(error)
        }
    }
}
