import Chat

/// Threads, always opened by the backend; who follows one from then on is published.
struct CachedThreads: MessageThreads {
    let live: Live

    var isThere: Bool { live.upstream.threads.isThere }

    func open(_ message: MessageID, in conversation: ConversationID, as user: UserID)
        async throws(ChatError) -> OpenedThread
    {
        let opened = try await live.upstream.threads.open(message, in: conversation, as: user)
        for (follower, threads) in opened.left {
            for thread in threads {
                live.update { state, now in state.remove(follower, from: thread, now: now) }
            }
        }
        await live.readAfterJoining(of: user, opened.conversation, as: user)
        return opened
    }
}
