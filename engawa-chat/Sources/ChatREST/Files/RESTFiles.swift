import Bytes
public import Chat
import HTTP

/// The files of messages over REST, of a backend that says in `GET /capabilities` that it has them.
///
/// A file is sent in parts of `partBytes`, and fetched in parts of `fetchedBytes`, so that no request takes long and no
/// file is in memory. The backend finds out what a file is, and cleans pictures.
public struct RESTFiles: FileRepository {
    /// The most bytes of a part that is sent: backends take bodies of 1 MiB.
    static let partBytes = 512 << 10
    /// The most bytes of a part that is fetched: transports take responses of 8 MiB and more.
    static let fetchedBytes = 4 << 20

    let client: BackendClient
    let contents: FetchedContents
    let known: KnownFiles

    /// What the backend allows for one file; no files until `RESTCapabilities` has asked it. What all files may have together only
    /// the backend knows.
    public var limits: FileLimits { known.limits }

    public var isThere: Bool { known.isThere }

    public var inspects: Bool { true }

    /// The file at `new.path` is gone afterwards, whether or not it was kept.
    public func add(_ new: NewFile, of user: UserID) async throws(ChatError) -> Attachment {
        do throws(ChatError) {
            let attachment = try await send(new, of: user)
            await FileParts.delete(new.path)
            return attachment
        } catch {
            await FileParts.delete(new.path)
            throw error
        }
    }

    /// Fetches the content, and sends it once more.
    public func copy(_ file: SentFile, as new: FileID, of user: UserID) async throws(ChatError) -> Attachment {
        try await fetch(file, as: user)
        let (sent, path) = (file.attachment, try await contents.link(file.hash))
        return try await add(
            NewFile(id: new, name: sent.name, type: sent.type, path: path, bytes: sent.bytes, hash: file.hash),
            of: user)
    }

    /// - Throws: `.notFound`, also where the backend does not know the operation.
    public func room(of user: UserID) async throws(ChatError) -> FileRoom? {
        let call = Call(.get, ["files"], success: .ok)
            .asking(as: user)
            .refused(by: .notFound)
        return try await client.value(of: call) { answer in
            guard let taken = answer["taken"]?.number.flatMap({ Int64(exactly: $0) }), taken >= 0,
                let limit = answer["maximum"]?.number.flatMap({ Int64(exactly: $0) }), limit >= 0
            else { return nil }
            return FileRoom(taken: taken, limit: limit)
        }
    }

    private func send(_ new: NewFile, of user: UserID) async throws(ChatError) -> Attachment {
        try await checkRoom(for: new.bytes, of: user)
        var sent: Int64 = 0
        repeat {
            let count = min(Int64(Self.partBytes), new.bytes - sent)
            let part = try await FileParts.read(new.path, at: sent, count: Int(count))
            let received = try await send(part, of: new, at: sent, by: user)
            guard received >= sent + count, received <= new.bytes else {
                throw ChatError(.unexpectedAnswer("not the part that was sent"), during: "add")
            }
            sent = received
        } while sent < new.bytes
        let call = Call(.put, ["files", .id(new.id)], success: .created, operation: "add")
            .called(by: user)
            .sending(["userId": client.said(user), "name": .string(new.name.description)])
        return try await client.value(Attachment.self, of: Self.refusedAsLarge(call))
    }

    /// - Returns: how many bytes of the file the backend has.
    private func send(
        _ part: [UInt8], of new: NewFile, at offset: Int64, by user: UserID
    ) async throws(ChatError) -> Int64 {
        let call = Call(.put, ["files", .id(new.id), "content"], success: .ok, operation: "add")
            .asking(as: user)
            .asking("offset", String(offset))
            .asking("bytes", String(new.bytes))
            .sending(part)
        return try await client.value(of: Self.refusedAsLarge(call)) {
            $0["received"]?.number.flatMap { Int64(exactly: $0) }
        }
    }

    private static func refusedAsLarge(_ call: Call) -> Call {
        call
            .refused(by: .notFound)
            .refused(by: .conflict, means: .invalid("The file can't be kept under this id"))
            .refused(by: .contentTooLarge, means: .fileTooLarge)
            .refused(by: .unprocessableContent, means: .fileRefused(.infected))
            .failing(with: "can't be checked", means: .fileRefused(.notChecked))
            .failing(with: "files of this user", means: .quotaExceeded(.person))
            .failing(with: "All files", means: .quotaExceeded(.all))
            .failing(with: "nearly full", means: .quotaExceeded(.disk))
            .failing(with: "disk is full", means: .diskFull)
    }

    public func file(_ id: FileID, as user: UserID) async throws(ChatError) -> SentFile {
        if let file = known.file(id, as: user) { return file }
        let call = Call(.get, ["files", .id(id)], success: .ok)
            .asking(as: user)
            .refused(by: .forbidden, .notFound)
        let file = sentFile(try await client.value(WireFile.self, of: call))
        known.keep(file, as: user)
        return file
    }

    public func files(in conversation: ConversationID, as user: UserID, before: MessageID?, limit: Int)
        async throws(ChatError) -> [SentFile]
    {
        var call = Call(.get, ["conversations", .id(conversation), "files"], success: .ok)
            .asking(as: user)
            .asking("limit", String(min(max(limit, 1), MessageLimits.maximumPerRead)))
            .refused(by: .forbidden)
        if let before { call = call.asking("before", before.description) }
        return try await client.entities(WireFile.self, of: call).map { sentFile($0) }
    }

    public func fetch(_ file: SentFile, as user: UserID) async throws(ChatError) {
        let (client, path): (_, [Call.Segment]) = (client, ["files", .id(file.attachment.id), "content"])
        try await contents.fetch(file.hash, inPartsOf: file.attachment.bytes) { range throws(ChatError) in
            let isWhole = range.count == file.attachment.bytes
            var call = Call(.get, path, success: isWhole ? .ok : .partialContent, operation: "fetch")
                .asking(as: user)
                .refused(by: .forbidden, .notFound)
            if !isWhole { call = call.with(.range, "bytes=\(range.lowerBound)-\(range.upperBound - 1)") }
            return try await client.perform(call).body
        }
    }

    public func discard(_ id: FileID, of user: UserID) async throws(ChatError) {
        try await client.perform(Call(.delete, ["files", .id(id)], success: .noContent).asking(as: user))
    }

    private func sentFile(_ file: WireFile) -> SentFile {
        SentFile(
            attachment: file.attachment, message: file.message, conversation: file.conversation, sender: file.sender,
            sentAt: file.sentAt, path: contents.path(of: file.hash), hash: file.hash)
    }
}

extension FetchedContents {
    /// Returns when the content lies at its path.
    ///
    /// - Parameters:
    ///   - hash: SHA-256 of the content. That it is right is not checked: the backend is trusted.
    ///   - part: asks the backend for a range of it.
    func fetch(
        _ hash: [UInt8], inPartsOf bytes: Int64,
        _ part: @escaping @Sendable (Range<Int64>) async throws(ChatError) -> [UInt8]
    ) async throws(ChatError) {
        try await fetch(hash, bytes: bytes) { path throws(ChatError) in
            var start: Int64 = 0
            repeat {
                let range = start..<min(bytes, start + Int64(RESTFiles.fetchedBytes))
                let content = range.isEmpty ? [] : try await part(range)
                guard content.count == range.count else {
                    throw ChatError(.unexpectedAnswer("not as long as the file"), during: "fetch")
                }
                try await FileParts.append(content, to: path)
                start = range.upperBound
            } while start < bytes
        }
    }
}
