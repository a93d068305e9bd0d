internal import Concurrency

extension UserRepository {
    /// Asks for everyone: for backends that have no search. The comparison runs in the pool.
    public func users(matching query: SearchQuery?, limit: Int) async throws(ChatError) -> [User] {
        let everyone = try await users()
        return try await BlockingPool.shared.compute { everyone.matching(query, limit: limit) }
    }
}

extension Array<User> {
    /// The first `limit` people that `query` finds, in the order of `UserRepository.users(matching:limit:)`.
    public func matching(_ query: SearchQuery?, limit: Int) -> [User] {
        func isBefore(_ one: User, _ other: User) -> Bool { (one.name, one.alias) < (other.name, other.alias) }
        guard let query else { return smallest(limit, by: isBefore) }
        let ranked = compactMap { user in
            NameRank(of: [user.name, user.alias], in: query).map { (rank: $0, user: user) }
        }
        return ranked.smallest(limit) {
            ($0.rank, $0.user.name, $0.user.alias) < ($1.rank, $1.user.name, $1.user.alias)
        }
        .map(\.user)
    }
}

extension Array {
    /// The first `count` elements in the order of `isBefore`, without sorting the others.
    public func smallest(_ count: Int, by isBefore: (Element, Element) -> Bool) -> [Element] {
        var smallest: [Element] = []
        for element in self {
            if smallest.count == count, !isBefore(element, smallest[count - 1]) { continue }
            // The first element behind the new one.
            var (low, high) = (0, smallest.count)
            while low < high {
                let middle = (low + high) / 2
                if isBefore(element, smallest[middle]) { high = middle } else { low = middle + 1 }
            }
            smallest.insert(element, at: low)
            if smallest.count > count { smallest.removeLast() }
        }
        return smallest
    }
}

extension BlockingPool {
    /// Computes something that may take a millisecond.
    /// - Throws: `.overloaded` if the pool is full.
    func compute<Result: Sendable>(
        during operation: String = #function, _ body: @escaping @Sendable () -> Result
    ) async throws(ChatError) -> Result {
        do { return try await run(body) } catch { throw ChatError(.overloaded, during: operation) }
    }
}
