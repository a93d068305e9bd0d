import Chat
import HTTP

extension ChatBackend {
    func reactions(_ request: RoutedRequest) async throws -> Response {
        let message: MessageID = try request.identifier(0, of: "Message")
        let reactions = try await repositories.reactions.reactions(to: message, as: request.asker)
        return .json(.ok, reactions)
    }

    func addReaction(_ request: RoutedRequest) async throws -> Response {
        let message: MessageID = try request.identifier(0, of: "Message")
        let body = try request.body()
        let text = try body.string("emoji")
        guard text.unicodeScalars.count <= WireLimits.emojiCharacters, let emoji = Emoji(text) else {
            throw ErrorResponse.badRequest(
                "emoji must be 1 to \(WireLimits.emojiCharacters) characters without white space or controls",
                at: "emoji")
        }
        let caller = try request.caller(body, "userId")
        let reaction = try await repositories.reactions.add(
            emoji, to: message, in: try await repositories.messages.conversation(of: message), as: caller)
        return .json(.created, reaction)
    }

    func removeReaction(_ request: RoutedRequest) async throws -> Response {
        let message: MessageID = try request.identifier(0, of: "Message")
        let caller = try request.caller()
        let reaction = try await repositories.reactions.remove(
            request.parameters[1], from: message,
            in: try await repositories.messages.conversation(of: message), as: caller)
        return .json(.ok, reaction)
    }
}
