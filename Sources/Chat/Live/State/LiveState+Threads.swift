import Chat

// Threads follow their groups: those who leave one leave the other, and they show its name and the message.
extension LiveState {
    /// A member of a group has left it, and so its threads.
    mutating func leaveThreads(of group: ConversationID, _ user: UserID, _ now: Timestamp) -> [Publication] {
        (threads[group] ?? []).flatMap { remove(user, from: $0, now: now) }
    }

    /// A group is called otherwise now.
    mutating func renameThreads(of group: Conversation, now: Timestamp) -> [Publication] {
        changeThreads(of: group.id, now: now) { $0.take(groupName: group.name) }
    }

    /// A message has another text, or none, which its thread shows.
    mutating func showText(_ text: String?, of message: MessageID, in group: ConversationID, now: Timestamp)
        -> [Publication]
    {
        changeThreads(of: group, now: now) { thread in
            if thread.thread?.message == message { thread.take(text: text) }
        }
    }

    private mutating func changeThreads(
        of group: ConversationID, now: Timestamp, _ body: (inout Conversation) -> Void
    ) -> [Publication] {
        (threads[group] ?? []).flatMap { id -> [Publication] in
            guard let cached = conversations[id], var thread = cached.conversation else { return [] }
            body(&thread)
            guard thread != cached.conversation else { return [] }
            cached.conversation = thread
            return publish([.conversation(thread)], in: id, now: now)
        }
    }
}
