import PostgreSQL
import PostgreSQLServer
import Testing

@Suite("Migrations of PostgreSQL")
struct MigrationsTests {
    private let first = ["CREATE TABLE a (n bigint)", "INSERT INTO a VALUES (1)"]
    private let second = ["ALTER TABLE a ADD COLUMN name text DEFAULT 'x'"]

    @Test("many programs that begin at once take each step once")
    func atOnce() async throws {
        let place = try await TestDatabase()
        let before = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<8 { group.addTask { try await Migrations("a", [first]).apply(to: place.database) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(before.sorted() == [0, 1, 1, 1, 1, 1, 1, 1])
        #expect(try await place.values("SELECT n FROM a") == ["1"])
        #expect(try await Migrations("a", [first, second]).apply(to: place.database) == 1)
        #expect(try await place.values("SELECT name FROM a") == ["x"])
        // A program of the version before may use it.
        #expect(try await Migrations("a", [first]).apply(to: place.database) == 2)
        #expect(try await Migrations("a", [first]).found(in: place.database) == 2)
        #expect(try await Migrations("b", [first]).found(in: place.database) == nil)
    }

    @Test("a later version may say that earlier ones can't go on, and what it has taken away")
    func tooNew() async throws {
        let place = try await TestDatabase()
        // Made before versions were told which can go on.
        _ = try await place.values("CREATE TABLE schema_versions (part text PRIMARY KEY, version bigint NOT NULL)")
        _ = try await place.values("INSERT INTO schema_versions VALUES ('a', 1)")
        _ = try await place.values("CREATE TABLE a (n bigint)")
        #expect(try await Migrations("a", [first]).apply(to: place.database) == 1)
        #expect(try await Migrations("a", [first, second]).apply(to: place.database) == 1)
        let third = ["ALTER TABLE a DROP COLUMN n"]
        #expect(try await Migrations("a", [first, second, third], oldest: 2).apply(to: place.database) == 2)
        #expect(try await Migrations("a", [first, second]).apply(to: place.database) == 3)
        let error = await #expect(throws: NewerTables.self) {
            try await Migrations("a", [first]).apply(to: place.database)
        }
        #expect(error == NewerTables(part: "a", found: 3, known: 1))
        // Another part is not concerned.
        #expect(try await Migrations("b", [["CREATE TABLE b ()"]]).apply(to: place.database) == 0)
    }

    @Test("a step that fails leaves nothing")
    func failing() async throws {
        let place = try await TestDatabase()
        #expect(try await Migrations("a", [first]).found(in: place.database) == nil)
        await #expect(throws: PostgreSQLError.self) {
            try await Migrations("a", [first, ["SELEC 1"]]).apply(to: place.database)
        }
        #expect(try await Migrations("a", [first]).apply(to: place.database) == 0)
    }
}
