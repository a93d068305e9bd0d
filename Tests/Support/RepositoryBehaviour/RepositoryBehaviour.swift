public import Chat

/// Something that every repository does, whatever stands behind it: the documentation of `Chat`'s protocols,
/// a sentence at a time.
///
/// To be run by name against fresh repositories without any user:
///
///     @Test(arguments: RepositoryBehaviour.all)
///     func storeBehaves(_ behaviour: RepositoryBehaviour) async throws {
///         let clock = ManualClock()
///         let repositories = … // whose backend reads clock.clock
///         try await behaviour.verify(repositories, clock)
///     }
public struct RepositoryBehaviour: Sendable, CustomStringConvertible {
    /// What is verified, as a sentence.
    public let name: String
    private let body: @Sendable (Stage) async throws -> Void

    init(_ name: String, _ body: @escaping @Sendable (Stage) async throws -> Void) {
        self.name = name
        self.body = body
    }

    /// How the backend under test knows who asks.
    public enum Callers: Sendable {
        /// It is told.
        case named
        /// They have to prove it: nobody can be whom it does not know, and nobody can remove another.
        case proven
    }

    /// Records an issue with Swift Testing where the repositories behave otherwise.
    public func verify(_ repositories: Repositories, _ clock: ManualClock, callers: Callers = .named) async throws {
        try await body(Stage(repositories: repositories, clock: clock, callers: callers))
    }

    public var description: String { name }

    public static let all: [RepositoryBehaviour] =
        users + conversations + participants + sending + paging + editing + pins + groups + invites + openGroups
        + threads + pictures + receipts
        + deleting
        + reactions
        + readMarks
        + bookmarks
        + search
        + health
}
