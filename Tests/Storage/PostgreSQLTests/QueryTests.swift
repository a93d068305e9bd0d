import PostgreSQL
import PostgreSQLServer
import Testing

@Suite("Queries of PostgreSQL")
struct QueryTests {
    @Test("values come back as they were sent")
    func values() async throws {
        let place = try await TestDatabase()
        let row = try await place.database.run(
            Query(
                "SELECT $1::text, $2::bigint, $3::boolean, $4::text, length($5::bytea), $6::text, $7::text",
                "縁側 'x' \\ 👍🏽", Int64.min, true, nil, [0, 255, 0] as [UInt8], "", "a\0b"))
        let first = try #require(row.first)
        #expect(first.text(0) == "縁側 'x' \\ 👍🏽")
        #expect(first.integer(1) == .min)
        #expect(first.boolean(2))
        #expect(first.isNull(3) && first.optionalText(3) == nil && first.text(3) == "")
        #expect(first.integer(4) == 3)
        #expect(first.optionalText(5) == "")
        #expect(first.text(6) == "a\u{FFFD}b")
    }

    @Test("queries that are sent together are one transaction, and each gives its rows")
    func together() async throws {
        let place = try await TestDatabase()
        let rows = try await place.database.run([
            Query("CREATE TABLE a (n bigint PRIMARY KEY)"), Query("INSERT INTO a SELECT generate_series(1, $1)", 3),
            Query("SELECT n FROM a ORDER BY n"), Query("DELETE FROM a WHERE n > $1", 1),
        ])
        #expect(rows[2].map { $0.integer(0) } == [1, 2, 3])
        #expect(rows[3].changed == 2)
        let error = await #expect(throws: PostgreSQLError.self) {
            _ = try await place.database.run([
                Query("INSERT INTO a VALUES ($1)", 7), Query("INSERT INTO a VALUES ($1)", 1),
                Query("INSERT INTO a VALUES ($1)", 8),
            ])
        }
        #expect(error?.isUniqueViolation == true)
        #expect(try await place.values("SELECT n FROM a ORDER BY n") == ["1"])
    }

    @Test("an error says what is wrong, without the values")
    func errors() async throws {
        let place = try await TestDatabase()
        try await place.database.run(Query("CREATE TABLE a (secret text PRIMARY KEY)"))
        for _ in 0..<2 {
            let error = await #expect(throws: PostgreSQLError.self) {
                _ = try await place.database.run([
                    Query("INSERT INTO a VALUES ($1)", "hunter2"), Query("INSERT INTO a VALUES ($1)", "hunter2"),
                ])
            }
            #expect(error?.description.contains("hunter2") == false)
            #expect(error?.description.contains("a_pkey") == true)
        }
        for _ in 0..<2 {
            let error = await #expect(throws: PostgreSQLError.self) { _ = try await place.values("SELEC 1") }
            guard case .refused(let refusal) = error else { Issue.record("\(String(describing: error))"); continue }
            #expect(refusal.sqlState == "42601")
        }
        #expect(try await place.values("SELECT '1'") == ["1"])
    }

    @Test("a thousand queries and megabytes go together")
    func much() async throws {
        let place = try await TestDatabase()
        let long = String(repeating: "縁", count: 1_000_000)
        let queries =
            (0..<1_000).map { Query("SELECT $1::bigint", $0) } + [Query("SELECT $1::text, $2::text", long, long)]
        let rows = try await place.database.run(queries)
        #expect(rows.dropLast().map { $0.first?.integer(0) } == (0..<1_000).map { Int64($0) })
        #expect(rows.last?.first?.text(0) == long && rows.last?.first?.text(1) == long)
    }

    @Test("more different statements than are kept prepared")
    func statements() async throws {
        let place = try await TestDatabase(limits(connections: 1))
        for number in 0..<600 {
            #expect(try await place.values("SELECT $1::text || '\(number)'", "n") == ["n\(number)"])
        }
        #expect(try await place.values("SELECT count(*) FROM pg_prepared_statements") == ["500"])
    }
}

func limits(connections: Int) -> DatabaseLimits {
    var limits = DatabaseLimits()
    limits.connections = connections
    return limits
}
