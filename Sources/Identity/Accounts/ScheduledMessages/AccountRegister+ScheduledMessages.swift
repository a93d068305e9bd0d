internal import Bytes
public import Chat
import Records

// The messages that are sent later, in the table `scheduled_message`. `next_at` is when the next attempt begins; a message
// about which nothing more is done has none.
extension AccountRegister {
    /// Stores a message that is sent later. The same text with the same id is the same form, sent twice: the moment of the last
    /// one counts. Another text with that id, from a form that somebody went back to, is another message, and gets an id of
    /// its own.
    /// - Returns: whether it is stored: not where its author has `maximumOfPerson` already.
    public func schedule(_ message: ScheduledMessage) async throws -> Bool {
        let now = clock.now().milliseconds
        return try await database.transaction { transaction in
            let known = try await transaction.rows(
                "SELECT id, text, state FROM scheduled_message WHERE user_id = $1", message.author.description
            ) { (id: $0.text(0), text: $0.text(1), state: ScheduledMessage.State(rawValue: $0.text(2))) }
            let same = known.first { $0.id == message.id.description }
            if let same, same.text.isUTF8Equal(to: message.text.description) {
                guard same.state == .waiting else { return true }
                try await transaction.run(
                    "UPDATE scheduled_message SET due_at = $1, next_at = $1 WHERE id = $2", message.due.milliseconds,
                    same.id)
                return true
            }
            guard known.count < ScheduledMessage.maximumOfPerson else { return false }
            let id = same == nil ? message.id : .random()
            try await transaction.run(
                """
                INSERT INTO scheduled_message
                    (id, user_id, conversation_id, text, reply_to, due_at, next_at, state, made_at)
                VALUES ($1, $2, $3, $4, $5, $6, $6, $7, $8)
                """, id.description, message.author.description, message.conversation.description,
                message.text.description, message.reply?.description, message.due.milliseconds,
                ScheduledMessage.State.waiting.rawValue, now)
            return true
        }
    }

    /// What a person has scheduled, and what of it was not sent, by the moment.
    public func scheduledMessages(of user: UserID) async throws -> [ScheduledMessage] {
        try await database.rows(
            "SELECT \(Self.scheduledColumns) FROM scheduled_message WHERE user_id = $1 ORDER BY due_at, made_at, id",
            user.description
        ) { Self.scheduled($0) }.compactMap(\.self)
    }

    /// How many messages of a person were not sent, and are not tried any more.
    public func countOfUnsent(by user: UserID) async throws -> Int {
        try await database.row(
            "SELECT count(*) FROM scheduled_message WHERE user_id = $1 AND next_at IS NULL", user.description
        ) { Int($0.integer(0)) } ?? 0
    }

    /// - Returns: `nil` where it was sent or discarded, and for others than its author.
    public func scheduledMessage(_ id: FormKey, of user: UserID) async throws -> ScheduledMessage? {
        try await database.row(
            "SELECT \(Self.scheduledColumns) FROM scheduled_message WHERE id = $1 AND user_id = $2", id.description,
            user.description
        ) { Self.scheduled($0) } ?? nil
    }

    /// Gives a message another text and another moment.
    /// - Returns: whether it has them now: not where it was sent, or may have been.
    public func change(_ id: FormKey, of user: UserID, text: MessageText, due: Timestamp) async throws -> Bool {
        try await database.transaction { transaction in
            guard
                let state = try await Self.state(of: id, user, transaction), state.allowsChanges
            else { return false }
            try await transaction.run(
                "UPDATE scheduled_message SET text = $1, due_at = $2, next_at = $2, state = $3 WHERE id = $4",
                text.description, due.milliseconds, ScheduledMessage.State.waiting.rawValue, id.description)
            return true
        }
    }

    /// Drops a message that was not sent.
    /// - Returns: whether it is dropped: not while an attempt to send it is under way.
    public func discard(_ id: FormKey, of user: UserID) async throws -> Bool {
        try await database.transaction { transaction in
            guard let state = try await Self.state(of: id, user, transaction), state != .begun else { return false }
            try await transaction.run("DELETE FROM scheduled_message WHERE id = $1", id.description)
            return true
        }
    }

    /// The messages whose attempts are to begin now, the earliest first. Whoever gets them sends them, and has `lease` for it;
    /// after that they are due again.
    /// - Parameter id: that of the only one to begin; `nil` for all.
    public func beginScheduled(
        limit: Int, lease: Duration, only id: FormKey? = nil
    ) async throws -> [ScheduledMessage] {
        let now = clock.now()
        let due = "FROM scheduled_message WHERE next_at <= $1 AND id = coalesce($2, id)"
        // Usually there is none, and no transaction is needed to know it.
        guard try await database.exists("SELECT 1 \(due) LIMIT 1", now.milliseconds, id?.description) else { return [] }
        return try await database.transaction { transaction in
            let messages = try await transaction.rows(
                "SELECT \(Self.scheduledColumns) \(due) ORDER BY due_at, made_at, id LIMIT $3", now.milliseconds,
                id?.description, limit
            ) { Self.scheduled($0) }.compactMap(\.self)
            for message in messages {
                try await transaction.run(
                    "UPDATE scheduled_message SET state = $1, next_at = $2 WHERE id = $3",
                    ScheduledMessage.State.begun.rawValue, now.adding(lease).milliseconds, message.id.description)
            }
            return messages
        }
    }

    /// A message was sent: it is a message of its conversation now.
    public func finish(_ message: ScheduledMessage) async throws {
        try await database.transaction { transaction in
            try await transaction.run("DELETE FROM scheduled_message WHERE id = $1", message.id.description)
        }
    }

    /// An attempt has failed.
    /// - Parameter next: when the next one begins; `nil` for never.
    public func set(_ state: ScheduledMessage.State, of message: ScheduledMessage, next: Timestamp?) async throws {
        try await database.transaction { transaction in
            try await transaction.run(
                "UPDATE scheduled_message SET state = $1, next_at = $2 WHERE id = $3", state.rawValue,
                next?.milliseconds, message.id.description)
        }
    }

    private static func state(
        of id: FormKey, _ user: UserID, _ transaction: any RecordTransaction
    ) async throws -> ScheduledMessage.State? {
        try await transaction.row(
            "SELECT state FROM scheduled_message WHERE id = $1 AND user_id = $2", id.description, user.description
        ) { ScheduledMessage.State(rawValue: $0.text(0)) } ?? nil
    }

    private static let scheduledColumns = "id, user_id, conversation_id, text, reply_to, due_at, state"

    /// `nil` for a row that is no message, which nothing here writes.
    private static func scheduled(_ row: Record) -> ScheduledMessage? {
        guard let id = FormKey(row.text(0)), let author = UserID(row.text(1)),
            let conversation = ConversationID(row.text(2)), let text = try? MessageText(row.text(3)),
            let state = ScheduledMessage.State(rawValue: row.text(6))
        else { return nil }
        return ScheduledMessage(
            id: id, author: author, conversation: conversation, text: text,
            reply: row.optionalText(4).flatMap { MessageID($0) }, due: row.timestamp(5), state: state)
    }
}
