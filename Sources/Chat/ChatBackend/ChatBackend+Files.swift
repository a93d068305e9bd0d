import Bytes
import Chat
import Concurrency
public import FileIntake
import HTTP

extension ChatBackend {
    /// What the backend needs for files.
    public struct Files: Sendable {
        let intake: FileIntake
        let arriving: ArrivingFiles

        public init(_ intake: FileIntake, arriving: ArrivingFiles) {
            self.intake = intake
            self.arriving = arriving
        }

        var repository: any FileRepository { intake.files }
    }

    private func requireFiles() throws(ErrorResponse) -> Files {
        guard let files else { throw ErrorResponse(.notFound, "This backend has no files") }
        return files
    }

    /// What not every backend can do: a member for each, which says how much.
    func capabilities() -> Response {
        var capabilities: [String: JSON] = [:]
        if let limits = files?.repository.limits, limits.allowFiles {
            capabilities["files"] = [
                "maximumBytes": .number(Double(limits.bytesOfFile)),
                "maximumFiles": .number(Double(FileLimits.filesOfMessage)),
            ]
        }
        if repositories.editing.isThere {
            capabilities["editing"] = ["maximumVersions": .number(Double(MessageLimits.maximumVersions))]
        }
        if repositories.pins.isThere {
            capabilities["pins"] = ["maximumPins": .number(Double(MessageLimits.maximumPins))]
        }
        if repositories.groups.isThere {
            capabilities["groups"] = [
                "maximumDescription": .number(Double(GroupDescription.maximumCharacters))
            ]
        }
        if repositories.invites.isThere {
            capabilities["invites"] = ["maximumInvites": .number(Double(MessageLimits.maximumInvites))]
        }
        if repositories.openGroups.isThere {
            capabilities["openGroups"] = ["maximumGroups": .number(Double(MessageLimits.maximumOpenGroups))]
        }
        if repositories.pictures.isThere {
            capabilities["pictures"] = ["maximumBytes": .number(Double(StoredPicture.maximumBytes))]
        }
        if repositories.receipts.isThere {
            capabilities["receipts"] = ["maximumReaders": .number(Double(MessageLimits.maximumReaders))]
        }
        if repositories.threads.isThere {
            capabilities["threads"] = ["maximumThreads": .number(Double(MessageLimits.maximumThreads))]
        }
        return .json(.ok, JSON(capabilities))
    }

    /// How much of what they may have the files of a person take.
    func fileRoom(_ request: RoutedRequest) async throws -> Response {
        let (files, caller) = (try requireFiles(), try request.caller())
        _ = try await repositories.users.user(caller)
        guard let room = try await files.repository.room(of: caller) else {
            throw ErrorResponse(.notFound, "This backend does not count files")
        }
        return .json(.ok, ["taken": .number(Double(room.taken)), "maximum": .number(Double(room.limit))])
    }

    /// Takes a part of a file; says how much of it has arrived. Of a file that is kept already that is all.
    func takePart(_ request: RoutedRequest) async throws -> Response {
        let files = try requireFiles()
        let id: FileID = try request.identifier(0, of: "File")
        let caller = try request.caller()
        let query = request.http.target.query
        let (offset, size) = (try Self.bytes("offset", in: query), try Self.bytes("bytes", in: query))
        let part: [UInt8]
        switch request.http.body {
        case .bytes(let bytes): part = bytes
        case .none: part = []
        case .form: throw ErrorResponse(.unsupportedMediaType, "The body must be a part of the file")
        }
        if offset == 0, files.arriving.received(id, of: caller) == nil {
            if try await kept(id, of: caller, files) != nil { return Self.received(size) }
            _ = try await repositories.users.user(caller)
            try await files.repository.checkRoom(for: size, of: caller)
        }
        do {
            return Self.received(try await files.arriving.take(part, at: offset, of: id, size: size, by: caller))
        } catch ArrivingFiles.Refusal.outOfPlace {
            let received = files.arriving.received(id, of: caller) ?? 0
            throw ErrorResponse(.conflict, "The part does not follow the \(received) bytes that have arrived")
        } catch ArrivingFiles.Refusal.tooMany {
            throw ErrorResponse(.serviceUnavailable, "Too many files are arriving")
        } catch {
            throw ChatError(ofWrite: error, during: "takePart") ?? ChatError(.cancelled, during: "takePart")
        }
    }

