import Chat
import ChatBackend
import ChatStore
import HTTP
import Replay
import Testing

/// A backend with two people and a group of both.
struct Fixture {
    static let nobody = "00000000-0000-4000-8000-000000000000"

    let backend: ChatBackend
    let store: Repositories
    let alice: User
    let bob: User
    let stranger: User
    let group: Conversation

    init(allowsUserListing: Bool = true, allowsRegistration: Bool = true) async throws {
        let store = try ChatStore(.memory, clock: .ticking()).repositories
        self.store = store
        backend = ChatBackend(
            repositories: store, allowsUserListing: allowsUserListing, allowsRegistration: allowsRegistration)
        func register(_ name: String) async throws -> User {
            let alias = try #require(Alias(name))
            let displayName = try #require(DisplayName(name))
            return try await store.users.register(NewUser(alias: alias, name: displayName, avatarURL: nil))
        }
        alice = try await register("alice")
        bob = try await register("bob")
        stranger = try await register("stranger")
        let name = try #require(DisplayName("Group"))
        let new = try #require(NewConversation(.group(name: name), participants: [alice.id, bob.id]))
        group = try await store.conversations.create(new, as: alice.id)
    }

    func say(_ words: String) async throws -> Message {
        let message = NewMessage(conversation: group.id, sender: alice.id, text: try MessageText(words))
        return try await store.messages.send(message)
    }

    func ask(_ method: Method, _ path: String, _ body: String? = nil) async throws -> Response {
        let target = try #require(RequestTarget(path))
        return await backend.respond(
            to: Request(method: method, target: target, body: body.map { .bytes(Array($0.utf8)) } ?? .none))
    }

    /// The status and the message of an error response.
    func refusal(_ method: Method, _ path: String, _ body: String? = nil) async throws -> (Int, String?) {
        let answer = try await ask(method, path, body)
        return (answer.status.rawValue, JSONValue(parsing: answer.body)?["message"]?.string)
    }
}
