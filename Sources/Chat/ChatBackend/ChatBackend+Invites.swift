import Bytes
import Chat
import HTTP

extension ChatBackend {
    func invites(_ request: RoutedRequest) async throws -> Response {
        let conversation: ConversationID = try request.identifier(0, of: "Conversation")
        return .json(.ok, try await repositories.invites.invites(to: conversation, as: request.caller()))
    }

    func makeInvite(_ request: RoutedRequest) async throws -> Response {
        let conversation: ConversationID = try request.identifier(0, of: "Conversation")
        let body = try request.body()
        let caller = try request.caller(body, "userId")
        let (seconds, uses) = (try body.integer("seconds"), try body.optionalInteger("maximumUses"))
        let longest = Int(NewInvite.maximumLifetime.components.seconds)
        guard (1...longest).contains(seconds) else {
            throw ErrorResponse.badRequest("seconds must be 1 to \(longest)", at: "seconds")
        }
        guard let new = NewInvite(lifetime: .seconds(seconds), maximumUses: uses) else {
            throw ErrorResponse.badRequest("maximumUses must be 1 to \(NewInvite.maximumUses)", at: "maximumUses")
        }
        return .json(.created, try await repositories.invites.invite(to: conversation, new, as: caller))
    }

    func revokeInvite(_ request: RoutedRequest) async throws -> Response {
        let invite: InviteID = try request.identifier(0, of: "Invitation")
        try await repositories.invites.revoke(invite, as: request.caller())
        return Response(.noContent)
    }

    func invitedGroup(_ request: RoutedRequest) async throws -> Response {
        let invite: InviteID = try request.identifier(0, of: "Invitation")
        return .json(.ok, try await repositories.invites.group(invitedBy: invite, as: request.asker))
    }

    func join(_ request: RoutedRequest) async throws -> Response {
        let invite: InviteID = try request.identifier(0, of: "Invitation")
        let body = try request.body()
        let joined = try await repositories.invites.join(by: invite, as: request.caller(body, "userId"))
        return .json(.ok, JSON(["conversationId": .string(joined.description)]))
    }
}
