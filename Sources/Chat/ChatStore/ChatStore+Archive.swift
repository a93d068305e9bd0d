internal import Chat
public import ChatRecords
internal import SQLite

extension ChatStore: ChatArchive {
    /// Texts as every store can keep them (`ArchiveValue.portable`). The chat must not change meanwhile.
    public func rows(of table: ArchiveTable, after key: ArchiveRow?, limit: Int) async throws -> [ArchiveRow] {
        let columns = table.columns.map { Self.name(of: $0.name, in: table) }
        let keys = columns.prefix(table.keyColumns).joined(separator: ", ")
        let start = key.map { _ in
            "WHERE (\(keys)) > (\(Array(repeating: "?", count: table.keyColumns).joined(separator: ", ")))"
        }
        let sql = """
            SELECT \(columns.joined(separator: ", ")) FROM \(table == .drafts ? "draft" : table.rawValue)
            \(start ?? "") ORDER BY \(keys) LIMIT ?
            """
        return try await database.longRead { connection in
            try connection.withStatement(sql) { statement in
                for (place, value) in ((key ?? []) + [.integer(Int64(limit))]).enumerated() {
                    try value.bind(to: statement, at: Int32(place + 1))
                }
                var rows: [ArchiveRow] = []
                while try statement.step() {
                    rows.append(table.columns.indices.map { statement.value($0, table.columns[$0].kind) })
                }
                return rows
            }
        }
    }

    private static func name(of column: String, in table: ArchiveTable) -> String {
        let newest =
            "FROM messages WHERE conversation = conversations.id ORDER BY created_at DESC, position DESC LIMIT 1"
        return switch column {
        case "last_position": "ifnull((SELECT position \(newest)), 0)"
        case "last_at": "(SELECT created_at \(newest))"
        case "conversation_id" where table != .drafts: "conversation"
        case "user_id" where table != .drafts: "user"
        case "message_id": "message"
        default: column
        }
    }
}

extension ArchiveValue {
    fileprivate func bind(to statement: borrowing Statement, at place: Int32) throws(SQLiteError) {
        switch self {
        case .null: try String?.none.bind(to: statement, at: place)
        case .integer(let number): try number.bind(to: statement, at: place)
        case .text(let text): try text.bind(to: statement, at: place)
        case .bytes(let bytes): try bytes.bind(to: statement, at: place)
        }
    }
}

extension Statement {
    fileprivate func value(_ column: Int, _ kind: ArchiveTable.Kind) -> ArchiveValue {
        guard !isNull(column) else { return .null }
        return switch kind {
        case .integer: .integer(integer(column))
        case .text, .uuid: .portable(text(column))
        case .bytes: .bytes(blob(column))
        }
    }
}

extension ChatStore {
    /// Whether nothing is in it.
    public func isEmpty() throws -> Bool {
        try database.read { connection in
            try connection.row("SELECT 1 FROM users UNION ALL SELECT 1 FROM conversations LIMIT 1") { _ in false }
        } ?? true
    }

    /// Copies all of another store into this one, which must be empty, some rows in a transaction.
    public func fill(from archive: any ChatArchive) async throws {
        var blocks: Set<TextPlace> = []
        for table in ArchiveTable.allCases {
            try await archive.forEachPart(of: table) { rows in
                let indexed = try await database.write { connection in try connection.insert(rows, into: table) }
                blocks.formUnion(indexed)
            }
        }
        try await database.write { [blocks] connection in
            for block in blocks { try connection.writeFilter(of: block) }
        }
    }

    /// The columns of a table that are stored; the others are made from other tables.
    fileprivate static func stored(_ table: ArchiveTable) -> [(place: Int, name: String)] {
        table.columns.enumerated().filter { !["last_position", "last_at"].contains($0.element.name) }.map {
            place, column in
            (place, name(of: column.name, in: table))
        }
    }
}

extension Connection {
    /// - Returns: the blocks of texts that were added to.
    fileprivate mutating func insert(_ rows: [ArchiveRow], into table: ArchiveTable) throws -> Set<TextPlace> {
        let columns = ChatStore.stored(table)
        let sql = """
            INSERT INTO \(table == .drafts ? "draft" : table.rawValue) (\(columns.map(\.name).joined(separator: ", ")))
            VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))
            """
        var blocks: Set<TextPlace> = []
        for row in rows {
            try withStatement(sql) { statement in
                for (place, column) in columns.enumerated() {
                    try row[column.place].bind(to: statement, at: Int32(place + 1))
                }
                _ = try statement.step()
            }
            switch table {
            case .users: try indexUser(row)
            case .messages: if let place = try indexMessage(row) { blocks.insert(place.block) }
            case .files: if let file = ArchivedFile(row) { try indexFile(file) }
            default: break
            }
        }
        return blocks
    }

    private mutating func indexUser(_ row: ArchiveRow) throws {
        // Those who were deleted have no name, and are not found.
        guard case .integer(let number) = row[0], case .text(let alias) = row[2], case .text(let name) = row[3],
            !name.isEmpty
        else { return }
        for (isInner, part) in NameIndex.parts(of: [name, alias]) {
            try run("INSERT OR IGNORE INTO user_names (is_inner, part, user) VALUES (?, ?, ?)", isInner, part, number)
        }
    }

    /// - Returns: where its text is; `nil` if it has none.
    private mutating func indexMessage(_ row: ArchiveRow) throws -> TextPlace? {
        guard case .integer(let number) = row[0], case .text(let conversation) = row[2],
            case .integer(let position) = row[3], row[4] == .text(MessageKind.text.rawValue),
            case .text(let text) = row[6], case .integer(let sentAt) = row[8], row[9] == .null,
            let id = ConversationID(conversation)
        else { return nil }
        let place = TextPlace(conversation: try self.number(of: id), position: position)
        try insert(folded: FoldedText(text).description, of: number, at: place, sentAt: sentAt)
        return place
    }

    /// The filter of its message's block is written at the end.
    private mutating func indexFile(_ file: ArchivedFile) throws {
        guard let place = try textPlace(of: file.message) else { return }
        try run(
            "UPDATE message_texts SET folded = folded || ? WHERE place = ?", file.searched, place.rawValue)
    }
}
