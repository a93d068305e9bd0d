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

    /// How many rows the check of one message's files and links counts as.
    private static let rowsOfCheck = 10

    private let terms: [String]
    private let filter: SearchFilter
    /// The ids of `filter.senders` as the rows have them.
    private let senders: Set<String>?
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

    /// - Parameter terms: folded words, all of which a text has to contain.
    init(_ terms: [String], within filter: SearchFilter, limit: Int, _ bounds: SearchBounds) {
        self.terms = terms
        self.filter = filter
        senders = filter.senders.map { Set($0.map(\.description)) }
        self.limit = limit
        self.bounds = bounds
        bits = terms.flatMap { GramFilter.bits(of: $0) }
        oldestOfInterest = filter.from?.milliseconds ?? .min
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
        try newestHits.compactMap { try connection.foundMessage($0.message) }
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
        let end = filter.until?.milliseconds ?? .max
        // Whose text it is costs as much again.
        let sender = senders == nil ? "NULL" : "(SELECT user FROM messages WHERE number = message)"
        try connection.withStatement(
            """
            SELECT message, created_at, folded, \(sender) FROM message_texts
            WHERE place BETWEEN ? AND ? ORDER BY place DESC
            """
        ) { statement in
            try statement.bind(block.rawValue, block.endOfBlock.rawValue)
            while !isOlder, try statement.step() {
                rowsRead += senders == nil ? 1 : 2
                let moment = statement.integer(1)
                isOlder = moment < oldestOfInterest
                guard !isOlder, moment < end, senders?.contains(statement.text(3)) != false,
                    FoldedText(folded: statement.text(2)).contains(all: terms)
                else { continue }
                found.append(Hit(message: statement.integer(0), createdAt: moment))
            }
        }
        if !filter.contents.isEmpty {
            rowsRead += Self.rowsOfCheck * found.count
            found = try found.filter { hit in
                try connection.foundMessage(hit.message).map { filter.accepts($0) } == true
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
    mutating func placesToSearch(of user: UserID, within filter: SearchFilter) throws -> [TextScan.Conversation] {
        let rooms = try rows(
            """
            SELECT conversations.number, conversations.id FROM participants
            JOIN conversations ON conversations.id = conversation WHERE user = ? AND left_at IS NULL
            """, user.description
        ) { row in
            let id: ConversationID = try row.identifier(1)
            return (number: row.integer(0), id: id)
        }
        var places: [(conversation: TextScan.Conversation, newestAt: Int64)] = []
        for room in rooms where filter.conversations?.contains(room.id) != false {
            guard let newest = try newestPlace(in: room.number, room.id, before: filter.until) else { continue }
            let place = try row(
                "SELECT place, created_at FROM message_texts WHERE place BETWEEN ? AND ? ORDER BY place DESC LIMIT 1",
                TextPlace(conversation: room.number, position: 0).rawValue, newest
            ) { row in
                (
                    TextScan.Conversation(number: room.number, next: TextPlace(rawValue: row.integer(0)).block),
                    row.integer(1)
                )
            }
            if let place { places.append(place) }
        }
        return places.sorted { $0.newestAt > $1.newestAt }.map(\.conversation)
    }

    /// The last place that a message of a conversation may have that was sent before a moment; `nil` for none.
    private mutating func newestPlace(
        in number: Int64, _ id: ConversationID, before moment: Timestamp?
    ) throws -> Int64? {
        guard let moment else { return TextPlace(conversation: number + 1, position: 0).rawValue - 1 }
        return try row(
            """
            SELECT position FROM messages WHERE conversation = ? AND created_at < ?
            ORDER BY created_at DESC, position DESC LIMIT 1
            """, id.description, moment.milliseconds
        ) { TextPlace(conversation: number, position: $0.integer(0)).rawValue }
    }
}

extension Connection {
    /// The message with a number, with its files and without its reactions; `nil` where it was deleted.
    fileprivate mutating func foundMessage(_ number: Int64) throws -> Message? {
        let found = try row(
            """
            SELECT id, conversation, kind, user, text, reply_to, created_at, files, edited_at FROM messages
            WHERE number = ? AND deleted_at IS NULL
            """, number
        ) { (message: try $0.foundMessage(), hasFiles: !$0.isNull(7)) }
        guard var message = found?.message else { return nil }
        if found?.hasFiles == true { message.attachments = try attachments(of: message) }
        return message
    }
}

extension Statement {
    fileprivate func foundMessage() throws -> Message {
        Message(
            id: try identifier(0), conversation: try identifier(1),
            content: MessageKind.content(messageKind(2), user: try identifier(3), text: optionalText(4)),
            replyTo: try optionalIdentifier(5), createdAt: timestamp(6), reactions: [],
            editedAt: optionalTimestamp(8))
    }
}
