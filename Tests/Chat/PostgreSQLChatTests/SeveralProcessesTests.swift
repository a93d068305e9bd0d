import Chat
import PostgreSQL
import PostgreSQLChat
import PostgreSQLServer
import RepositoryBehaviour
import Testing

/// What holds where several processes use one database: here, pools of connections of their own.
@Suite("Several processes and one chat in PostgreSQL")
struct SeveralProcessesTests {
    private let place: TestDatabase
    private let clock = ManualClock()
    private let stores: [PostgreSQLChatStore]
    private let alice: User
    private let bob: User
    private let group: Conversation

    init() async throws {
        place = try await .migrated()
        // The clocks of the second and third are wrong by a minute.
        let wrong = [0, 60, -60].map { [clock] (seconds: Int) in
            Clock { clock.now.adding(.seconds(seconds)) }
        }
        let databases = [place.database, place.another(), place.another()]
        // All connections are open before the first of them is needed: else the first try is alone.
        try await withThrowingTaskGroup { group in
            for database in databases {
                for _ in 0..<DatabaseLimits().connections {
                    group.addTask { _ = try await database.run(Query("SELECT pg_sleep(0.2)")) }
                }
            }
            try await group.waitForAll()
        }
        stores = zip(databases, wrong).map { PostgreSQLChatStore($0, time: .of($1)) }
        alice = try await stores[0].register(NewUser(alias: Alias("alice")!, name: DisplayName("A")!, avatarURL: nil))
        bob = try await stores[1].register(NewUser(alias: Alias("bob")!, name: DisplayName("B")!, avatarURL: nil))
        group = try await stores[2].create(
            NewConversation(.group(name: DisplayName("縁側")!), participants: [alice.id, bob.id])!, as: alice.id)
    }

    private func new(_ text: String, of sender: User) throws -> NewMessage {
        NewMessage(conversation: group.id, sender: sender.id, text: try MessageText(text))
    }

    @Test("messages that are sent everywhere at once are there once, in one order, each with a time of its own")
    func order() async throws {
        let sent = try await withThrowingTaskGroup(of: Message?.self) { group in
            for number in 0..<120 {
                group.addTask { [stores, alice, bob] in
                    try await stores[number % 3].send(
                        try new("\(number)", of: number.isMultiple(of: 2) ? alice : bob), key: .random()
                    ).message
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }.compactMap(\.self)
        }
        #expect(sent.count == 120 && Set(sent.map(\.createdAt)).count == 120)
        for store in stores {
            let read = try await store.messages(in: group.id, as: bob.id, before: nil, limit: 200)
            #expect(read == sent.sorted { $0.createdAt > $1.createdAt })
        }
        #expect(
            try await place.values("SELECT string_agg(position::text, ',' ORDER BY created_at) FROM messages") == [
                (1...120).map { "\($0)" }.joined(separator: ",")
            ])
    }

    @Test("of a hundred tries with one key, wherever they arrive, one is stored")
    func oneKey() async throws {
        let key = FormKey.random()
        let outcomes = try await withThrowingTaskGroup(of: SendOutcome.self) { group in
            for number in 0..<100 {
                group.addTask { [stores, alice] in
                    try await stores[number % 3].send(try new("hello", of: alice), key: key)
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(outcomes.count { if case .sent = $0 { true } else { false } } == 1)
        #expect(try await stores[0].messages(in: group.id, as: alice.id, before: nil, limit: 200).count == 1)
    }

    @Test("who was removed at one sends nothing at another, not even at the same moment")
    func removal() async throws {
        let outcomes = await withTaskGroup(of: ChatError.Reason?.self) { group in
            for number in 0..<60 {
                group.addTask { [stores, bob] in
                    do throws(ChatError) {
                        guard let message = try? new("\(number)", of: bob) else { return .cancelled }
                        _ = try await stores[number % 3].send(message, key: .random())
                        return nil
                    } catch { return error.reason }
                }
                if number == 20 {
                    group.addTask { [stores, alice, bob, id = self.group.id] in
                        _ = try? await stores[0].remove(bob.id, from: id, by: alice.id)
                        return nil
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(outcomes.allSatisfy { $0 == nil || $0 == .noLongerParticipant })
        let messages = try await stores[1].messages(in: group.id, as: alice.id, before: nil, limit: 200)
        // Nothing was said after the message of leaving.
        #expect(messages.first?.content == .left(user: bob.id))
        #expect(messages.count == outcomes.count { $0 == nil })
    }

    @Test("two who add each other's reactions and one who deletes the message leave nothing half")
    func deletion() async throws {
        for round in 0..<20 {
            let message = try #require(try await stores[0].send(try new("\(round)", of: alice), key: .random()).message)
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<6 {
                    group.addTask { [stores, alice, bob] in
                        _ = try? await stores[number % 3].add(
                            Emoji("👍")!, to: message.id, in: message.conversation,
                            as: number.isMultiple(of: 2) ? alice.id : bob.id)
                    }
                }
                group.addTask { [stores, alice] in
                    try? await stores[2].delete(message.id, in: message.conversation, as: alice.id)
                }
            }
        }
        #expect(try await place.values("SELECT count(*) FROM reactions") == ["0"])
        #expect(try await stores[1].messages(in: group.id, as: bob.id, before: nil, limit: 50) == [])
    }
}
