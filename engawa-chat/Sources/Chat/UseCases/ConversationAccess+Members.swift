internal import Concurrency

extension ConversationAccess {
    /// A page of the active participants whom `query` finds, sorted by name; and whether there are more.
    /// - Parameter number: 0 for the first page.
    public func members(matching query: SearchQuery?, from number: Int, size: Int)
        async throws(ChatError) -> (people: [Participant], hasMore: Bool)
    {
        let conversation = conversation
        let first = try await BlockingPool.shared.compute {
            conversation.participants
                .filter { $0.isActive && ($0.user.isFound(by: query)) }
                .smallest((number + 1) * size + 1) { ($0.user.name, $0.id) < ($1.user.name, $1.id) }
        }
        return (Array(first.dropFirst(number * size).prefix(size)), first.count > (number + 1) * size)
    }
}
