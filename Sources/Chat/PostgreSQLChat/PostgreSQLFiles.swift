public import Chat
public import ChatRecords
internal import Concurrency
internal import Files
internal import PostgreSQL

/// The files of messages where several processes, on one machine or several, share a database and a place for contents:
/// their rows beside the messages, their contents in a folder (`FolderContents`) or a store that is reached over the network
/// (`StoreContents`), equal ones once.
///
/// A content is there before its row is committed, and is deleted after its last row: a crash between the two leaves a
/// content without rows, which `sweepAll()` deletes, and never a row without content. Who does either holds the database's
/// lock of the content until the end of the transaction (`Query.lock(_:)`), so that neither can come between the other's
/// look and act, at this process or another.
///
/// A transaction takes its locks in this order: the conversation, the person, the message, its files, the content, the
/// totals.
public struct PostgreSQLFiles: SweptFiles {
    /// How many files are put into the folder at once by this process. Each holds a connection of the database for a part
    /// of the time.
    static let keptAtOnce = 2
    /// How many more may wait for that: as many as may arrive at a site at once (`UploadConfiguration.requestsUnderWay`).
    static let maximumWaiting = 256
    /// How often a content is brought that is deleted before its row is written, and the time between.
    static let bringingAttempts = 3
    static let bringingPause = Duration.milliseconds(500)

    let store: PostgreSQLChatStore
    let contents: any SharedContents
    public let limits: FileLimits

    private static let keeping = Slots(keptAtOnce, maximumWaiting: maximumWaiting)

    init(store: PostgreSQLChatStore, _ keeping: FileKeeping) {
        self.store = store
        contents = store.contents(in: keeping.place)
        limits = keeping.limits
    }

