public import Chat
import SQLite
import Cryptography

extension Desk: SendLedger {
    /// How long a wish to send is remembered.
    private static let memory = Duration.seconds(24 * 3_600)

    public func begin(_ key: SendKey, at moment: Timestamp) throws -> SendEntry {
        try database.writeNow { connection in
            let found = try connection.row(
                "SELECT message_id, began_at FROM sending WHERE key = ?", key.hash
            ) { row in (row.optionalText(0), Timestamp(milliseconds: row.integer(1))) }
            if let (message, began) = found {
                return message.flatMap { MessageID($0) }.map { .sent($0) } ?? .unknown(since: began)
            }
            try connection.run(
                "INSERT INTO sending (key, began_at) VALUES (?, ?)", key.hash, moment.milliseconds)
            try connection.run(
                "DELETE FROM sending WHERE began_at < ?", moment.adding(.zero - Self.memory).milliseconds)
            return .new
        }
    }

    public func finish(_ key: SendKey, as message: MessageID) throws {
        try database.writeNow { connection in
            try connection.run("UPDATE sending SET message_id = ? WHERE key = ?", message.description, key.hash)
        }
    }

    public func forget(_ key: SendKey) throws {
        try database.writeNow { connection in try connection.run("DELETE FROM sending WHERE key = ?", key.hash) }
    }

    public func isTaken(_ message: MessageID) throws -> Bool {
        try database.read { connection in
            try connection.row("SELECT 1 FROM sending WHERE message_id = ?", message.description) { _ in true }
        } ?? false
    }
}

extension SendKey {
    /// What is kept of the key: neither the text nor who said it.
    fileprivate var hash: [UInt8] {
        SHA256.hash(Array("\(user)\n\(conversation)\n\(form)\n\(text)".utf8))
    }
}
