import Accounts
import Chat
import HTTP
import Live

/// The cookie by which a browser announces that its script reports which messages were seen (`reading.js`).
enum ReadingCookie {
    static let name = "reading"
    static let value = "told"

    /// Removes it, for a browser in which scripts were disabled since.
    static func remove(_ path: Path, _ visit: Visit) -> Response {
        var response = Response.seeOther(path.text)
        let cookie = SetCookie(name: name, value: "", maxAge: .zero, isSecure: visit.policy.isSecure)
        response.headers.append(.setCookie, cookie.serialized)
        return response
    }
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
        let moment = visit.request.form["at"].flatMap { Timestamp(text: $0) }
        try await live.lookFor(message, sentAt: moment, in: id, as: session.user)
        try await access.markSeen(message, sentAt: moment)
        // The button on a page without scripts.
        return visit.request.form["then"] == "newest"
            ? .seeOther("\(routes.thread(id, at: .newest).text)#latest") : Response(.noContent)
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

    /// The same; a thread of a group in which the user takes part is followed by that.
    func enterFollowing(_ id: ConversationID, _ session: Session) async throws(Failure) -> ConversationAccess {
        do throws(ChatError) {
            return try await ConversationAccess.enterFollowing(id, as: session.user, self)
        } catch {
            throw Failure(error)
        }
    }
}