    public func checkRoom(for bytes: Int64, of user: UserID) async throws(ChatError) {
        let rows = try await store.read(Self.totals(of: user))
        try store.decode {
            try limits.check(size: bytes)
            try limits.check(rows, adding: bytes)
        }
        guard try await contents.hasRoom() else { throw ChatError(.quotaExceeded(.disk), during: #function) }
    }

    public func room(of user: UserID) async throws(ChatError) -> FileRoom? {
        let rows = try await store.read(Self.totals(of: user))
        return FileRoom(taken: rows.first?.integer(0) ?? 0, limit: limits.bytesOfPerson)
    }

    /// The file at `new.path` is gone afterwards, whether or not it was kept.
    public func add(_ new: NewFile, of user: UserID) async throws(ChatError) -> Attachment {
        do {
            let attachment = try await keep(new, of: user)
            await forget(new.path)
            return attachment
        } catch {
            await forget(new.path)
            throw error
        }
    }

    private func keep(_ new: NewFile, of user: UserID) async throws(ChatError) -> Attachment {
        guard let hash = ContentHash(new.hash), new.bytes >= 0 else {
            throw ChatError(.invalid("A file needs the SHA-256 of its content"), during: "add")
        }
        try await checkRoom(for: new.bytes, of: user)
        do { try await Self.keeping.take() } catch {
            throw ChatError(error == .full ? .overloaded : .cancelled, during: "add")
        }
        defer { Self.keeping.giveBack() }
        for attempt in 1...Self.bringingAttempts {
            let arrived = try await contents.bring(new, as: hash)
            do {
                let attachment = try await store.transaction(during: "add") { transaction in
                    try await keep(arrived, new, hash, of: user, in: transaction)
                }
                await arrived.end(isKept: attachment != nil)
                if let attachment { return attachment }
            } catch {
                await arrived.end(isKept: false)
                // Where this fails too, a later start finds the content.
                try? await contents.release(hash)
                throw error
            }
            // Ends early where the task is cancelled: then the next attempt fails at once.
            if attempt < Self.bringingAttempts { try? await Task.sleep(for: Self.bringingPause) }
        }
        throw ChatError(.overloaded, during: "add")
    }

    /// - Returns: `nil` where the content was deleted meanwhile.
    private func keep(
        _ arrived: any ArrivedContent, _ new: NewFile, _ hash: ContentHash, of user: UserID,
        in transaction: Transaction
    ) async throws -> Attachment? {
        let earlier = try await earlier(new.id, hash, of: user, in: transaction)
        guard try await arrived.settle(in: transaction) else { return nil }
        if let earlier { return earlier }
        let attachment = Attachment(
            id: new.id, name: new.name, type: new.type, bytes: new.bytes, picture: new.picture)
        try await insert(attachment, hash, of: user, in: transaction)
        return attachment
    }

    /// Takes the lock of a content.
    /// - Returns: the file of a person that has it, under this id.
    /// - Throws: `.notFound` where the person is not there; `.invalid` where there is another file with this id.
    private func earlier(
        _ id: FileID, _ hash: ContentHash, of user: UserID, in transaction: Transaction
    ) async throws -> Attachment? {
        let rows = try await transaction.run([
            Query("SELECT 1 FROM users WHERE id = $1 AND deleted_at IS NULL FOR SHARE", user.description),
            .lock(hash),
            Query("SELECT \(PackedFiles.file), hash, user_id FROM files WHERE id = $1", id.description),
        ])
        guard rows[0].first != nil else { throw ChatError.Reason.notFound }
        return try rows[2].first.map { row in
            guard try row.contentHash(1) == hash, try row.identifier(2) == user else {
                throw ChatError.Reason.invalid("There is another file with this id")
            }
            return try row.attachment(0)
        }
    }

    /// - Throws: `.quotaExceeded`; `.invalid` where another file with this id came at the same time.
    private func insert(
        _ file: Attachment, _ hash: ContentHash, of user: UserID, in transaction: Transaction
    ) async throws {
        let stored = try await transaction.run([
            Self.insertion(of: file, hash, of: user, at: store.now), Self.totals(of: user),
        ])
        guard stored[0].changed == 1 else { throw ChatError.Reason.invalid("There is another file with this id") }
        // Others wait for the totals until this is committed or not.
        try limits.check(stored[1], adding: 0)
    }

    public func copy(_ file: SentFile, as new: FileID, of user: UserID) async throws(ChatError) -> Attachment {
        let copy = file.attachment.copy(as: new)
        return try await store.transaction(during: "copy") { transaction in
            guard let hash = ContentHash(file.hash) else { throw ChatError.Reason.notFound }
            if let earlier = try await earlier(new, hash, of: user, in: transaction) { return earlier }
            // As long as a row refers to it, the content is there.
            let rows = try await transaction.run([
                Query("SELECT 1 FROM files WHERE hash = $1 LIMIT 1", hash.bytes)
            ])
            guard rows[0].first != nil else { throw ChatError.Reason.notFound }
            try await insert(copy, hash, of: user, in: transaction)
            return copy
        }
    }

    public func file(_ id: FileID, as user: UserID) async throws(ChatError) -> SentFile {
        let rows = try await store.read(
            Query(
                """
                SELECT \(Self.columns), EXISTS (
                    SELECT FROM participants
                    WHERE participants.conversation_id = files.conversation_id AND participants.user_id = $2
                        AND left_at IS NULL)
                FROM files WHERE id = $1
                """, id.description, user.description))
        return try store.decode {
            guard let row = rows.first else { throw ChatError.Reason.notFound }
            let found = try row.sentFile(in: contents)
            if found.conversation != nil {
                guard row.boolean(6) else { throw ChatError.Reason.notParticipant }
            } else if found.sender != user {
                throw ChatError.Reason.notFound
            }
            return found
        }
    }

    /// Clamps `limit` to the valid range.
    public func files(in conversation: ConversationID, as user: UserID, before: MessageID?, limit: Int)
        async throws(ChatError) -> [SentFile]
    {
        let limit = min(max(limit, 1), MessageLimits.maximumPerRead)
        let rows = try await store.read([
            .activeRole(of: user, in: conversation),
            Query(
                """
                SELECT \(Self.columns) FROM files
                WHERE conversation_id = $1 AND message_id IS NOT NULL AND sent_at < coalesce(
                    (SELECT created_at FROM messages WHERE id = $2 AND messages.conversation_id = $1), \(Int64.max))
                ORDER BY conversation_id DESC, sent_at DESC, ordinal DESC LIMIT $3
                """, conversation.description, before?.description, limit + FileLimits.filesOfMessage - 1),
        ])
        return try store.decode {
            guard rows[0].first != nil else { throw ChatError.Reason.notParticipant }
            return try rows[1].map { try $0.sentFile(in: contents) }.wholeMessages(atLeast: limit)
        }
    }

    public func fetch(_ file: SentFile, as user: UserID) async throws(ChatError) {
        guard let hash = ContentHash(file.hash) else {
            throw ChatError(.invalid("A file needs the SHA-256 of its content"), during: "fetch")
        }
        try await contents.fetch(hash, bytes: file.attachment.bytes)
    }

    public func discard(_ id: FileID, of user: UserID) async throws(ChatError) {
        let rows = try await store.run(
            Query(
                "DELETE FROM files WHERE id = $1 AND user_id = $2 AND message_id IS NULL", id.description,
                user.description))
        if rows.changed > 0 { store.dropReleasedSoon() }
    }

    /// Deletes the file that was uploaded. Where it fails, the next start clears the folder in which it is.
    private func forget(_ path: String) async {
        try? await BlockingPool.shared.run { ContentFolder.forget(path) }
    }

    private static func insertion(
        of file: Attachment, _ hash: ContentHash, of user: UserID, at now: Int64?
    ) -> Query {
        Query(
            """
            INSERT INTO files (id, hash, name, type, bytes, width, height, first_look, user_id, uploaded_at)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, coalesce($10::bigint, milliseconds_now()))
            ON CONFLICT (id) DO NOTHING
            """, file.id.description, hash.bytes, file.name.description, file.type.description, file.bytes,
            file.picture?.width, file.picture?.height, file.picture?.firstLook, user.description, now)
    }

    /// What the files of a person, and all, take together, in bytes.
    private static func totals(of user: UserID) -> Query {
        Query(
            """
            SELECT coalesce((SELECT bytes FROM file_totals WHERE user_id = $1), 0),
                coalesce((SELECT bytes FROM file_totals WHERE user_id = ''), 0)
            """, user.description)
    }

    /// What `Row.sentFile(in:)` reads.
    private static let columns =
        "\(PackedFiles.file), files.message_id, files.conversation_id, files.user_id, "
        + "coalesce(files.sent_at, files.uploaded_at), files.hash"
}

extension FileLimits {
    /// - Parameter totals: the row of `PostgreSQLFiles.totals(of:)`.
    /// - Throws: `.quotaExceeded`.
    fileprivate func check(_ totals: Rows, adding bytes: Int64) throws(ChatError.Reason) {
        guard let row = totals.first else { return }
        try check(person: row.integer(0) + bytes, all: row.integer(1) + bytes)
    }
}

extension Query {
    /// The lock of a content, until the end of the transaction. Two contents whose hashes begin alike have the same one.
    static func lock(_ content: ContentHash) -> Query {
        let number = content.bytes.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return Query("SELECT pg_advisory_xact_lock($1)", Int64(bitPattern: number))
    }
}

extension Row {
    fileprivate func sentFile(in contents: any SharedContents) throws -> SentFile {
        let hash = try contentHash(5)
        return SentFile(
            attachment: try attachment(0), message: try optionalIdentifier(1), conversation: try optionalIdentifier(2),
            sender: try identifier(3), sentAt: timestamp(4), path: contents.path(of: hash), hash: hash.bytes)
    }
}
