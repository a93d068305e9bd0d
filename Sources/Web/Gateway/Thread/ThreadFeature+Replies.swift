import Accounts
import Chat
import HTTP
import RichText

// Replies to a message of a group in a conversation of their own.
extension ThreadFeature {
    /// Opens the thread of a message, which is followed from then on.
    func openThread(_ visit: Visit, _ parameters: MessageParameters) async throws -> Response {
        let (access, message) = try await find(visit, parameters)
        return .seeOther(routes.thread(try await access.openThread(of: message)).text)
    }

    /// The message that a thread has the replies to; `nil` for another conversation.
    func origin(of conversation: Conversation) -> (path: Path, group: String, excerpt: String)? {
        guard let thread = conversation.thread else { return nil }
        let excerpt = RichText.excerpt(of: thread.excerpt ?? "", limit: ThreadOrigin.excerptCharacters)
        return (
            routes.message(thread.conversation, thread.message, at: nil),
            conversation.name?.withoutDirectionControls ?? "", excerpt
        )
    }
}
