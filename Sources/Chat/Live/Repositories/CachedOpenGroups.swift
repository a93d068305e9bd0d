import Chat

/// Open groups, always asked for; who joins one is published.
struct CachedOpenGroups: OpenGroups {
    let live: Live

    var isThere: Bool { live.upstream.openGroups.isThere }

    func groups(matching query: SearchQuery?, as user: UserID) async throws(ChatError) -> [JoinableGroup] {
        try await live.upstream.openGroups.groups(matching: query, as: user)
    }

    func join(_ conversation: ConversationID, as user: UserID) async throws(ChatError) {
        try await live.writing(in: conversation) { () async throws(ChatError) in
            try await live.upstream.openGroups.join(conversation, as: user)
            await live.readAfterJoining(of: user, conversation, as: user)
        }
    }
}
