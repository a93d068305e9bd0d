internal import Concurrency

/// Everyone, kept for a while, for backends that can only list all people: otherwise a search while somebody types would
/// ask for all of them with each letter.
public final class KeptUsers: Sendable {
    /// How long the list is used.
    public static let lifetime = Duration.seconds(30)

    private struct Kept {
        let users: [User]
        let at: Timestamp
    }

    private let clock: Clock
    private let kept = Lock<Kept?>(nil)
    private let reads = SingleFlight<Bool, [User], ChatError>()

    public init(clock: Clock) { self.clock = clock }

    /// The people that `query` finds among those that `ask` returns.
    public func matching(
        _ query: SearchQuery?, limit: Int, _ ask: @escaping @Sendable () async throws(ChatError) -> [User]
    ) async throws(ChatError) -> [User] {
        let everyone = try await everyone(ask)
        return try await BlockingPool.shared.compute { everyone.matching(query, limit: limit) }
    }

    /// Forgets the list, because somebody registered.
    public func forget() { kept.withLock { $0 = nil } }

    private func everyone(_ ask: @escaping @Sendable () async throws(ChatError) -> [User])
        async throws(ChatError) -> [User]
    {
        let now = clock.now()
        if let kept = kept.withLock({ $0 }), kept.at <= now, now < kept.at.adding(Self.lifetime) { return kept.users }
        return try await reads.run(true) { () async throws(ChatError) in
            let users = try await ask()
            self.kept.withLock { $0 = Kept(users: users, at: now) }
            return users
        }
    }
}
