import PostgreSQL
import PostgreSQLServer
import Testing

@testable import PostgreSQLChat

@Suite("What is old, or new, is found by an index: it costs the same however much there is")
struct PlanTests {
    @Test(arguments: [
        ("created_at <", PostgreSQLChatStore.forgetting(nil)), ("began_at <", PostgreSQLSendLedger.forgettingKeys),
        ("uploaded_at <=", PostgreSQLFiles.deletionOfUnsent(nil)),
        ("ends_at <", PostgreSQLSendLedger.forgettingTurns), ("at >=", ChangeFeed.changed(within: .seconds(20))),
    ])
    func indexes(condition: String, query: Query) async throws {
        let place = try await TestDatabase.migrated()
        try await PostgreSQLSendLedger.migrate(place.database)
        let plan = try await place.plan(of: query)
        #expect(plan.contains("Index Cond: (\(condition)"), "\(plan)")
    }
}
