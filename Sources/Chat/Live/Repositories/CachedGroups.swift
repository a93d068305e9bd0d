import Chat

/// Changes of groups, which are published.
struct CachedGroups: GroupAdministration {
    let live: Live

    var isThere: Bool { live.upstream.groups.isThere }

    func edit(_ conversation: ConversationID, _ edit: GroupEdit, as user: UserID) async throws(ChatError) {
        try await live.writing(in: conversation) { () async throws(ChatError) in
            try await live.upstream.groups.edit(conversation, edit, as: user)
            await live.readAfterGroupChange(in: conversation, as: user)
        }
    }

    func set(_ role: Role, of person: UserID, in conversation: ConversationID, as user: UserID)
        async throws(ChatError)
    {
        try await live.writing(in: conversation) { () async throws(ChatError) in
            try await live.upstream.groups.set(role, of: person, in: conversation, as: user)
            await live.readAfterGroupChange(in: conversation, as: user)
        }
    }
}

extension Live {
    /// Reads a conversation and its newest messages after its settings, roles or pinned messages have changed here, and tells
    /// the other processes to, with the messages that tell of it. Where it fails, the next read brings it.
    func readAfterGroupChange(in id: ConversationID, as user: UserID) async {
        let last = withState { state, _ in state.conversations[id]?.feed.messages.last?.createdAt }
        await readAfterChange(of: id, as: user)
        await change(.pins, in: id) { _, _ in [] }
        guard sharing != nil, let last else { return }
        let told = withState { state, _ in
            state.conversations[id]?.feed.messages.filter { $0.createdAt > last && $0.content.isChange(by: user) } ?? []
        }
        for message in told { await publish(message) }
    }
}

extension Message.Content {
    fileprivate func isChange(by user: UserID) -> Bool {
        if case .changed(_, by: user) = self { true } else { false }
    }
}
