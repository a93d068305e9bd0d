import Chat
import RepositoryBehaviour

/// The backend as a gateway sees it.
struct BackendLine: Sendable {
    let backend: Backend
    /// Which gateway.
    let number: Int
    /// What no history asks for.
    let others: Repositories
    let process = ProcessState()

    var repositories: Repositories {
        Repositories(
            users: others.users, conversations: self, messages: self, reactions: self, readMarks: self,
            bookmarks: others.bookmarks, search: others.search, health: others.health, editing: self,
            pins: self, groups: self)
    }

    private func checkMembership(_ user: UserID, _ id: ConversationID) throws(ChatError) {
        guard backend.room(id)?.hasMember(user) ?? false else { throw ChatError(.notParticipant, during: "simulation") }
    }
}

extension BackendLine: ConversationRepository {
    func conversations(of user: UserID) async throws(ChatError) -> [Conversation] {
        try await backend.answer {
            backend.rooms.reversed().map(\.conversation).filter { $0.participants.contains { $0.user.id == user } }
        }
    }

    func conversationIDs(of user: UserID) async throws(ChatError) -> [ConversationID]? {
        try await conversations(of: user).map(\.id)
    }

    func conversation(_ id: ConversationID, as user: UserID) async throws(ChatError) -> Conversation {
        try await backend.answer { () throws(ChatError) in
            guard let room = backend.room(id) else { throw ChatError(.notFound, during: "simulation") }
            return room.conversation
        }
    }

    func create(_ conversation: NewConversation, as user: UserID) async throws(ChatError) -> Conversation {
        try await backend.answer {
            backend.createRoom(
                conversation.participants, conversation.kind == .direct ? .direct : .group, through: number)
        }
    }

    func add(_ user: UserID, as role: Role, to conversation: ConversationID, by actor: UserID)
        async throws(ChatError) -> Participant
    {
        try await backend.answer { () throws(ChatError) in
            backend.admit(user, to: conversation)
            return try participant(user, in: conversation)
        }
    }

    func remove(_ user: UserID, from conversation: ConversationID, by actor: UserID)
        async throws(ChatError) -> Participant
    {
        try await backend.answer { () throws(ChatError) in
            backend.dismiss(user, from: conversation)
            return try participant(user, in: conversation)
        }
    }

    private func participant(_ user: UserID, in id: ConversationID) throws(ChatError) -> Participant {
        guard let participant = backend.room(id)?.participants.first(where: { $0.user.id == user }) else {
            throw ChatError(.notFound, during: "simulation")
        }
        return participant
    }
}

extension BackendLine: MessageRepository {
    func messages(in conversation: ConversationID, as user: UserID, before: Timestamp?, limit: Int)
        async throws(ChatError) -> [Message]
    {
        try await backend.answer { () throws(ChatError) in
            try checkMembership(user, conversation)
            let all = backend.room(conversation)?.messages ?? []
            let earlier = before.map { before in all.filter { $0.createdAt < before } } ?? all
            return earlier.suffix(limit).reversed()
        }
    }

    func send(_ message: NewMessage) async throws(ChatError) -> Message {
        try await backend.answer { () throws(ChatError) in
            // Not promised: a message that is stored after the successor has looked for it is sent a second time.
            if process.hasEnded { throw ChatError(.unavailable("ended"), during: "simulation") }
            try checkMembership(message.sender, message.conversation)
            let content = Message.Content.text(sender: message.sender, text: message.text.description)
            guard let sent = backend.post(content, in: message.conversation, replyTo: message.replyTo, through: number)
            else {
                throw ChatError(.notFound, during: "simulation")
            }
            return sent
        }
    }

    func delete(_ message: MessageID, in conversation: ConversationID, as user: UserID) async throws(ChatError) {
        try await backend.answer { () throws(ChatError) in
            try backend.delete(message, in: conversation)
        }
    }
}

extension BackendLine: ReactionRepository {
    func reactions(to message: MessageID, as user: UserID) async throws(ChatError) -> [Reaction] { [] }

    func add(_ emoji: Emoji, to message: MessageID, in conversation: ConversationID, as user: UserID)
        async throws(ChatError) -> Reaction
    {
        try await backend.answer { () throws(ChatError) in
            try checkMembership(user, conversation)
            return try backend.react(emoji.description, to: message, in: conversation, by: user)
        }
    }

