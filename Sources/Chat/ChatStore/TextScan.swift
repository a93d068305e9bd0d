internal import Chat
internal import ChatRecords
internal import SQLite

/// The limits of a search.
struct SearchBounds: Sendable {
    /// The number of filters and texts that one search reads. A filter, which serves 64 messages, takes about 2 µs, a
    /// text half of that: so a search ends within a tenth of a second, and covers three million messages.
    var rowsRead = 50_000
}

/// One search through the texts of some conversations.
struct TextScan {
    /// A conversation, as far as it has not been searched.
    struct Conversation {
        let number: Int64
        /// The block that is searched next.
        var next: TextPlace
        /// Whether that block is the newest, which may have no filter.
        var isNewest = true
    }

    private struct Hit {
        let message: Int64
        let createdAt: Int64
    }

    /// The number of filters that are read at once, at first and at most.
    private static let filtersAtOnce = (first: 8, maximum: 512)

    private let query: SearchQuery
    private let bits: [UInt32]
    private let limit: Int
    private let bounds: SearchBounds
    /// The newest hits, in no order: at least `limit`, if so many were found.
    private var hits: [Hit] = []
    /// Older messages are not among the newest `limit` hits.
    private var oldestOfInterest = Int64.min
    /// The number of filters and texts that were read.
    private(set) var rowsRead = 0
    /// Whether all texts were searched that may belong to the newest hits.
    private(set) var isComplete = true

    init(_ query: SearchQuery, limit: Int, _ bounds: SearchBounds) {
        self.query = query
        self.limit = limit
        self.bounds = bounds
        bits = query.terms.flatMap { GramFilter.bits(of: $0) }
    }

    /// Searches conversations, in turn: each reads an equal part of what may be read, and what some did not need is
    /// divided among the others.
    mutating func read(_ conversations: [Conversation], from connection: inout Connection) throws {
        var open = conversations
        while !open.isEmpty, bounds.rowsRead - rowsRead >= open.count {
            let share = (bounds.rowsRead - rowsRead) / open.count
            var unfinished: [Conversation] = []
            for var conversation in open {
                if try !read(&conversation, atMost: share, from: &connection) { unfinished.append(conversation) }
            }
            open = unfinished
        }
        isComplete = open.isEmpty
    }

    /// The newest hits, newest first.
    func hits(from connection: inout Connection) throws -> [Message] {
        try newestHits.compactMap { hit in
            let found = try connection.row(
                """
                SELECT id, conversation, kind, user, text, reply_to, created_at, files, edited_at FROM messages
                WHERE number = ? AND deleted_at IS NULL
                """, hit.message
            ) { (message: try $0.foundMessage(), hasFiles: !$0.isNull(7)) }
            guard var message = found?.message else { return nil }
            if found?.hasFiles == true { message.attachments = try connection.attachments(of: message) }
            return message
        }
    }

    private var newestHits: ArraySlice<Hit> {
        hits.sorted { ($0.createdAt, $0.message) > ($1.createdAt, $1.message) }.prefix(limit)
    }

    /// Searches a conversation backwards.
    /// - Returns: whether it was searched as far as it may have one of the newest hits.
    private mutating func read(
        _ conversation: inout Conversation, atMost share: Int, from connection: inout Connection
    ) throws -> Bool {
        let end = rowsRead + share
        if conversation.isNewest {
            conversation.isNewest = false
            let block = conversation.next
            conversation.next = block.blockBefore
            guard try readTexts(of: block, from: &connection) else { return true }
        }
        var atOnce = Self.filtersAtOnce.first
        while rowsRead < end {
            let filters = try readFilters(of: conversation, atMost: min(atOnce, end - rowsRead), from: &connection)
            for filter in filters {
                guard filter.newestAt >= oldestOfInterest else { return true }
                conversation.next = filter.block.blockBefore
                if filter.mayMatch, try !readTexts(of: filter.block, from: &connection) { return true }
                if rowsRead >= end { return false }
            }
            guard !filters.isEmpty else { return true }
            atOnce = min(atOnce * 2, Self.filtersAtOnce.maximum)
        }
        return false
    }

    private mutating func readFilters(
        of conversation: Conversation, atMost limit: Int, from connection: inout Connection
    ) throws -> [(block: TextPlace, newestAt: Int64, mayMatch: Bool)] {
        let filters = try connection.rows(
            """
            SELECT place, newest_at, grams FROM text_filters WHERE place BETWEEN ? AND ? ORDER BY place DESC LIMIT ?
            """, TextPlace(conversation: conversation.number, position: 0).rawValue, conversation.next.rawValue, limit
        ) { row in
            (
                block: TextPlace(rawValue: row.integer(0)), newestAt: row.integer(1),
                mayMatch: row.withBlob(2) { GramFilter.contains(bits, in: $0) }
            )
        }
        rowsRead += filters.count
        return filters
    }

    /// - Returns: whether texts before these may have one of the newest hits.
    private mutating func readTexts(of block: TextPlace, from connection: inout Connection) throws -> Bool {
        var found: [Hit] = []
        var isOlder = false
        try connection.withStatement(
            """
            SELECT message, created_at, folded FROM message_texts WHERE place BETWEEN ? AND ? ORDER BY place DESC
            """
        ) { statement in
            try statement.bind(block.rawValue, block.endOfBlock.rawValue)
            while !isOlder, try statement.step() {
                rowsRead += 1
                isOlder = statement.integer(1) < oldestOfInterest
                if !isOlder, FoldedText(folded: statement.text(2)).contains(all: query.terms) {
                    found.append(Hit(message: statement.integer(0), createdAt: statement.integer(1)))
                }
            }
        }
        add(found)
        return !isOlder
    }

    private mutating func add(_ found: [Hit]) {
        guard !found.isEmpty else { return }
        hits += found
        guard hits.count >= limit else { return }
        hits = Array(newestHits)
        oldestOfInterest = hits.last?.createdAt ?? .min
    }
}

extension Connection {
    /// The conversations in which `user` is active, by their newest text, newest first. Membership is a part of the
    /// query, so a person who has just left finds nothing.
    mutating func placesToSearch(of user: UserID) throws -> [TextScan.Conversation] {
        let numbers = try rows(
            """
            SELECT conversations.number FROM participants JOIN conversations ON conversations.id = conversation
            WHERE user = ? AND left_at IS NULL
            """, user.description
        ) { $0.integer(0) }
        return try numbers.compactMap { number in
            try row(
                "SELECT place, created_at FROM message_texts WHERE place BETWEEN ? AND ? ORDER BY place DESC LIMIT 1",
                TextPlace(conversation: number, position: 0).rawValue,
                TextPlace(conversation: number + 1, position: 0).rawValue - 1
            ) { row in
                (
                    TextScan.Conversation(number: number, next: TextPlace(rawValue: row.integer(0)).block),
                    row.integer(1)
                )
            }
        }.sorted { $0.1 > $1.1 }.map(\.0)
    }
}

extension Statement {
    fileprivate func foundMessage() throws -> Message {
        Message(
            id: try identifier(0), conversation: try identifier(1),
            content: (MessageKind(rawValue: text(2)) ?? .text).content(user: try identifier(3), text: optionalText(4)),
            replyTo: try optionalIdentifier(5), createdAt: timestamp(6), reactions: [],
            editedAt: optionalTimestamp(8))
    }
}
