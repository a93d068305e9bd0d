/// The files of messages.
///
/// A file is uploaded first and belongs to nobody's message until one is sent with its id (`NewMessage.files`): then
/// both are stored, or neither. One that is not sent is deleted after `FileLimits.unsentMemory`.
public protocol FileRepository: Sendable {
    var limits: FileLimits { get }
    /// Whether the backend has files at all, as far as is known now.
    var isThere: Bool { get }
    /// Whether `add` itself finds out what a file is, and cleans pictures: `NewFile.type` and `.picture` say nothing then.
    var inspects: Bool { get }
    /// Whether so many bytes may be kept now, for a person whose file is about to arrive.
    /// - Throws: as `add`.
    func checkRoom(for bytes: Int64, of user: UserID) async throws(ChatError)
    /// How much the files of a person take; `nil` where the backend does not tell.
    func room(of user: UserID) async throws(ChatError) -> FileRoom?
    /// Keeps a file. What was at its path is gone then, also where it was not kept.
    /// - Throws: `.fileTooLarge`; `.quotaExceeded` where the person's files, or all, would be too large together, or
    ///   the disk is nearly full.
    func add(_ new: NewFile, of user: UserID) async throws(ChatError) -> Attachment
    /// Keeps the content of a file once more, for another message, under the id `new`. Done again it changes nothing.
    ///
    /// - Parameter file: one that the person may read; whether they may is not asked again.
    /// - Throws: as `add`; `.notFound` for one that was deleted meanwhile.
    func copy(_ file: SentFile, as new: FileID, of user: UserID) async throws(ChatError) -> Attachment
    /// A file of a conversation that `user` takes part in, or one that they have uploaded and not sent.
    /// - Throws: `.notFound`, also for an unsent one of somebody else; `.notParticipant` for one of a conversation in
    ///   which they take no part.
    func file(_ id: FileID, as user: UserID) async throws(ChatError) -> SentFile
    /// The newest `limit` files of a conversation that were sent before the message `before` (or of all), newest first;
    /// those of a message are together and in their order. None of a message is left out: there may be up to
    /// `FileLimits.filesOfMessage - 1` more.
    /// - Throws: `.notParticipant`.
    func files(in conversation: ConversationID, as user: UserID, before: MessageID?, limit: Int)
        async throws(ChatError) -> [SentFile]
    /// Brings the content to `SentFile.path`, where it may stay away as long as nobody needs it. It may be away again some
    /// time later.
    /// - Throws: as `file(_:as:)`; `.diskFull`, `.notWritable`.
    func fetch(_ file: SentFile, as user: UserID) async throws(ChatError)
    /// Forgets a file that the person has uploaded and not sent. Doing it again changes nothing.
    func discard(_ id: FileID, of user: UserID) async throws(ChatError)
}

extension FileRepository {
    public var isThere: Bool { true }

    public var inspects: Bool { false }

    public func room(of user: UserID) async throws(ChatError) -> FileRoom? { nil }

    /// For contents that always lie there.
    public func fetch(_ file: SentFile, as user: UserID) async throws(ChatError) {}

    /// Compares with the largest file only.
    public func checkRoom(for bytes: Int64, of user: UserID) async throws(ChatError) {
        guard limits.allowFiles, bytes <= limits.bytesOfFile else {
            throw ChatError(.fileTooLarge, during: "checkRoom")
        }
    }
}

/// A file that has arrived completely and lies on the disk, under a name of its own that its keeper may move or delete.
public struct NewFile: Sendable {
    /// Its id. Kept again under the same id by the same person, the same content is one file.
    public let id: FileID
    public let name: FileName
    public let type: FileType
    public let picture: PictureShape?
    /// Where the content lies.
    public let path: String
    public let bytes: Int64
    /// SHA-256 of the content, 32 bytes.
    public let hash: [UInt8]

    public init(
        id: FileID = .random(), name: FileName, type: FileType, picture: PictureShape? = nil, path: String,
        bytes: Int64, hash: [UInt8]
    ) {
        self.id = id
        self.name = name
        self.type = type
        self.picture = picture
        self.path = path
        self.bytes = bytes
        self.hash = hash
    }
}

/// A file with where it was sent and where its content lies.
public struct SentFile: Hashable, Sendable {
    public let attachment: Attachment
    /// `nil` while it belongs to no message.
    public let message: MessageID?
    public let conversation: ConversationID?
    public let sender: UserID
    public let sentAt: Timestamp
    /// Where the content lies on this machine's disk, once it was fetched (`FileRepository.fetch`).
    public let path: String
    /// SHA-256 of the content, 32 bytes: the name of its pictures in other sizes, and its entity tag.
    public let hash: [UInt8]

    public init(
        attachment: Attachment, message: MessageID?, conversation: ConversationID?, sender: UserID,
        sentAt: Timestamp, path: String, hash: [UInt8]
    ) {
        self.attachment = attachment
        self.message = message
        self.conversation = conversation
        self.sender = sender
        self.sentAt = sentAt
        self.path = path
        self.hash = hash
    }
}