    func remove(_ emoji: String, from message: MessageID, in conversation: ConversationID, as user: UserID)
        async throws(ChatError) -> Reaction
    {
        throw ChatError(.notFound, during: "simulation")
    }
}

extension BackendLine: MessageEditing {
    var isThere: Bool { true }

    func edit(_ message: MessageID, in conversation: ConversationID, to text: MessageText, as user: UserID)
        async throws(ChatError) -> Message
    {
        try await backend.answer { () throws(ChatError) in
            try checkMembership(user, conversation)
            return try backend.edit(message, in: conversation, to: text.description)
        }
    }

    func versions(of message: MessageID, in conversation: ConversationID, as user: UserID)
        async throws(ChatError) -> [MessageVersion]
    { [] }
}

extension BackendLine: MessagePins {
    func pins(in conversation: ConversationID, as user: UserID) async throws(ChatError) -> [PinnedMessage] { [] }

    func pin(_ message: MessageID, in conversation: ConversationID, as user: UserID) async throws(ChatError) {
        try await setPinned(true, message, in: conversation, as: user)
    }

    func unpin(_ message: MessageID, in conversation: ConversationID, as user: UserID) async throws(ChatError) {
        try await setPinned(false, message, in: conversation, as: user)
    }

    private func setPinned(
        _ isPinned: Bool, _ message: MessageID, in conversation: ConversationID, as user: UserID
    ) async throws(ChatError) {
        try await backend.answer { () throws(ChatError) in
            try checkMembership(user, conversation)
            try backend.pin(message, in: conversation, isPinned, by: user)
        }
    }
}

extension BackendLine: GroupAdministration {
    func edit(_ conversation: ConversationID, _ edit: GroupEdit, as user: UserID) async throws(ChatError) {
        try await backend.answer { () throws(ChatError) in
            try checkMembership(user, conversation)
            if let name = edit.name { backend.rename(conversation, to: name.description, by: user) }
        }
    }

    func set(_ role: Role, of person: UserID, in conversation: ConversationID, as user: UserID)
        async throws(ChatError)
    {
        try await backend.answer { () throws(ChatError) in
            try checkMembership(user, conversation)
            backend.set(role, of: person, in: conversation, by: user)
        }
    }
}

extension BackendLine: ReadMarkRepository {
    func mark(_ message: MessageID, asReadIn conversation: ConversationID, by user: UserID)
        async throws(ChatError) -> ReadMark
    {
        try await backend.answer { () throws(ChatError) in
            try checkMembership(user, conversation)
            try backend.mark(message, in: conversation, by: user)
            return ReadMark(
                id: backend.newIdentifier(), conversation: conversation, user: user, lastRead: message,
                updatedAt: backend.clock.now)
        }
    }

    func unreadCount(in conversation: ConversationID, for user: UserID) async throws(ChatError) -> Int {
        try await backend.answer { () throws(ChatError) in
            try checkMembership(user, conversation)
            return backend.unread(in: conversation, by: user)
        }
    }
}

extension Backend {
    func edit(_ message: MessageID, in id: ConversationID, to text: String) throws(ChatError) -> Message {
        var edited: Message?
        try change(message, in: id) { entry in
            let old = entry.message
            guard let sender = old.sender else { return }
            let new = Message(
                id: old.id, conversation: old.conversation, content: .text(sender: sender, text: text),
                replyTo: old.replyTo, createdAt: old.createdAt, reactions: old.reactions,
                editedAt: max(clock.now, (old.editedAt ?? old.createdAt).adding(.milliseconds(1))))
            entry.message = new
            edited = new
        }
        guard let edited else { throw ChatError(.forbidden, during: "simulation") }
        return edited
    }

    func react(_ emoji: String, to message: MessageID, in id: ConversationID, by user: UserID)
        throws(ChatError) -> Reaction
    {
        let new = Reaction(id: newIdentifier(), message: message, user: user, emoji: emoji, createdAt: clock.now)
        var given = new
        try change(message, in: id) { entry in
            if let old = entry.message.reactions.first(where: { $0.user == user && $0.hasEmoji(emoji) }) {
                given = old
            } else {
                entry.message.reactions.append(new)
            }
        }
        return given
    }
}
