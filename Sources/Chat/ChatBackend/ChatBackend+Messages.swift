import Bytes
import Chat
import HTTP

extension ChatBackend {
    func messages(_ request: RoutedRequest) async throws -> Response {
        let conversation: ConversationID = try request.identifier(0, of: "Conversation")
        let query = request.http.target.query
        let list = try await repositories.messages.messages(
            in: conversation, as: request.caller(), before: Self.before(query), limit: Self.limit(query))
        return .json(.ok, list)
    }

    static func limit(_ query: Query) throws(ErrorResponse) -> Int {
        guard let text = query["limit"] else { return WireLimits.defaultPage }
        guard let limit = Int(digits: text), (1...MessageLimits.maximumPerRead).contains(limit) else {
            throw .badRequest("limit must be 1 to \(MessageLimits.maximumPerRead)")
        }
        return limit
    }

    private static func before(_ query: Query) throws(ErrorResponse) -> Timestamp? {
        guard let text = query["before"] else { return nil }
        guard let before = Timestamp(iso8601: text) else {
            throw .badRequest("before must be a moment in UTC, like 2026-11-21T10:28:26.598Z")
        }
        return before
    }

    func send(_ request: RoutedRequest) async throws -> Response {
        let conversation: ConversationID = try request.identifier(0, of: "Conversation")
        let body = try request.body()
        let files: [FileID] = try body.optionalIdentifiers("fileIds")
        guard files.count <= FileLimits.filesOfMessage, Set(files).count == files.count else {
            throw ErrorResponse.badRequest(
                "fileIds must be at most \(FileLimits.filesOfMessage) different files", at: "fileIds")
        }
        // Only beside files a text may be missing.
        let text = files.isEmpty || body.has("text") ? try body.string("text") : nil
        let message = NewMessage(
            conversation: conversation, sender: try request.caller(body, "senderUserId"),
            text: try text.map(Self.text) ?? .none, replyTo: try body.optionalIdentifier("replyToMessageId"),
            files: files)
        return .json(.created, try await repositories.messages.send(message))
    }

    private static func text(_ text: String) throws(ErrorResponse) -> MessageText {
        do {
            return try MessageText(text)
        } catch {
            switch error {
            case .blank: throw .badRequest("text must not be blank", at: "text")
            case .tooLong:
                throw .badRequest("text must be at most \(MessageText.maximumCharacters) characters", at: "text")
            }
        }
    }

    func deleteMessage(_ request: RoutedRequest) async throws -> Response {
        let message: MessageID = try request.identifier(0, of: "Message")
        let caller = try request.caller()
        try await repositories.messages.delete(
            message, in: try await repositories.messages.conversation(of: message), as: caller)
        return Response(.noContent)
    }

    func editMessage(_ request: RoutedRequest) async throws -> Response {
        let message: MessageID = try request.identifier(0, of: "Message")
        let body = try request.body()
        let (caller, text) = (try request.caller(body, "userId"), try body.string("text"))
        let edited = try await repositories.editing.edit(
            message, in: try await repositories.messages.conversation(of: message),
            to: text.isEmpty ? .none : Self.text(text), as: caller)
        return .json(.ok, edited)
    }

    /// The texts that a message had before, oldest first.
    func versions(_ request: RoutedRequest) async throws -> Response {
        let message: MessageID = try request.identifier(0, of: "Message")
        let caller = try request.caller()
        let versions = try await repositories.editing.versions(
            of: message, in: try await repositories.messages.conversation(of: message), as: caller)
        return .json(.ok, versions)
    }

    /// Opens the thread of a message, and says which conversation it is.
    func openThread(_ request: RoutedRequest) async throws -> Response {
        let conversation: ConversationID = try request.identifier(0, of: "Conversation")
        let message: MessageID = try request.identifier(1, of: "Message")
        let body = try request.body()
        let opened = try await repositories.threads.open(
            message, in: conversation, as: request.caller(body, "userId"))
        return .json(.ok, ["conversationId": opened.conversation.json])
    }

    func pins(_ request: RoutedRequest) async throws -> Response {
        let conversation: ConversationID = try request.identifier(0, of: "Conversation")
        return .json(.ok, try await repositories.pins.pins(in: conversation, as: request.caller()))
    }

    func pinMessage(_ request: RoutedRequest) async throws -> Response {
        let message: MessageID = try request.identifier(0, of: "Message")
        let caller = try request.caller()
        try await repositories.pins.pin(
            message, in: try await repositories.messages.conversation(of: message), as: caller)
        return Response(.noContent)
    }

    func unpinMessage(_ request: RoutedRequest) async throws -> Response {
        let message: MessageID = try request.identifier(0, of: "Message")
        let caller = try request.caller()
        try await repositories.pins.unpin(
            message, in: try await repositories.messages.conversation(of: message), as: caller)
        return Response(.noContent)
    }
}
