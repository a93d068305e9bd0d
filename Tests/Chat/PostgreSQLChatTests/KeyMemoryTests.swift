import Chat
import ChatRecords
import Eventually
import PostgreSQLChat
import PostgreSQLServer
import RepositoryBehaviour
import Testing

@Suite("The keys of forms in PostgreSQL")
struct KeyMemoryTests {
    @Test("they are forgotten after a day, some at a time, and not before")
    func forgotten() async throws {
        let (place, clock) = (try await TestDatabase.migrated(), ManualClock())
        let store = PostgreSQLChatStore(place.database, time: .of(clock.clock))
        let alice = try await store.register(NewUser(alias: Alias("alice")!, name: DisplayName("A")!, avatarURL: nil))
        let room = try await store.create(NewConversation(.direct, participants: [alice.id])!, as: alice.id).id
        func send(_ text: String) async throws {
            let new = NewMessage(conversation: room, sender: alice.id, text: try MessageText(text))
            _ = try await store.send(new, key: .random())
        }
        func oldKeys() async throws -> String? {
            try await place.values("SELECT count(send_key) FROM messages WHERE text LIKE 'old%'").first
        }
        for number in 0..<300 { try await send("old \(number)") }
        clock.advance(by: SendKey.memory - .seconds(60))
        for number in 0..<300 { try await send("\(number)") }
        #expect(try await oldKeys() == "300")
        clock.advance(by: .seconds(61))
        // One in 64 messages forgets 256 keys: of 2,000, none or one would in one of 10^12 runs.
        for number in 0..<2_000 { try await send("later \(number)") }
        try await eventually { try await oldKeys() == "0" }
        #expect(try await place.values("SELECT count(send_key) FROM messages") == ["2300"])
    }
}
