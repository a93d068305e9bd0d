import Accounts
import Chat
import HTML
import HTTP
import RichText

// Messages are pinned by everybody who takes part, for all of them.
extension ThreadFeature {
    /// Pins a message, or unpins it.
    func pin(_ visit: Visit, _ parameters: MessageParameters) async throws -> Response {
        let (access, message) = try await find(visit, parameters)
        if visit.request.form["state"] == "off" {
            try await access.unpin(message.id)
        } else {
            try await access.pin(message.id)
        }
        return redirectBack(visit, to: message)
    }

    /// The pinned messages of a conversation.
    func pins(_ visit: Visit, _ id: ConversationID) async throws -> Response {
        let session = try visit.requireSession()
        let access = try await repositories.enter(id, session)
        let pins = try await access.pins()
        let texts = pins.map { $0.message.text ?? "" }
        let authors = Set(pins.compactMap(\.message.sender))
        return Page(
            visit, title: visit.say(PinsWording.title), back: routes.thread(id), conversation: id
        ) {
            PinsPage(
                time: visit.time, pins: pins, canUnpin: access.mayPin,
                names: Names(access.conversation, of: authors, visit.say),
                mentions: RichText.Mentions(in: access.conversation, viewer: session.user, for: texts))
        }.response(.ok)
    }

    /// Whether a message can be pinned or is; `nil` where none can be.
    func isPinned(_ message: Message, in access: ConversationAccess) async throws -> Bool? {
        guard access.mayPin, message.sender != nil else { return nil }
        return try await access.pins().contains { $0.message.id == message.id }
    }
}
