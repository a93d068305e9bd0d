import Accounts
import Chat
import HTTP
import RichText

// Changes of a message. The response redirects to the page with the form.
extension ThreadFeature {
    /// Adds a reaction, or removes the user's own.
    func react(_ visit: Visit, _ parameters: MessageParameters) async throws -> Response {
        let (access, message) = try await find(visit, parameters)
        let form = visit.request.form
        if let emoji = form["remove"] {
            try await access.remove(emoji, from: message)
        } else {
            // One emoji, or what another client has already reacted with.
            guard let emoji = form["add"].flatMap({ Emoji($0) }),
                RichText.isSingleEmoji(emoji.description)
                    || PlaceEmoji.picture(of: emoji.description, among: self.emoji.all) != nil
                    || message.reactions.contains(where: { $0.hasEmoji(emoji.description) })
            else { throw Failure.badRequest }
            try await composing.blocks.check(access.conversation, for: access.participant.user.id)
            try await access.add(emoji, to: message)
        }
        return redirectBack(visit, to: message)
    }

    func bookmark(_ visit: Visit, _ parameters: MessageParameters) async throws -> Response {
        if visit.request.form["state"] == "off" { return try await removeBookmark(visit, parameters) }
        let (access, message) = try await find(visit, parameters)
        try await access.bookmark(message.id)
        return redirectBack(visit, to: message)
    }

    /// A bookmark belongs to the person, who can remove it also after the message was deleted or after leaving the
    /// conversation.
    private func removeBookmark(_ visit: Visit, _ parameters: MessageParameters) async throws -> Response {
        let user = try visit.requireSession().user
        do throws(ChatError) {
            try await repositories.bookmarks.remove(bookmark: parameters.message, by: user)
        } catch {
            guard error.reason == .notFound else { throw error }
        }
        // The bookmark is removed. Without a message to return to, its list is shown.
        guard let message = try? await find(visit, parameters).1 else { return .seeOther(routes.bookmarks().text) }
        return redirectBack(visit, to: message)
    }

    func delete(_ visit: Visit, _ parameters: MessageParameters) async throws -> Response {
        let (access, message) = try await find(visit, parameters)
        try await access.delete(message.id)
        return .seeOther("\(routes.thread(parameters.conversation).text)#latest")
    }

    func markUnread(_ visit: Visit, _ parameters: MessageParameters) async throws -> Response {
        let (access, message) = try await find(visit, parameters)
        try await access.markUnread(from: message)
        return .seeOther(routes.conversations.text)
    }

    func find(_ visit: Visit, _ parameters: MessageParameters) async throws -> (ConversationAccess, Message) {
        let access = try await repositories.enter(parameters.conversation, try visit.requireSession())
        return (access, try await access.message(parameters.message, sentAt: parameters.moment))
    }

    func redirectBack(_ visit: Visit, to message: Message) -> Response {
        let back = visit.request.form["return"].flatMap { Path($0) }
        let context = routes.message(message.conversation, message.id, at: message.createdAt)
        return .seeOther("\(back ?? context)#m-\(message.id)")
    }
}
