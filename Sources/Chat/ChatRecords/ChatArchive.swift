internal import Bytes
public import Cryptography

/// A table of the chat, as it is copied from one store to another. What can be made from the others, such as the indexes
/// of words and names, is not copied.
public enum ArchiveTable: String, CaseIterable, Sendable {
    // In an order in which rows refer only to rows of tables before, or to earlier rows of their own.
    case users
    case conversations
    case participants
    case messages
    case messageVersions = "message_versions"
    case pins
    case invites
    case reactions
    case readMarks = "read_marks"
    case bookmarks
    case files
    case pictures
    case drafts

    public enum Kind: Sendable {
        case integer
        case text
        case uuid
        case bytes
    }

    public struct Column: Sendable {
        /// As in PostgreSQL; in SQLite `conversation_id` may be `conversation`.
        public let name: String
        public let kind: Kind

        init(_ name: String, _ kind: Kind) {
            self.name = name
            self.kind = kind
        }
    }

    /// What every store has of the table. The first `keyColumns` of them are the key.
    public var columns: [Column] {
        let number = Column("number", .integer)
        let id = Column("id", .uuid)
        let (conversation, user) = (Column("conversation_id", .uuid), Column("user_id", .uuid))
        let (message, createdAt) = (Column("message_id", .uuid), Column("created_at", .integer))
        return switch self {
        case .users:
            [
                number, id, Column("alias", .text), Column("name", .text), Column("avatar_url", .text), createdAt,
                Column("deleted_at", .integer), Column("hides_reading", .integer),
            ]
        case .conversations:
            [
                number, id, Column("kind", .text), Column("name", .text), createdAt,
                Column("last_position", .integer), Column("last_at", .integer), Column("description", .text),
                Column("admins_only", .integer), Column("is_open", .integer), Column("picture", .uuid),
                Column("has_threads", .integer), Column("parent", .uuid), Column("root", .uuid),
            ]
        case .participants:
            [
                number, id, conversation, user, Column("role", .text), Column("joined_at", .integer),
                Column("left_at", .integer), Column("banned", .integer),
            ]
        case .messages:
            [
                number, id, conversation, Column("position", .integer), Column("kind", .text), user,
                Column("text", .text), Column("reply_to", .uuid), createdAt, Column("deleted_at", .integer),
                Column("send_key", .bytes), Column("files", .integer), Column("edited_at", .integer),
            ]
        case .messageVersions: [number, message, Column("text", .text), Column("written_at", .integer)]
        case .pins: [number, conversation, message, Column("pinned_at", .integer)]
        case .invites:
            [
                number, id, conversation, user, createdAt, Column("expires_at", .integer),
                Column("maximum_uses", .integer), Column("uses", .integer),
            ]
        case .reactions: [number, id, message, user, Column("emoji", .text), createdAt]
        case .readMarks: [conversation, user, id, message, Column("updated_at", .integer)]
        case .bookmarks: [number, id, message, user, createdAt]
        case .files:
            [
                number, id, Column("hash", .bytes), Column("name", .text), Column("type", .text),
                Column("bytes", .integer), Column("width", .integer), Column("height", .integer),
                Column("first_look", .bytes), user, Column("uploaded_at", .integer), message, conversation,
                Column("sent_at", .integer), Column("ordinal", .integer),
            ]
        case .pictures: [number, id, user, conversation, Column("content", .bytes)]
        case .drafts:
            [
                user, conversation, Column("text", .text), Column("updated_at", .integer), Column("form_key", .text),
                Column("reply_to", .text),
            ]
        }
    }

    /// How many columns the key has, by which rows are read in order: the number, or two ids.
    public var keyColumns: Int { self == .readMarks || self == .drafts ? 2 : 1 }
}

/// A value of a row. UUIDs are texts in lower case.
public enum ArchiveValue: Hashable, Sendable {
    case null
    case integer(Int64)
    case text(String)
    case bytes([UInt8])

    /// The text that every store can keep: PostgreSQL has none with NUL.
    public static func portable(_ text: String) -> ArchiveValue { .text(text.replacingNUL) }

    fileprivate var digested: RowsDigest.Value {
        switch self {
        case .null: .null
        case .integer(let number): .integer(number)
        case .text(let text): .text(text)
        case .bytes(let bytes): .bytes(bytes)
        }
    }
}

public typealias ArchiveRow = [ArchiveValue]

/// A store whose rows can be copied.
public protocol ChatArchive: Sendable {
    /// The next rows of a table behind a key, in the order of keys.
    /// - Parameter key: the key columns of the row before; `nil` for the first rows.
    func rows(of table: ArchiveTable, after key: ArchiveRow?, limit: Int) async throws -> [ArchiveRow]
}

extension ChatArchive {
    /// How many rows are read and written at once.
    public static var rowsAtOnce: Int { 500 }

    /// Hands all rows of a table to `body`, some at a time.
    public func forEachPart(of table: ArchiveTable, _ body: ([ArchiveRow]) async throws -> Void) async throws {
        var key: ArchiveRow?
        repeat {
            let rows = try await rows(of: table, after: key, limit: Self.rowsAtOnce)
            if !rows.isEmpty { try await body(rows) }
            key = rows.count == Self.rowsAtOnce ? rows.last.map { Array($0.prefix(table.keyColumns)) } : nil
        } while key != nil
    }

    /// The number of a table's rows, and a checksum of all of their values in order.
    public func digest(of table: ArchiveTable) async throws -> RowsDigest {
        var digest = RowsDigest()
        try await forEachPart(of: table) { rows in for row in rows { digest.add(row.map(\.digested)) } }
        return digest
    }
}
