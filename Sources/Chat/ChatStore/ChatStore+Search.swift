public import Chat
internal import SQLite

extension ChatStore: MessageSearch {
    /// Words of three characters and more are looked up in an index of everything. An index of threes does not know
    /// shorter ones: where a query has no other, the newest `SearchBounds.scannedMessages` are read, shared out
    /// equally among the conversations, and the coverage says so where that was not all.
    ///
    /// Hits carry no reactions. Sending goes on meanwhile.
    public func search(_ query: SearchQuery, as user: UserID, limit: Int) async throws(ChatError) -> SearchResult {
        let limit = min(max(limit, 1), SearchLimits.maximumHits)
        let words = QueryWords(query)
        return try await longRead { [searchBounds] connection in
            guard words.phrases != nil else {
                return try connection.scanned(words, user: user, limit: limit, searchBounds)
            }
            let hits = try connection.indexed(words, user: user, limit: limit, searchBounds)
            return SearchResult(hits: hits, coverage: .everything)
        }
    }
}

/// How much a search does.
struct SearchBounds: Sendable {
    /// The shortest word that the index knows, in characters (Unicode scalars).
    static let indexedCharacters = 3
    /// How many messages are read for words that the index does not know.
    var scannedMessages = 50_000
    /// Of messages that hold the words, how many of the last written are looked at to find the newest.
    ///
    /// Messages are numbered as they are written, which is the order of their moments but for those of a clock that
    /// was set back and of the sample world.
    var candidates = 1_000
}

extension Connection {
    // Membership is a part of each query, so that nothing is found in between leaving and looking.

    fileprivate mutating func indexed(_ words: QueryWords, user: UserID, limit: Int, _ bounds: SearchBounds) throws
        -> [Message]
    {
        let candidates = try messages(
            holding: words.all, atMost: bounds.candidates,
            of: """
                SELECT * FROM (
                    SELECT \(foundColumns) FROM message_words CROSS JOIN messages USING (number)
                    WHERE number >= (SELECT max(number) FROM messages) / 64 * 64 AND \(isMember)
                    ORDER BY number DESC)
                UNION ALL SELECT * FROM (
                    SELECT \(foundColumns) FROM message_index
                    CROSS JOIN message_words ON message_words.number = message_index.rowid
                    CROSS JOIN messages ON messages.number = message_index.rowid
                    WHERE message_index MATCH ?1 AND \(isMember)
                    ORDER BY message_index.rowid DESC)
                """, words.phrases, user.description)
        let newest = candidates.enumerated().sorted {
            ($1.element.createdAt, $0.offset) < ($0.element.createdAt, $1.offset)
        }
        return newest.prefix(limit).map(\.element)
    }

    fileprivate mutating func scanned(_ words: QueryWords, user: UserID, limit: Int, _ bounds: SearchBounds) throws
        -> SearchResult
    {
        let active = try row(
            "SELECT count(*) FROM participants WHERE user = ? AND left_at IS NULL", user.description
        ) { $0.integer(0) }
        let share = max(bounds.scannedMessages / max(Int(active ?? 0), 1), 1)
        let hits = try messages(
            holding: words.short.dropFirst(), atMost: limit,
            of: """
                SELECT \(foundColumns) FROM participants AS mine
                CROSS JOIN messages ON messages.conversation = mine.conversation
                CROSS JOIN message_words ON message_words.number = messages.number
                WHERE mine.user = ?1 AND mine.left_at IS NULL AND messages.created_at >= \(edge)
                AND instr(folded, ?3) > 0
                ORDER BY messages.created_at DESC, messages.position DESC
                """, user.description, share - 1, words.short.first)
        let isCut = try row(
            """
            SELECT 1 FROM participants AS mine
            WHERE mine.user = ?1 AND mine.left_at IS NULL AND \(edge) > -9000000000000000000
            """, user.description, share
        ) { _ in true }
        return SearchResult(
            hits: hits, coverage: isCut == true ? .recentForShortWords(messagesPerConversation: share) : .everything)
    }

    /// Steps through the rows of `sql`, the newest first, until there are enough that hold all of `words`.
    private mutating func messages<each Value: Bindable>(
        holding words: ArraySlice<String>, atMost limit: Int, of sql: String, _ values: repeat each Value
    ) throws -> [Message] {
        try withStatement(sql) { statement in
            try statement.bind(repeat each values)
            var found: [Message] = []
            while found.count < limit, try statement.step() {
                guard FoldedText(folded: statement.text(7)).contains(all: words) else { continue }
                found.append(try statement.foundMessage())
            }
            return found
        }
    }
}

/// The words of a query by how they are looked up.
private struct QueryWords {
    /// Those that the index knows, as an expression of FTS5: each is a string, in which nothing but the quotation mark
    /// has a meaning (https://sqlite.org/fts5.html#fts5_strings).
    let phrases: String?
    let short: ArraySlice<String>
    let all: ArraySlice<String>

    init(_ query: SearchQuery) {
        all = query.terms[...]
        let long = query.terms.filter { $0.unicodeScalars.count >= SearchBounds.indexedCharacters }
        phrases =
            long.isEmpty ? nil : long.map(Self.quoted).joined(separator: " AND ")
        short = query.terms.filter { $0.unicodeScalars.count < SearchBounds.indexedCharacters }[...]
    }

    /// The word as an FTS5 string: in quotation marks, with each quotation mark inside it doubled. Works on Unicode
    /// scalars, because a combining mark after a quotation mark would hide it in the view of Characters.
    private static func quoted(_ word: String) -> String {
        var quoted = "\"".unicodeScalars
        for scalar in word.unicodeScalars {
            if scalar == "\"" { quoted.append(scalar) }
            quoted.append(scalar)
        }
        quoted.append("\"")
        return String(quoted)
    }
}

private let foundColumns = """
    messages.id, messages.conversation, messages.kind, messages.user, messages.text, messages.reply_to,
    messages.created_at, message_words.folded
    """

private let isMember = """
    messages.conversation IN (SELECT conversation FROM participants WHERE user = ?2 AND left_at IS NULL)
    """

/// When the message was written that is older than `?2` others of `mine.conversation`; before all time where there
/// are not so many.
private let edge = """
    ifnull((SELECT created_at FROM messages AS edge WHERE edge.conversation = mine.conversation
    ORDER BY edge.created_at DESC, edge.position DESC LIMIT 1 OFFSET ?2), -9000000000000000000)
    """

extension Statement {
    /// Reads `foundColumns`.
    fileprivate func foundMessage() throws -> Message {
        Message(
            id: try identifier(0), conversation: try identifier(1),
            content: (MessageKind(rawValue: text(2)) ?? .text).content(user: try identifier(3), text: optionalText(4)),
            replyTo: try optionalIdentifier(5), createdAt: timestamp(6), reactions: [])
    }
}
