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
    /// Those of its files that are its sender's, in the message's order: whether they are sent already is found out when
    /// it is stored.
    var attachments: [Attachment] = []
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
        guard new.isComplete else {
            throw ChatError(
                .invalid("A message needs a text or files, at most \(FileLimits.filesOfMessage)"), during: "send")
        }
        let outgoing = OutgoingMessage(
            id: .random(), new: new, hash: hash, attachments: try await attachments(new.files, of: new.sender))
        let row = try await sending.run(outgoing, for: new.conversation) { await self.store($1, in: $0) }
        return try await outcome(of: outgoing, row)
    }

    /// Those files of a person that are there, sent or not.
    private func attachments(_ files: [FileID], of user: UserID) async throws(ChatError) -> [Attachment] {
        guard !files.isEmpty else { return [] }
        let rows = try await run(
            Query(
                "SELECT \(PackedFiles.file) FROM files WHERE id = ANY ($1::uuid[]) AND user_id = $2", TextArray(files),
                user.description), during: "send")
        let found = try decode(during: "send") { try rows.map { try $0.attachment(0) } }
        return files.compactMap { id in found.first { $0.id == id } }
    }

    /// Stores messages of one conversation in their order.
    func store(_ messages: [OutgoingMessage], in conversation: ConversationID) async -> [Result<Row, ChatError>] {
        // Each statement sees what was committed before it begins: what comes next sees the messages of those who had the
        // lock before. Their plan is the same for any number of messages, and need not be made each time.
        var queries = [
            Query(
                """
                SELECT set_config('plan_cache_mode', 'force_generic_plan', true) FROM conversations WHERE id = $1
                FOR NO KEY UPDATE
                """, conversation.description)
        ]
        let files = messages.flatMap(\.new.files)
        if !files.isEmpty { queries.append(Self.lock(files)) }
        let locks = queries.count
        queries += Self.parts(of: messages).map { Self.sending($0, in: conversation, now: now) }
        do throws(ChatError) {
            let rows = try await run(queries, during: "send")
            if messages.contains(where: { $0.hash != nil && Int.random(in: 0..<Self.messagesBetweenForgetting) == 0 }) {
                // Where it fails, the next time comes soon.
                forgetting.add([0]) { _ in try await self.run(Self.forgetting(self.now)) }
            }
            return rows.dropFirst(locks).flatMap { rows in rows.map { .success($0) } }
        } catch {
            // One that the database refuses must not take the others with it.
            guard messages.count > 1, case .serverFault = error.reason else {
                return messages.map { _ in .failure(error) }
            }
            var results: [Result<Row, ChatError>] = []
            for message in messages { results += await store([message], in: conversation) }
            return results
        }
    }

    /// The messages in their order, in parts in which no key comes twice, one with files by itself: each part sees the keys
    /// and files of those before it.
    static func parts(of messages: [OutgoingMessage]) -> [[OutgoingMessage]] {
        var parts: [[OutgoingMessage]] = []
        var known: Set<[UInt8]> = []
        for message in messages {
            let isRepeated = message.hash.map { !known.insert($0).inserted } ?? false
            let isByItself = !message.new.files.isEmpty || parts.last?.last?.new.files.isEmpty == false
            if isRepeated || isByItself || parts.isEmpty {
                parts.append([])
                known = Set(message.hash.map { [$0] } ?? [])
            }
            parts[parts.count - 1].append(message)
        }
        return parts
    }

    /// Locks files until the end of the transaction: the next statement sees what others have sent of them.
    private static func lock(_ files: [FileID]) -> Query {
        Query("SELECT 1 FROM files WHERE id = ANY ($1::uuid[]) ORDER BY id FOR NO KEY UPDATE", TextArray(files))
    }

    /// - Parameter row: what storing it has brought.
    private func outcome(of outgoing: OutgoingMessage, _ row: Row) async throws(ChatError) -> SendOutcome {
        let (new, id) = (outgoing.new, outgoing.id)
        let (earlier, sent) = try decode(during: "send") { () -> (MessageID?, (text: String, at: Timestamp)?) in
            guard row.boolean(0) else { throw ChatError.Reason.notParticipant }
            guard row.boolean(1) else { throw ChatError.Reason.noLongerParticipant }
            if let earlier: MessageID = try row.optionalIdentifier(2) { return (earlier, nil) }
            guard row.boolean(5) else { throw ChatError.Reason.forbidden }
            guard !row.isNull(3) else {
                throw ChatError.Reason.invalid(
                    "Referenced message must belong to the same conversation, and files must be there and not sent yet")
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
                replyTo: new.replyTo, createdAt: sent.at, reactions: [], attachments: outgoing.attachments))
    }

    /// Stores messages of which no two have the same key, or one with files.
    ///
    /// One row for each, in their order: whether the sender ever took part, whether they do now, the message that was sent
    /// with the key before, when this one was stored, its text as it was, and whether the sender may send.
    private static func sending(
        _ messages: [OutgoingMessage], in conversation: ConversationID, now: Int64?
    ) -> Query {
        let files = messages.flatMap(\.new.files)
        let fileArray: [(any ParameterConvertible)?] = files.isEmpty ? [] : [TextArray(files)]
        let filesAreFree = """
            AND cardinality($10::uuid[]) = (
                SELECT count(*) FROM files
                WHERE files.id = ANY ($10::uuid[]) AND files.user_id = given.user_id AND message_id IS NULL)
            """
        let attaching = """
            attached AS (
                UPDATE files SET message_id = stored.id, conversation_id = $1, sent_at = stored.created_at,
                    ordinal = wanted.place - 1
                FROM stored, unnest($10::uuid[]) WITH ORDINALITY AS wanted (id, place) WHERE files.id = wanted.id),
            """
        return Query(
            """
            WITH given AS MATERIALIZED (
                SELECT *,
                    (SELECT left_at IS NULL FROM participants
                        WHERE conversation_id = $1 AND participants.user_id = sent.user_id) AS is_active,
                    (SELECT role = 'admin' OR admins_only & \(AdminsOnly.post.rawValue) = 0
                        FROM participants JOIN conversations ON conversations.id = conversation_id
                        WHERE conversation_id = $1 AND participants.user_id = sent.user_id) AS may_send,
                    (SELECT id FROM messages WHERE messages.send_key = sent.send_key) AS earlier
                FROM unnest(
                    $3::uuid[], $4::uuid[], $5::bytea[], $6::uuid[], $7::text[], $8::text[], $9::boolean[]
                ) WITH ORDINALITY AS sent (id, user_id, send_key, reply_to, text, folded, leaves_draft, number)),
            new AS MATERIALIZED (
                SELECT *, row_number() OVER (ORDER BY number) AS place FROM given
                WHERE is_active AND may_send AND earlier IS NULL AND (reply_to IS NULL OR EXISTS (
                    SELECT FROM messages WHERE messages.id = given.reply_to AND conversation_id = $1))
                    \(files.isEmpty ? "" : filesAreFree)),
            before AS (
                UPDATE conversations SET last_position = last_position + count,
                    last_at = greatest(coalesce($2::bigint, milliseconds_now()), last_at + 1) + count - 1
                FROM (SELECT count(*) FROM new) AS new WHERE id = $1 AND count > 0
                RETURNING last_position - count AS position, last_at - count AS moment),
            stored AS (
                INSERT INTO messages (
                    id, conversation_id, position, kind, user_id, text, folded, reply_to, created_at, send_key,
                    files)
                SELECT id, $1, position + place, 'text', user_id, text, folded, reply_to, moment + place, send_key,
                    \(files.isEmpty ? "NULL::bigint" : "cardinality($10::uuid[])")
                FROM new, before ORDER BY place
                RETURNING id, created_at, text),
            \(files.isEmpty ? "" : attaching)
            dropped AS (
                DELETE FROM drafts WHERE conversation_id = $1 AND user_id IN (
                    SELECT given.user_id FROM given
                    WHERE send_key IS NOT NULL AND NOT leaves_draft AND is_active
                        AND (earlier IS NOT NULL OR given.id IN (SELECT id FROM new))))
            SELECT is_active IS NOT NULL, coalesce(is_active, false), earlier, stored.created_at, stored.text,
                coalesce(may_send, false)
            FROM given LEFT JOIN stored USING (id) ORDER BY number
            """,
            [
                conversation.description, now,
                TextArray(messages.map(\.id.description)), TextArray(messages.map(\.new.sender.description)),
                TextArray(messages.map(\.hash)),
                TextArray(messages.map { $0.new.replyTo?.description }),
                TextArray(messages.map(\.new.text.description)),
                TextArray(
                    messages.map {
                        FoldedText($0.attachments.searchedText(beside: $0.new.text.description)).description
                    }),
                TextArray(messages.map { $0.new.leavesDraft ? "t" : "f" }),
            ] + fileArray)
    }

    static func forgetting(_ now: Int64?) -> Query {
        Query(
            """
            UPDATE messages SET send_key = NULL WHERE id IN (
                SELECT id FROM messages
                WHERE send_key IS NOT NULL AND created_at < (SELECT coalesce($1::bigint, milliseconds_now())) - $2
                ORDER BY created_at LIMIT $3 FOR UPDATE SKIP LOCKED)
            """, now, SendKey.memory.components.seconds * 1_000, keysForgottenAtOnce)
    }
}
