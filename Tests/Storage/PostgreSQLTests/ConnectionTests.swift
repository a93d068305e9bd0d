import Eventually
import PostgreSQL
import PostgreSQLServer
import Testing

@Suite("Connections to PostgreSQL")
struct ConnectionTests {
    @Test("many callers share a few connections, and more than may wait are refused")
    func shared() async throws {
        let place = try await TestDatabase(limits(connections: 2))
        let answers = try await withThrowingTaskGroup(of: Int64?.self) { group in
            for number in 0..<200 {
                group.addTask {
                    try await place.database.run(Query("SELECT $1::bigint", number)).first?.integer(0)
                }
            }
            return try await group.reduce(into: Set<Int64?>()) { $0.insert($1) }
        }
        #expect(answers.count == 200)
        #expect(place.database.figures.open == 2)

        var narrow = limits(connections: 1)
        narrow.waiting = 1
        let other = try await TestDatabase(narrow)
        let outcomes = await withTaskGroup(of: PostgreSQLError?.self) { group in
            for _ in 0..<5 {
                group.addTask {
                    do throws(PostgreSQLError) {
                        try await other.database.run(Query("SELECT pg_sleep(0.2)"))
                        return nil
                    } catch { return error }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(outcomes.count { $0 == nil } == 2)
        #expect(outcomes.count { $0 == .overloaded } == 3)
    }

    @Test("what was under way on a connection that breaks fails, and the next query has another")
    func broken() async throws {
        let place = try await TestDatabase(limits(connections: 1))
        let under = Task { try await place.database.run(Query("SELECT pg_sleep(60)")) }
        try await eventually {
            try await place.server.run(
                """
                SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                WHERE query LIKE '%pg_sleep(60)' AND pid <> pg_backend_pid()
                """,
                in: place.name) == "t\n"
        }
        let error = await #expect(throws: PostgreSQLError.self) { _ = try await under.value }
        guard case .lost = error else { throw try #require(error) }
        #expect(try await place.values("SELECT 'here'") == ["here"])
        #expect(place.database.figures.open == 1)
        // One that nobody uses is noticed, too.
        try await place.server.run(
            """
            SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE datname = current_database() AND pid <> pg_backend_pid()
            """,
            in: place.name)
        try await eventually { (try? await place.values("SELECT 'here'")) == ["here"] }
    }

    @Test("a statement that takes too long is ended by the server, and an answer that doesn't come is given up")
    func tooLong() async throws {
        var impatient = limits(connections: 1)
        impatient.statementTime = .seconds(1)
        let place = try await TestDatabase(impatient)
        let refused = await #expect(throws: PostgreSQLError.self) { _ = try await place.values("SELECT pg_sleep(60)") }
        guard case .refused(let refusal) = refused else { throw try #require(refused) }
        #expect(refusal.sqlState == "57014")

        impatient.statementTime = .seconds(60)
        impatient.answerTime = .seconds(1)
        let other = try await TestDatabase(impatient)
        let lost = await #expect(throws: PostgreSQLError.self) { _ = try await other.values("SELECT pg_sleep(60)") }
        #expect(lost == .lost("no answer came in time"))
        #expect(try await other.values("SELECT 'here'") == ["here"])
    }

    @Test("a server that is away is said at once, and used again when it is back")
    func away() async throws {
        let server = try await PostgreSQLServer()
        let place = try await TestDatabase(on: server)
        #expect(try await place.values("SELECT '1'") == ["1"])
        server.kill()
        for _ in 0..<3 {
            await #expect(throws: PostgreSQLError.self) { _ = try await place.values("SELECT '1'") }
        }
        try await server.restart()
        try await eventually { (try? await place.values("SELECT '1'")) == ["1"] }
        place.database.close()
        await #expect(throws: PostgreSQLError.self) { _ = try await place.values("SELECT '1'") }
    }

    @Test("an address hides its password")
    func address() throws {
        let address = try #require(ServerAddress("postgresql://bob:hunter2@one,two:5433/chat?sslmode=require"))
        #expect(address.hasPassword)
        #expect(!"\(address)".contains("hunter2") && "\(address)".contains("one,two") && "\(address)".contains("chat"))
        #expect(ServerAddress("postgres://bob@one/chat")?.hasPassword == false)
        for nonsense in [
            "", "chat", "mysql://one/chat", "host=one", "postgresql://[::1", "postgresql://a/b?nonsense=1",
        ] {
            #expect(ServerAddress(nonsense) == nil)
        }
    }
}
