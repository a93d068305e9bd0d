public import Chat
internal import SQLite

extension ChatStore: MessageSearch {
    /// Reads the filters and texts of the conversations in which `user` is active, and of no others. At most
    /// `SearchBounds.rowsRead` rows are read; if that is not enough, every conversation has had an equal part of them,
    /// and the coverage is `.interrupted`.
    ///
    /// Hits have no reactions. Messages can be sent during a search.
    public func search(_ query: SearchQuery?, within filter: SearchFilter, as user: UserID, limit: Int)
        async throws(ChatError) -> SearchResult
    {
        let limit = min(max(limit, 1), SearchLimits.maximumHits)
        return try await longRead { [searchBounds] connection in
            try connection.snapshot { connection in
                var scan = TextScan(query?.terms ?? [], within: filter, limit: limit, searchBounds)
                try scan.read(try connection.placesToSearch(of: user, within: filter), from: &connection)
                return SearchResult(
                    hits: try scan.hits(from: &connection), coverage: scan.isComplete ? .everything : .interrupted)
            }
        }
    }
}
