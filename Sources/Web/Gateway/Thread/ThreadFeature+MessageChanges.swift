import Accounts
import Chat
import HTTP

// What can be done to a message; then it goes back to where that was asked for.
extension ThreadFeature {
    /// Adds a reaction, or takes one's own back.
    func react(_ visit: Visit, _ place: MessageParameters) async throws -> Response {
        let (room, found) = try await find(visit, place)
        let form = visit.request.form
        if let taken = form["remove"] {
            try await room.remove(taken, from: found.id)
        } else {
            guard let emoji = form["add"].flatMap({ Emoji($0) }) else { throw Failure.badRequest }
            try await room.add(emoji, to: found.id)
        }
        return goBack(visit, to: found)
    }

    func bookmark(_ visit: Visit, _ place: MessageParameters) async throws -> Response {
        let (room, found) = try await find(visit, place)
        if visit.request.form["state"] == "off" {
            try await room.removeBookmark(found.id)
        } else {
            try await room.bookmark(found.id)
        }
        return goBack(visit, to: found)
    }

    func delete(_ visit: Visit, _ place: MessageParameters) async throws -> Response {
        let (room, found) = try await find(visit, place)
        try await room.delete(found.id)
        return .seeOther("\(routes.thread(place.conversation).text)#latest")
    }

    func markUnread(_ visit: Visit, _ place: MessageParameters) async throws -> Response {
        let (room, found) = try await find(visit, place)
        try await room.markUnread(from: found)
        return .seeOther(routes.conversations.text)
    }

    private func find(_ visit: Visit, _ place: MessageParameters) async throws -> (ConversationAccess, Message) {
        let room = try await repositories.enter(place.conversation, try visit.requireSession())
        return (room, try await room.message(place.message, sentAt: place.moment))
    }

    private func goBack(_ visit: Visit, to message: Message) -> Response {
        let back = visit.request.form["return"].flatMap { Path($0) }
        let context = routes.message(message.conversation, message.id, at: message.createdAt)
        return .seeOther("\(back ?? context)#m-\(message.id)")
    }
}
