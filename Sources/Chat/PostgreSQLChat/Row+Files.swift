internal import Bytes
internal import Chat
internal import Files
internal import PostgreSQL

/// Files as texts: the fields of a file with U+001F between them, and files with U+001E between them. No name and no type
/// has a control character.
enum PackedFiles {
    private static let fieldSeparator: UInt8 = 0x1F
    private static let fileSeparator: UInt8 = 0x1E

    /// The expression for a row of `files`, as `Row.attachments(_:)` reads it.
    static let file = """
        concat_ws(chr(\(fieldSeparator)), files.id, files.name, files.type, files.bytes, coalesce(files.width, 0),
            coalesce(files.height, 0), coalesce(encode(files.first_look, 'hex'), ''))
        """

    /// The expression for a row of `messages`: its files in their order, NULL for none. So a message comes with its files
    /// in one query, which looks at `files` only for those that have some.
    static let ofMessage = """
        CASE WHEN messages.files IS NOT NULL THEN (
            SELECT string_agg(\(file), chr(\(fileSeparator)) ORDER BY files.ordinal)
            FROM files WHERE files.message_id = messages.id) END
        """

    fileprivate static func attachments(_ text: String) throws -> [Attachment] {
        try text.utf8.split(separator: fileSeparator).map { file in
            let fields = file.split(separator: fieldSeparator, omittingEmptySubsequences: false).map {
                String($0) ?? ""
            }
            guard fields.count == 7, let id = FileID(fields[0]), let bytes = Int64(fields[3]),
                let width = Int(fields[4]), let height = Int(fields[5])
            else { throw ChatError.Reason.unexpectedAnswer("a stored file has other fields") }
            let digits = fields[6].utf8.compactMap(\.hexadecimalValue)
            let look = stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
            return Attachment(
                id: id, name: FileName(fields[1]), type: FileType(fields[2]) ?? .unknown, bytes: bytes,
                picture: PictureShape(width: width, height: height, firstLook: look))
        }
    }
}

extension Row {
    /// The files in a column as `PackedFiles` has them; none for NULL.
    func attachments(_ column: Int) throws -> [Attachment] {
        isNull(column) ? [] : try PackedFiles.attachments(text(column))
    }

    /// The one file in a column.
    func attachment(_ column: Int) throws -> Attachment {
        guard let file = try attachments(column).first else {
            throw ChatError.Reason.unexpectedAnswer("a file is missing in its row")
        }
        return file
    }

    func contentHash(_ column: Int) throws -> ContentHash {
        guard let hash = ContentHash(bytes(column)) else {
            throw ChatError.Reason.unexpectedAnswer("a stored hash is not one of SHA-256")
        }
        return hash
    }
}
