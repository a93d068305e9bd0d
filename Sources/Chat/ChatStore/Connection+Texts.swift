internal import Chat
internal import SQLite

extension Connection {
    /// Adds the text of a message to what a search reads, and the filter of the block that it completes. Call it for
    /// every message: one without a text, such as a system message, completes a block too.
    mutating func index(_ text: String?, ofMessage number: Int64, at place: TextPlace, sentAt moment: Timestamp) throws
    {
        if let text {
            try insert(folded: FoldedText(text).description, of: number, at: place, sentAt: moment.milliseconds)
        }
        if place == place.block { try writeFilter(of: place.blockBefore) }
    }

    mutating func insert(folded: String, of message: Int64, at place: TextPlace, sentAt: Int64) throws {
        try run(
            "INSERT INTO message_texts (place, message, created_at, folded) VALUES (?, ?, ?, ?)", place.rawValue,
            message, sentAt, folded)
    }

    /// Writes the filter of a block from its texts; none if it has no texts.
    mutating func writeFilter(of block: TextPlace) throws {
        var filter = GramFilter()
        let moments = try rows(
            "SELECT created_at, folded FROM message_texts WHERE place BETWEEN ? AND ? ORDER BY place", block.rawValue,
            block.endOfBlock.rawValue
        ) { row in
            filter.add(row.text(1))
            return row.integer(0)
        }
        guard let newest = moments.last else {
            return try run("DELETE FROM text_filters WHERE place = ?", block.rawValue)
        }
        try run(
            "INSERT OR REPLACE INTO text_filters (place, newest_at, grams) VALUES (?, ?, ?)", block.rawValue, newest,
            filter.bytes)
    }

    /// Removes the text of a message from what a search reads, and from the filter of its block.
    mutating func forgetText(of message: MessageID) throws {
        guard let place = try textPlace(of: message) else { return }
        try run("DELETE FROM message_texts WHERE place = ?", place.rawValue)
        let hasFilter = try row("SELECT 1 FROM text_filters WHERE place = ?", place.block.rawValue) { _ in true }
        if hasFilter == true { try writeFilter(of: place.block) }
    }

    /// Replaces the text of a message in what a search reads, and in the filter of its block.
    mutating func replaceText(of message: MessageID, by text: String) throws {
        guard let place = try textPlace(of: message) else { return }
        try run(
            "UPDATE message_texts SET folded = ? WHERE place = ?", FoldedText(text).description, place.rawValue)
        let hasFilter = try row("SELECT 1 FROM text_filters WHERE place = ?", place.block.rawValue) { _ in true }
        if hasFilter == true { try writeFilter(of: place.block) }
    }

    /// Where the text of a message is; `nil` where there is no such message.
    mutating func textPlace(of message: MessageID) throws -> TextPlace? {
        try row(
            """
            SELECT conversations.number, position FROM messages JOIN conversations ON conversations.id = conversation
            WHERE messages.id = ?
            """, message.description
        ) { TextPlace(conversation: $0.integer(0), position: $0.integer(1)) }
    }

    /// The number of a conversation, which must exist.
    mutating func number(of conversation: ConversationID) throws -> Int64 {
        let number = try row("SELECT number FROM conversations WHERE id = ?", conversation.description) {
            $0.integer(0)
        }
        guard let number else { throw ChatError.Reason.notFound }
        return number
    }
}
