import Chat
import PostgreSQLServer
import RepositoryBehaviour
import Testing

@testable import PostgreSQLChat

/// Two people with a group, in a database that several processes can use.
struct SharedChat {
    let place: TestDatabase
    let store: PostgreSQLChatStore
    let alice: User
    let bob: User
    let group: Conversation

    init() async throws {
        place = try await .migrated()
        store = PostgreSQLChatStore(place.database)
        alice = try await store.register(NewUser(alias: Alias("alice")!, name: DisplayName("A")!, avatarURL: nil))
        bob = try await store.register(NewUser(alias: Alias("bob")!, name: DisplayName("B")!, avatarURL: nil))
        group = try await store.create(
            NewConversation(.group(name: DisplayName("縁側")!), participants: [alice.id, bob.id])!, as: alice.id)
    }

    /// Alice says something in the group.
    func post(_ text: String, by store: PostgreSQLChatStore? = nil) async throws -> Message {
        let new = NewMessage(conversation: group.id, sender: alice.id, text: try MessageText(text))
        return try #require(try await (store ?? self.store).send(new, key: .random()).message)
    }
}
