public import Chat
public import ChatRecords
internal import Concurrency
internal import Files
internal import SQLite

/// The files of messages: their rows beside the messages, their contents in a folder (`FolderContents`) or a store that is
/// reached over the network (`StoreContents`), equal ones once.
///
/// A content is there before its row is written, and is deleted after its last row: a crash between the two leaves a
/// content without rows, which `sweepAll()` deletes, and never a row without content. Neither an upload nor a deletion of a
/// content can come between the other's look and act.
public struct StoredFiles: SweptFiles {
    /// How many files are put into the folder at once, each on a thread of the blocking pool.
    static let placedAtOnce = 2
    /// How many more may wait for that: as many as may arrive at once (`UploadConfiguration.requestsUnderWay`).
    static let maximumWaiting = 256
    /// How often a content is put into the folder that was taken away before its row was written.
    static let placingAttempts = 3

    let store: ChatStore
    let contents: any KeptContents
    public let limits: FileLimits

    private static let placing = PoolShare(limit: placedAtOnce, maximumWaiting: maximumWaiting)

    init(store: ChatStore, _ keeping: ChatStore.FileKeeping) {
        self.store = store
        contents = store.contents(in: keeping.place)
        limits = keeping.limits
    }

    /// A folder on this machine's disk, where files may arrive before they are kept; what is left there by an earlier
    /// process is deleted at the start.
    public var incoming: String { contents.incoming }

