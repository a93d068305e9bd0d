extension MessageRepository {
    /// How many messages are read at once to find where `moment` is. More than a page, so that few reads are needed.
    private var readAtOnce: Int { 200 }

    /// For backends that page backwards only: reads the newest messages, and if they do not reach back to `moment`, looks
    /// for an end before which there are neither too few nor too many messages, by halving the time.
    public func messages(in conversation: ConversationID, as user: UserID, from moment: Timestamp, limit: Int)
        async throws(ChatError) -> [Message]
    {
        var size = min(max(readAtOnce, limit * 2), MessageLimits.maximumPerRead)
        // Between `moment` and `low` there are too few messages, and between `moment` and `high` too many.
        var (low, high): (Timestamp, Timestamp?) = (moment, nil)
        var (few, many): ([Message], [Message]) = ([], [])
        var end: Timestamp?
        while true {
            let read = try await messages(in: conversation, as: user, before: end, limit: size)
            let later = Array(read.prefix { $0.createdAt >= moment }.reversed())
            if later.count < size, later.count >= limit || end == nil { return Array(later.prefix(limit)) }
            if later.count < size {
                (low, few) = (end ?? low, later)
            } else {
                (high, many) = (later.last?.createdAt.adding(.milliseconds(1)), later)
            }
            guard let most = high else { return few }
            if most.milliseconds(since: low) > 1 {
                // The oldest message that was read may be much nearer.
                let oldest = later.count < size ? most : later.first?.createdAt ?? most
                let gap = min(most, max(oldest, low.adding(.milliseconds(2)))).milliseconds(since: low)
                end = low.adding(.milliseconds(gap / 2))
            } else if size < MessageLimits.maximumPerRead, many.first.map({ $0.createdAt >= low }) ?? false {
                // All of them are of one millisecond, and some of it may be missing.
                size = min(size * 4, MessageLimits.maximumPerRead)
                end = most
            } else {
                return Array((few + many.drop { $0.createdAt < low }).prefix(limit))
            }
        }
    }
}
