internal import Chat
public import ChatRecords
internal import PostgreSQL

extension PostgreSQLChatStore: ChatArchive {
    public func rows(of table: ArchiveTable, after key: ArchiveRow?, limit: Int) async throws -> [ArchiveRow] {
        let names = table.columns.map(\.name)
        let keys = names.prefix(table.keyColumns).joined(separator: ", ")
        let places = table.columns.prefix(table.keyColumns).enumerated().map {
            "$\($0.offset + 2)::\($0.element.kind.type)"
        }
        let start = key.map { _ in "WHERE (\(keys)) > (\(places.joined(separator: ", ")))" }
        let rows = try await database.run(
            Query(
                """
                SELECT \(table.columns.map(\.selected).joined(separator: ", ")) FROM \(table.rawValue)
                \(start ?? "") ORDER BY \(keys) LIMIT $1
                """, [limit] + (key ?? []).map(\.text)))
        return rows.map { row in table.columns.indices.map { row.value($0, table.columns[$0].kind) } }
    }

    /// Whether nothing is in it.
    public func isEmpty() async throws -> Bool {
        let row = try await database.run(
            Query("SELECT EXISTS (SELECT FROM users) OR EXISTS (SELECT FROM conversations)")
        ).first
        return row?.boolean(0) == false
    }

    /// Copies all of another store into this one, which must be empty, in one transaction: all is stored, or nothing.
    public func fill(from archive: any ChatArchive) async throws {
        try await database.transaction { transaction in
            // Nobody uses the database yet, to whom the changes would have to be told.
            try await transaction.run(Query("SELECT set_config('engawa.records_changes', 'off', true)"))
            for table in ArchiveTable.allCases {
                try await archive.forEachPart(of: table) { rows in
                    _ = try await transaction.run(Self.insertions(of: rows, into: table))
                }
            }
            // The next numbers follow those that were copied.
            let numbered = ArchiveTable.allCases.filter { $0.columns[0].name == "number" }
            _ = try await transaction.run(
                numbered.map { table in
                    Query(
                        """
                        SELECT setval(
                            pg_get_serial_sequence('\(table.rawValue)', 'number'),
                            (SELECT coalesce(max(number), 0) + 1 FROM \(table.rawValue)), false)
                        """)
                })
        }
    }

    private static func insertions(of rows: [ArchiveRow], into table: ArchiveTable) -> [Query] {
        var (names, types) = (table.columns.map(\.name), table.columns.map(\.kind.type))
        var values = table.columns.indices.map { column in TextArray(rows.map { $0[column].text }) }
        func texts(_ name: String) -> [String?] {
            let column = names.firstIndex(of: name) ?? 0
            return rows.map(\.[column].text)
        }
        var further: [Query] = []
        switch table {
        case .users:
            let people = zip(texts("name"), texts("alias")).map { ($0 ?? "", $1 ?? "") }
            values.append(TextArray(people.map { foldedNames($0, $1) }))
            // Those who were deleted have no name, and are not found.
            let parts = zip(texts("number"), people).flatMap { number, person in
                person.0.isEmpty ? [] : NameIndex.parts(of: [person.0, person.1]).map { (number: number, part: $0) }
            }
            further.append(
                Query(
                    """
                    INSERT INTO user_names (user_number, is_inner, part)
                    SELECT * FROM unnest($1::bigint[], $2::boolean[], $3::text[]) ON CONFLICT DO NOTHING
                    """, TextArray(parts.map(\.number)), TextArray(parts.map { $0.part.isInner ? "t" : "f" }),
                    TextArray(parts.map(\.part.part))))
        case .messages:
            let folded = zip(texts("kind"), texts("text")).map { kind, text in
                kind == MessageKind.text.rawValue ? text.map { FoldedText($0).description } : nil
            }
            values.append(TextArray(folded))
        case .files:
            let files = rows.compactMap { ArchivedFile($0) }
            further.append(
                Query(
                    """
                    UPDATE messages SET folded = folded || names.searched FROM (
                        SELECT file.message_id, string_agg(file.searched, '') AS searched
                        FROM unnest($1::uuid[], $2::text[]) AS file (message_id, searched) GROUP BY file.message_id
                    ) names WHERE messages.id = names.message_id
                    """, TextArray(files.map(\.message)), TextArray(files.map(\.searched))))
        default: break
        }
        if values.count > names.count {
            names.append("folded")
            types.append("text")
        }
        let places = types.enumerated().map { "$\($0.offset + 1)::\($0.element)[]" }
        let insertion = Query(
            """
            INSERT INTO \(table.rawValue) (\(names.joined(separator: ", "))) OVERRIDING SYSTEM VALUE
            SELECT * FROM unnest(\(places.joined(separator: ", ")))
            """, values)
        return [insertion] + further
    }
}

extension ArchiveTable.Kind {
    fileprivate var type: String {
        switch self {
        case .integer: "bigint"
        case .text: "text"
        case .uuid: "uuid"
        case .bytes: "bytea"
        }
    }
}

extension ArchiveTable.Column {
    fileprivate var selected: String { kind.type == "bytea" ? "encode(\(name), 'hex')" : name }
}

extension ArchiveValue {
    /// In PostgreSQL's text format.
    fileprivate var text: String? {
        switch self {
        case .null: nil
        case .integer(let number): number.description
        case .text(let text): text
        case .bytes(let bytes): "\\x" + bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        }
    }
}

extension Row {
    fileprivate func value(_ column: Int, _ kind: ArchiveTable.Kind) -> ArchiveValue {
        guard !isNull(column) else { return .null }
        switch kind {
        case .integer: return .integer(integer(column))
        case .text, .uuid: return .text(text(column))
        case .bytes:
            let digits = Array(text(column).utf8)
            return .bytes(
                stride(from: 0, to: digits.count - 1, by: 2).compactMap {
                    UInt8(String(decoding: digits[$0...($0 + 1)], as: UTF8.self), radix: 16)
                })
        }
    }
}