    /// Reads two rows, and asks the file system how much is free.
    public func checkRoom(for bytes: Int64, of user: UserID) async throws(ChatError) {
        do { try limits.check(size: bytes) } catch { throw ChatError(error, during: #function) }
        try store.read { connection in try connection.checkRoom(for: bytes, of: user, limits) }
        guard contents.hasRoom() else { throw ChatError(.quotaExceeded(.disk), during: #function) }
    }

    public func room(of user: UserID) async throws(ChatError) -> FileRoom? {
        let taken = try store.read { connection in try connection.bytesOfFiles(of: user) }
        return FileRoom(taken: taken, limit: limits.bytesOfPerson)
    }

    /// The file at `new.path` is gone afterwards, whether or not it was kept.
    public func add(_ new: NewFile, of user: UserID) async throws(ChatError) -> Attachment {
        try await add(new, of: user) {}
    }

    /// - Parameter brought: called each time between the content's way to its place and the writing of its row.
    func add(_ new: NewFile, of user: UserID, brought: () async -> Void) async throws(ChatError) -> Attachment {
        do {
            let attachment = try await keep(new, of: user, brought)
            await discard(new.path)
            return attachment
        } catch {
            await discard(new.path)
            throw error
        }
    }

    private func keep(
        _ new: NewFile, of user: UserID, _ brought: () async -> Void
    ) async throws(ChatError) -> Attachment {
        guard let hash = ContentHash(new.hash), new.bytes >= 0 else {
            throw ChatError(.invalid("A file needs the SHA-256 of its content"), during: "add")
        }
        try await checkRoom(for: new.bytes, of: user)
        let now = store.clock.now()
        let attachment = Attachment(
            id: new.id, name: new.name, type: new.type, bytes: new.bytes, picture: new.picture)
        return try await contents.keep(new, as: hash, brought: brought) { [limits] connection in
            _ = try connection.user(user)
            if let earlier = try connection.attachment(new.id, with: hash, of: user) { return earlier }
            try connection.checkRoom(for: new.bytes, of: user, limits)
            try connection.insert(attachment, hash, of: user, at: now)
            return attachment
        }
    }

    public func copy(_ file: SentFile, as new: FileID, of user: UserID) async throws(ChatError) -> Attachment {
        let (now, copy) = (store.clock.now(), file.attachment.copy(as: new))
        return try await store.write(during: "copy") { [limits] connection in
            guard let hash = ContentHash(file.hash) else { throw ChatError.Reason.notFound }
            _ = try connection.user(user)
            if let earlier = try connection.attachment(new, with: hash, of: user) { return earlier }
            // As long as a row refers to it, the content is there.
            guard try connection.isReferredTo(hash) else { throw ChatError.Reason.notFound }
            try connection.checkRoom(for: copy.bytes, of: user, limits)
            try connection.insert(copy, hash, of: user, at: now)
            return copy
        }
    }

    public func file(_ id: FileID, as user: UserID) async throws(ChatError) -> SentFile {
        try store.read { connection in
            let found = try connection.row(
                "SELECT \(Self.columns) FROM files WHERE id = ?", id.description
            ) { try $0.sentFile(in: contents) }
            guard let found else { throw ChatError.Reason.notFound }
            if let conversation = found.conversation {
                try connection.activeRole(of: user, in: conversation)
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
        return try store.read { connection in
            try connection.snapshot { connection in
                try connection.activeRole(of: user, in: conversation)
                let end = try before.flatMap { try connection.moment(of: $0, in: conversation) } ?? .max
                let found = try connection.rows(
                    """
                    SELECT \(Self.columns) FROM files
                    WHERE conversation = ? AND sent_at < ? AND message IS NOT NULL
                    ORDER BY conversation DESC, sent_at DESC, ordinal DESC LIMIT ?
                    """, conversation.description, end, limit + FileLimits.filesOfMessage - 1
                ) { try $0.sentFile(in: contents) }
                return found.wholeMessages(atLeast: limit)
            }
        }
    }

    public func fetch(_ file: SentFile, as user: UserID) async throws(ChatError) {
        guard let hash = ContentHash(file.hash) else {
            throw ChatError(.invalid("A file needs the SHA-256 of its content"), during: "fetch")
        }
        try await contents.fetch(hash, bytes: file.attachment.bytes)
    }

    public func discard(_ id: FileID, of user: UserID) async throws(ChatError) {
        let isDeleted = try await store.write { connection in
            try connection.run(
                "DELETE FROM files WHERE id = ? AND user = ? AND message IS NULL", id.description, user.description)
            return connection.changes > 0
        }
        if isDeleted { await store.dropReleasedIfPossible() }
    }

    /// Deletes the file that was uploaded. Where it fails, the next start clears the folder.
    private func discard(_ path: String) async {
        try? await Self.inPool(during: "add") { ContentFolder.forget(path) }
    }

    /// Runs what waits for the disk.
    static func inPool<Result: Sendable>(
        during operation: String, _ work: @escaping @Sendable () throws -> Result
    ) async throws(ChatError) -> Result {
        do { return try await placing.run(work) } catch { throw ChatError(error, during: operation) }
    }

    static let columns =
        "\(ChatStore.attachmentColumns), files.message, files.conversation, files.user, "
        + "ifnull(files.sent_at, files.uploaded_at), files.hash"
}

extension Connection {
    /// - Throws: `.quotaExceeded`.
    fileprivate mutating func checkRoom(for bytes: Int64, of user: UserID, _ limits: FileLimits) throws {
        try limits.check(person: try bytesOfFiles(of: user) + bytes, all: try bytesOfFiles(of: nil) + bytes)
    }

    fileprivate mutating func insert(
        _ file: Attachment, _ hash: ContentHash, of user: UserID, at now: Timestamp
    ) throws {
        try run(
            """
            INSERT INTO files (id, hash, name, type, bytes, width, height, first_look, user, uploaded_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """, file.id.description, hash.bytes, file.name.description, file.type.description, file.bytes,
            file.picture?.width, file.picture?.height, file.picture?.firstLook, user.description, now.milliseconds)
    }

    /// When a message was sent, deleted or not, in milliseconds; `nil` where it is not of this conversation.
    fileprivate mutating func moment(of message: MessageID, in conversation: ConversationID) throws -> Int64? {
        try row(
            "SELECT created_at FROM messages WHERE id = ? AND conversation = ?", message.description,
            conversation.description
        ) { $0.integer(0) }
    }
}

extension Statement {
    /// Reads `StoredFiles.columns`.
    fileprivate func sentFile(in contents: any KeptContents) throws -> SentFile {
        let hash = try contentHash(11)
        return SentFile(
            attachment: try attachment(from: 0), message: try optionalIdentifier(7),
            conversation: try optionalIdentifier(8), sender: try identifier(9), sentAt: timestamp(10),
            path: contents.path(of: hash), hash: hash.bytes)
    }
}
