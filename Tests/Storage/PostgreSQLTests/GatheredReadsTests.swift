import EventLoops
import PostgreSQLServer
import Synchronization
import Testing

@testable import PostgreSQL

@Suite("Reads that are begun at the same time") struct GatheredReadsTests {
    /// Runs reads at once, as a handler on an event loop does.
    private func run(
        _ place: TestDatabase, _ queries: [Query]
    ) async throws -> (results: [Result<[String], any Error>], roundTrips: Int) {
        let roundTrips = RoundTrips()
        let results = await withTaskExecutorPreference(place.loop) {
            await RoundTrips.$current.withValue(roundTrips) {
                await GatheredReads.$current.withValue(GatheredReads()) {
                    await withTaskGroup(of: (Int, Result<[String], any Error>).self) { group in
                        for (number, query) in queries.enumerated() {
                            group.addTask {
                                do {
                                    return (number, .success(try await place.database.read(query).map { $0.text(0) }))
                                } catch { return (number, .failure(error)) }
                            }
                        }
                        return await group.reduce(into: []) { $0.append($1) }
                    }
                }
            }
        }
        return (results.sorted { $0.0 < $1.0 }.map(\.1), roundTrips.count)
    }

    @Test("take one round trip together, and each gets its own rows")
    func together() async throws {
        let place = try await TestDatabase()
        let (results, roundTrips) = try await run(
            place, (0..<8).map { Query("SELECT generate_series(1, $1::bigint)", $0) })
        #expect(roundTrips == 1)
        for (number, result) in results.enumerated() {
            #expect(try result.get() == (0..<number).map { "\($0 + 1)" })
        }
    }

    @Test("one that the server refuses fails alone")
    func refused() async throws {
        let place = try await TestDatabase()
        let (results, _) = try await run(
            place, [Query("SELECT 1"), Query("SELECT 1 / $1::bigint", 0), Query("SELECT 3")])
        #expect(try results[0].get() == ["1"] && results[2].get() == ["3"])
        #expect(throws: PostgreSQLError.self) { try results[1].get() }
        let (first, _) = try await run(place, [Query("SELECT 1 / $1::bigint", 0), Query("SELECT 2")])
        #expect(throws: PostgreSQLError.self) { try first[0].get() }
        #expect(try first[1].get() == ["2"])
    }

    @Test("more than go together take some more")
    func many() async throws {
        let place = try await TestDatabase()
        let count = GatheredReads.maximumQueries + 3
        let (results, roundTrips) = try await run(place, (0..<count).map { Query("SELECT $1::bigint", $0) })
        #expect(try results.map { try $0.get() } == (0..<count).map { ["\($0)"] })
        #expect((2...4).contains(roundTrips), "\(roundTrips)")
    }

    @Test("where nothing gathers, each goes alone; what follows an answer goes next")
    func alone() async throws {
        let place = try await TestDatabase()
        #expect(try await place.database.read(Query("SELECT 1")).first?.text(0) == "1")
        let roundTrips = RoundTrips()
        try await GatheredReads.$current.withValue(GatheredReads()) {
            try await RoundTrips.$current.withValue(roundTrips) {
                for number in 0..<3 {
                    let rows = try await place.database.read(Query("SELECT $1::bigint", number))
                    #expect(rows.first?.integer(0) == Int64(number))
                }
            }
        }
        #expect(roundTrips.count == 3)
    }
}
