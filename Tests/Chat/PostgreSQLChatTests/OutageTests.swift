import Chat
import Eventually
import PostgreSQL
import PostgreSQLChat
import PostgreSQLServer
import RepositoryBehaviour
import Testing

/// What holds while the database's connections break and its server crashes.
@Suite("Outages of PostgreSQL")
struct OutageTests {
    /// Sends with one key until it is acknowledged, as a page does.
    private func sendUntilTold(
        _ new: NewMessage, key: FormKey = .random(), _ store: PostgreSQLChatStore
    ) async throws -> MessageID? {
        var id: MessageID?
        try await eventually {
            do throws(ChatError) {
                id = try await store.send(new, key: key).message?.id
                return true
            } catch {
                // Each is one that a page answers with "try again", and the text kept.
                switch error.reason {
                case .timedOut, .unavailable, .overloaded: return false
                default: throw error
                }
            }
        }
        return id
    }

    @Test("what was acknowledged is there once and in one order, whatever breaks meanwhile", arguments: [false, true])
    func sending(serverCrashes: Bool) async throws {
        let server = try await PostgreSQLServer(isDurable: true)
        let place = try await TestDatabase(on: server)
        try await PostgreSQLChatStore.migrate(place.database)
        let stores = [place.database, place.another(), place.another()].map { PostgreSQLChatStore($0) }
        let alice = try await stores[0].register(
            NewUser(alias: Alias("alice")!, name: DisplayName("A")!, avatarURL: nil))
        let room = try await stores[0].create(
            NewConversation(.group(name: DisplayName("縁側")!), participants: [alice.id])!, as: alice.id
        ).id
        let told = try await withThrowingTaskGroup(of: [MessageID].self) { group in
            for sender in 0..<12 {
                group.addTask {
                    var told: [MessageID] = []
                    for number in 0..<20 {
                        let new = NewMessage(
                            conversation: room, sender: alice.id, text: try MessageText("\(sender) \(number)"))
                        if let id = try await sendUntilTold(new, stores[sender % 3]) { told.append(id) }
                    }
                    return told
                }
            }
            group.addTask {
                for _ in 0..<(serverCrashes ? 2 : 10) {
                    if serverCrashes {
                        server.kill()
                        try await server.restart()
                    } else {
                        try await server.run(
                            """
                            SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                            WHERE datname = '\(place.name)' AND pid <> pg_backend_pid()
                            """, in: "postgres")
                    }
                }
                return []
            }
            return try await group.reduce(into: []) { $0.append(contentsOf: $1) }
        }
        #expect(told.count == 240 && Set(told).count == 240)
        let read = try await stores[1].messages(in: room, as: alice.id, before: nil, limit: 1_000)
        #expect(Set(read.map(\.id)) == Set(told))
        #expect(Set(read.map(\.createdAt)).count == read.count)
        // Those of one sender are in the order in which they were sent.
        for sender in 0..<12 {
            let numbers = read.reversed().compactMap { message -> Int? in
                guard case .text(_, let text) = message.content else { return nil }
                let parts = text.split(separator: " ")
                return parts.first.map { "\($0)" } == "\(sender)" ? parts.last.flatMap { Int($0) } : nil
            }
            #expect(numbers == Array(0..<20))
        }
    }

    @Test("what was stored and whose answer came too late is not stored again")
    func lateAnswers() async throws {
        let server = try await PostgreSQLServer(isDurable: true)
        var limits = DatabaseLimits()
        limits.answerTime = .milliseconds(50)
        let place = try await TestDatabase(on: server)
        try await PostgreSQLChatStore.migrate(place.database)
        let patient = PostgreSQLChatStore(place.database)
        let alice = try await patient.register(NewUser(alias: Alias("alice")!, name: DisplayName("A")!, avatarURL: nil))
        let room = try await patient.create(
            NewConversation(.group(name: DisplayName("縁側")!), participants: [alice.id])!, as: alice.id
        ).id
        for number in 0..<3 {
            // Each change is synced so much later (https://www.postgresql.org/docs/15/runtime-config-wal.html).
            for setting in ["commit_delay = 100000", "commit_siblings = 0"] {
                try await server.run("ALTER DATABASE \(place.name) SET \(setting)", in: "postgres")
            }
            let impatient = PostgreSQLChatStore(place.another(limits))
            let new = NewMessage(conversation: room, sender: alice.id, text: try MessageText("\(number)"))
            let key = FormKey.random()
            await #expect(throws: ChatError(.timedOut, during: "send")) { try await impatient.send(new, key: key) }
            try await server.run("ALTER DATABASE \(place.name) RESET ALL", in: "postgres")
            _ = try await sendUntilTold(new, key: key, impatient)
        }
        let read = try await patient.messages(in: room, as: alice.id, before: nil, limit: 100)
        #expect(read.reversed().map(\.content) == (0..<3).map { .text(sender: alice.id, text: "\($0)") })
    }
}
