public import Testing

/// A kind of database that holds records.
public enum RecordStore: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case sqlite = "SQLite"
    case postgreSQL = "PostgreSQL"

    public var testDescription: String { rawValue }

    /// The kind for which a test runs at the moment.
    @TaskLocal public static var current = RecordStore.sqlite

    /// The databases of the test that runs; they are deleted after it.
    @TaskLocal static var places = Places()
}

/// Runs each test once for each kind of database.
public struct EachRecordStore: TestTrait, SuiteTrait, TestScoping {
    public let isRecursive = true

    public func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? { testCase == nil ? nil : self }

    @concurrent public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        for store in RecordStore.allCases {
            let naming = IssueHandlingTrait.compactMapIssues { issue in
                var issue = issue
                issue.comments.append("with \(store.rawValue)")
                return issue
            }
            try await RecordStore.$places.withValue(Places()) {
                try await RecordStore.$current.withValue(store) {
                    try await naming.provideScope(for: test, testCase: testCase, performing: function)
                }
            }
        }
    }
}

extension Trait where Self == EachRecordStore {
    /// Runs each test once for each kind of database.
    public static var eachRecordStore: Self { EachRecordStore() }
}
