public import Chat
internal import ChatRecords
internal import Concurrency
internal import PostgreSQL

/// A message on its way to the database.
struct OutgoingMessage: Sendable {
    let id: MessageID
    let new: NewMessage
    /// Of its key; `nil` for none.
    let hash: [UInt8]?
}

extension PostgreSQLChatStore: MessageSender {
    /// The maximum number of old keys deleted at once: more than are added in between, and few enough to be quick.
    static let keysForgottenAtOnce = 256
    /// Old keys are deleted once in this many messages.
    static let messagesBetweenForgetting = 64

    /// How many messages of a conversation are stored in one transaction.
    static let messagesAtOnce = 32
    /// How many messages of a conversation may wait for their turn.
    static let messagesWaiting = 1_000

    /// Membership, key, message and draft in one transaction and one round trip, and together with other messages of the
    /// conversation that are sent at the same time.
    public func send(_ new: NewMessage, key: FormKey) async throws(ChatError) -> SendOutcome {
        try await send(new, hash: SendKey(new, key).hash)
    }

    func send(_ new: NewMessage, hash: [UInt8]?) async throws(ChatError) -> SendOutcome {
        let outgoing = OutgoingMessage(id: .random(), new: new, hash: hash)
        let rows = try await sending.run(outgoing, for: new.conversation) { await self.store($1, in: $0) }
        return try await outcome(of: outgoing, rows)
    }

    /// Stores messages of one conversation in their order.
    func store(_ messages: [OutgoingMessage], in conversation: ConversationID) async -> [Result<Rows, ChatError>] {
        // Each statement sees what was committed before it begins: what comes next sees the messages of those who had the
        // lock before.
        var queries = [
            Query("SELECT 1 FROM conversations WHERE id = $1 FOR NO KEY UPDATE", conversation.description)
        ]
        queries += messages.map { Self.sending($0.new, as: $0.id, hash: $0.hash, now: now) }
        do throws(ChatError) {
            let rows = try await run(queries, during: "send")
            if messages.contains(where: { $0.hash != nil && Int.random(in: 0..<Self.messagesBetweenForgetting) == 0 }) {
                // Where it fails, the next time comes soon.
                forgetting.add([0]) { _ in try await self.run(Self.forgetting(self.now)) }
            }
            return rows[1...messages.count].map { .success($0) }
        } catch {
            // One that the database refuses must not take the others with it.
            guard messages.count > 1, case .serverFault = error.reason else {
                return messages.map { _ in .failure(error) }
            }
            var results: [Result<Rows, ChatError>] = []
            for message in messages { results += await store([message], in: conversation) }
            return results
        }
    }

    /// - Parameter rows: what storing it has brought.
    private func outcome(of outgoing: OutgoingMessage, _ rows: Rows) async throws(ChatError) -> SendOutcome {
        let (new, id) = (outgoing.new, outgoing.id)
        let (earlier, sent) = try decode(during: "send") { () -> (MessageID?, (text: String, at: Timestamp)?) in
            guard let row = rows.first, row.boolean(0) else { throw ChatError.Reason.notParticipant }
            guard row.boolean(1) else { throw ChatError.Reason.noLongerParticipant }
            if let earlier: MessageID = try row.optionalIdentifier(2) { return (earlier, nil) }
            guard !row.isNull(3) else {
                throw ChatError.Reason.invalid("Referenced message must belong to the same conversation")
            }
            return (nil, (row.text(4), row.timestamp(3)))
        }
        guard let sent else {
            let messages = try await find(Set(earlier.map { [$0] } ?? []), in: new.conversation, as: new.sender)
            return .repeated(messages.values.first)
        }
        hints.note(.conversation(new.conversation))
        return .sent(
            Message(
                id: id, conversation: new.conversation, content: .text(sender: new.sender, text: sent.text),
                replyTo: new.replyTo, createdAt: sent.at, reactions: []))
    }

    /// One row: whether the sender ever took part, whether they do now, the message that was sent with the key before, when
    /// this one was stored, and its text as it was.
    private static func sending(_ new: NewMessage, as id: MessageID, hash: [UInt8]?, now: Int64?) -> Query {
        let text = new.text.description
        return Query(
            """
            WITH part AS MATERIALIZED (
                SELECT left_at IS NULL AS is_active FROM participants WHERE conversation_id = $1 AND user_id = $2),
            earlier AS MATERIALIZED (SELECT id FROM messages WHERE send_key = $3),
            may AS MATERIALIZED (
                SELECT 1 FROM part WHERE is_active AND NOT EXISTS (SELECT FROM earlier) AND (
                    $4::uuid IS NULL OR EXISTS (SELECT FROM messages WHERE id = $4 AND conversation_id = $1))),
            place AS (
                UPDATE conversations SET last_position = last_position + 1,
                    last_at = greatest(coalesce($5::bigint, milliseconds_now()), last_at + 1)
                WHERE id = $1 AND EXISTS (SELECT FROM may) RETURNING last_position, last_at),
            stored AS (
                INSERT INTO messages (
                    id, conversation_id, position, kind, user_id, text, folded, reply_to, created_at, send_key)
                SELECT $6, $1, last_position, 'text', $2, $7, $8, $4, last_at, $3 FROM place
                RETURNING created_at, text),
            dropped AS (
                DELETE FROM drafts WHERE $3::bytea IS NOT NULL AND NOT $9::boolean AND user_id = $2 AND conversation_id = $1
                    AND (EXISTS (SELECT FROM may) OR EXISTS (SELECT FROM earlier))
                    AND EXISTS (SELECT FROM part WHERE is_active))
            SELECT EXISTS (SELECT FROM part), EXISTS (SELECT FROM part WHERE is_active), (SELECT id FROM earlier),
                (SELECT created_at FROM stored), (SELECT text FROM stored)
            """, new.conversation.description, new.sender.description, hash, new.replyTo?.description, now,
            id.description, text, FoldedText(text).description, new.leavesDraft)
    }

    private static func forgetting(_ now: Int64?) -> Query {
        Query(
            """
            UPDATE messages SET send_key = NULL WHERE id IN (
                SELECT id FROM messages
                WHERE send_key IS NOT NULL AND created_at < coalesce($1::bigint, milliseconds_now()) - $2
                ORDER BY created_at LIMIT $3 FOR UPDATE SKIP LOCKED)
            """, now, SendKey.memory.components.seconds * 1_000, keysForgottenAtOnce)
    }
}
