internal import Concurrency

/// The people that a person can start a conversation with: all others if the backend lists people; else those who share
/// a conversation with them.
public struct Acquaintances: Sendable {
    private let repositories: Repositories

    public init(_ repositories: Repositories) { self.repositories = repositories }

    /// The first `limit` people whom `query` finds, in the order of `UserRepository.users(matching:limit:)`, without
    /// the person and `members`; and whether there are more.
    public func of(
        _ user: UserID, matching query: SearchQuery?, without members: Set<UserID> = [], limit: Int
    ) async throws(ChatError) -> (people: [User], hasMore: Bool) {
        let excluded = members.union([user])
        // Some of those who are found may be excluded.
        let wanted = limit + 1 + min(excluded.count, Self.maximumExcluded)
        let found: [User]
        do throws(ChatError) {
            found = try await repositories.users.users(matching: query, limit: wanted)
        } catch {
            guard error.reason == .forbidden || error.reason == .notFound else { throw error }
            let conversations = try await repositories.conversations.conversations(of: user)
            found = try await BlockingPool.shared.compute {
                var seen: Set<UserID> = []
                return conversations.flatMap(\.participants).map(\.user).filter { seen.insert($0.id).inserted }
                    .matching(query, limit: wanted)
            }
        }
        let people = found.filter { !excluded.contains($0.id) }
        return (Array(people.prefix(limit)), people.count > limit || found.count == wanted && people.count < wanted)
    }

    /// How many people beyond the limit are read, in place of those who are excluded.
    private static let maximumExcluded = 200
}
