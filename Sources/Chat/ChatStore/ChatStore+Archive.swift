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
