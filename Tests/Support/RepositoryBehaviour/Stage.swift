import Chat
import Testing

/// The repositories under test, and short ways to set a scene on them.
struct Stage: Sendable {
    let repositories: Repositories
    let clock: ManualClock
    let callers: RepositoryBehaviour.Callers

    /// Ids that nothing has.
    let unknownUser = UserID("00000000-0000-4000-8000-000000000001")!
    let unknownConversation = ConversationID("00000000-0000-4000-8000-000000000002")!
    let unknownMessage = MessageID("00000000-0000-4000-8000-000000000003")!

    /// Why one who takes no part is refused.
    func refusal(of outsider: UserID) -> ChatError.Reason {
        callers == .proven && outsider == unknownUser ? .unauthenticated : .notParticipant
    }

    func person(_ alias: String) async throws -> User {
        try await repositories.users.register(
            NewUser(alias: Alias(alias)!, name: DisplayName(alias)!, avatarURL: nil))
    }

    func group(_ people: User..., named name: String = "縁側") async throws -> Conversation {
        clock.advance(by: .seconds(1))
        return try await repositories.conversations.create(
            NewConversation(.group(name: DisplayName(name)!), participants: people.map(\.id))!, as: people[0].id)
    }

    /// A second later than whatever was before, unless told.
    @discardableResult
    func say(
        _ text: String, as sender: User, in conversation: Conversation, answering answered: Message? = nil,
        after pause: Duration = .seconds(1)
    ) async throws -> Message {
        clock.advance(by: pause)
        return try await repositories.messages.send(
            NewMessage(
                conversation: conversation.id, sender: sender.id, text: try MessageText(text), replyTo: answered?.id))
    }

    func messages(
        in conversation: Conversation, as reader: User, before: Timestamp? = nil, limit: Int = 50
    ) async throws -> [Message] {
        try await repositories.messages.messages(
            in: conversation.id, as: reader.id, before: before, limit: limit)
    }

    func unread(in conversation: Conversation, for reader: User) async throws -> Int {
        try await repositories.readMarks.unreadCount(in: conversation.id, for: reader.id)
    }
}

/// Expects `body` to be refused for `reason`; the words of `.invalid` may be any.
func expect(
    _ reason: ChatError.Reason, sourceLocation: SourceLocation = #_sourceLocation,
    _ body: () async throws -> some Any
) async {
    let error = await #expect(throws: ChatError.self, sourceLocation: sourceLocation) { _ = try await body() }
    switch (reason, error?.reason) {
    case (_, nil), (.invalid, .invalid): break
    case (_, let found): #expect(found == reason, sourceLocation: sourceLocation)
    }
}

extension Message {
    /// The words of a person; `nil` for what merely happened.
    var text: String? { if case .text(_, let text) = content { text } else { nil } }
}
