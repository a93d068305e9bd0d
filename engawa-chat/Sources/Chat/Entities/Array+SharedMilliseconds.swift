extension [Message] {
    /// Reverses the order of messages that share a millisecond, and keeps all others where they are.
    ///
    /// Backends list the newest millisecond first, but messages of one millisecond in the order in which they were sent.
    public mutating func reverseInMilliseconds() {
        var start = startIndex
        while start < endIndex {
            let moment = self[start].createdAt
            let end = self[start...].firstIndex { $0.createdAt != moment } ?? endIndex
            if end - start > 1 { self[start..<end].reverse() }
            start = end
        }
    }
}
