import Chat
import ChatRecords
import PostgreSQL
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

    /// Makes all that was changed until now older than a transaction may last: what has changed since is known then.
    func age() async throws {
        await ChangeFeed(store, to: Nobody()).look()
        _ = try await place.database.run([
            Query("UPDATE changes SET at = at - 60000"),
            Query("UPDATE changes_beginning SET began_at = began_at - 120000"),
        ])
    }
}

/// Keeps nothing.
private struct Nobody: StoredChangeReceiver {
    func kept(of streams: Set<ChangeStream>) -> Set<ChangeStream> { [] }
    func take(_ changes: [StoredChange]) {}
    func noteOutage() {}
    func noteAnswer(currentAsOf age: Duration?) {}
}