    private static func received(_ bytes: Int64) -> Response { .json(.ok, ["received": .number(Double(bytes))]) }

    /// A number of bytes in the query.
    private static func bytes(_ name: String, in query: Query) throws(ErrorResponse) -> Int64 {
        guard let value = query[name].flatMap({ Int(digits: $0) }), value <= WireLimits.maximumInteger else {
            throw .badRequest("\(name) must be a number of bytes")
        }
        return Int64(value)
    }

    /// The file with this id that a person has uploaded or sent, if there is one.
    private func kept(_ id: FileID, of caller: UserID, _ files: Files) async throws -> SentFile? {
        do throws(ChatError) {
            let file = try await files.repository.file(id, as: caller)
            return file.sender == caller ? file : nil
        } catch {
            switch error.reason {
            case .notFound, .notParticipant, .noLongerParticipant: return nil
            default: throw error
            }
        }
    }

    /// Keeps a file that has arrived. Doing it again gives the same.
    func keepFile(_ request: RoutedRequest) async throws -> Response {
        let files = try requireFiles()
        let id: FileID = try request.identifier(0, of: "File")
        let body = try request.body()
        let (caller, name) = (try request.caller(body, "userId"), try body.string("name"))
        guard !name.isEmpty, name.unicodeScalars.count <= WireLimits.fileNameCharacters else {
            throw ErrorResponse.badRequest(
                "name must have 1 to \(WireLimits.fileNameCharacters) characters", at: "name")
        }
        if let file = try await kept(id, of: caller, files) { return .json(.created, file.attachment) }
        guard let received = files.arriving.finish(id, named: name, by: caller) else {
            throw ErrorResponse(.conflict, "The file has not arrived completely")
        }
        do {
            return .json(.created, try await files.intake.keep(received, as: id, of: caller))
        } catch let error as ChatError {
            // Somebody else has a file with this id.
            if case .invalid(let words) = error.reason { throw ErrorResponse(.conflict, words) }
            throw error
        } catch {
            throw ChatError(ofWrite: error, during: "keepFile") ?? ChatError(.cancelled, during: "keepFile")
        }
    }

    func file(_ request: RoutedRequest) async throws -> Response {
        let id: FileID = try request.identifier(0, of: "File")
        return .json(.ok, try await requireFiles().repository.file(id, as: request.caller()))
    }

    /// The content, as a whole or in ranges.
    func content(_ request: RoutedRequest) async throws -> Response {
        let files = try requireFiles()
        let id: FileID = try request.identifier(0, of: "File")
        let caller = try request.caller()
        let file = try await files.repository.file(id, as: caller)
        try await files.repository.fetch(file, as: caller)
        var hash = ByteBuffer(capacity: 64)
        for byte in file.hash { hash.append(hexadecimal: byte) }
        return Response(
            .ok,
            headers: [
                .contentType: FileType.unknown.description, "X-Content-Type-Options": "nosniff",
                .eTag: EntityTag(opaque: hash.text).serialized, .cacheControl: "private, no-cache",
            ],
            file: FileBody(path: file.path, size: Int(file.attachment.bytes)))
    }

    /// Forgets a file that belongs to no message.
    func discardFile(_ request: RoutedRequest) async throws -> Response {
        let id: FileID = try request.identifier(0, of: "File")
        try await requireFiles().repository.discard(id, of: request.caller())
        return Response(.noContent)
    }

    /// The files of a conversation, newest first.
    func files(_ request: RoutedRequest) async throws -> Response {
        let files = try requireFiles()
        let conversation: ConversationID = try request.identifier(0, of: "Conversation")
        let query = request.http.target.query
        var before: MessageID?
        if let text = query["before"] {
            before = MessageID(text)
            if before == nil { throw ErrorResponse.badRequest("before must be a UUID") }
        }
        let list = try await files.repository.files(
            in: conversation, as: request.caller(), before: before, limit: Self.limit(query))
        return .json(.ok, list)
    }
}
