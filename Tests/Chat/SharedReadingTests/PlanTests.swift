import PostgreSQL
import PostgreSQLServer
import Testing

@testable import SharedReading

@Suite("What is old, or new, of what is read for all is found by an index")
struct PlanTests {
    @Test(arguments: [
        ("at <", ReadFeed.forgettingChanges(ReadFeed.Limits())),
        ("changed_at <", ReadFeed.forgettingPages(ReadFeed.Limits())),
        ("changed_at >=", ReadFeed.changed(ReadFeed.Limits())),
    ])
    func indexes(condition: String, query: Query) async throws {
        let place = try await TestDatabase()
        try await PostgreSQLReads.migrate(place.database)
        let plan = try await place.plan(of: query)
        #expect(plan.contains("Index Cond: (\(condition)"), "\(plan)")
    }
}
