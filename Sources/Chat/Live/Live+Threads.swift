import Chat
import Concurrency

/// A message of a group whose replies are in a thread.
struct RepliedMessage: Hashable, Sendable {
    let message: MessageID
    let sentAt: Timestamp
    let group: ConversationID
    /// Who reads it.
    let user: UserID
}

extension Live {
    /// Tells in the group how many replies a message has, after one was sent to its thread or deleted there. Does nothing in a
    /// conversation that is no thread. Where reading fails, the next read of the group brings it.
    /// - Parameter user: who sent it or deleted it.
    func tellReplies(in id: ConversationID, as user: UserID) async {
        let replied = withState { state, _ -> RepliedMessage? in
            guard let origin = state.conversations[id]?.conversation?.thread,
                let group = state.conversations[origin.conversation]
            else { return nil }
            // The group's pages show another number, those with a message that is too old to be cached, too.
            group.version = state.nextVersion()
            return group.feed.message(origin.message).map {
                RepliedMessage(message: $0.id, sentAt: $0.createdAt, group: origin.conversation, user: user)
            }
        }
        guard let replied else { return }
        // One after the other: the read that is taken last has begun last. What is done here throws nothing.
        try? await repliedReads.run([replied]) { [self] messages in
            for message in messages { await readReplies(to: message) }
        }
    }

    private func readReplies(to replied: RepliedMessage) async {
        let behind = replied.sentAt.adding(.milliseconds(1))
        let found = try? await upstream.messages.messages(
            in: replied.group, as: replied.user, before: behind, limit: 1)
        guard let message = found?.first, message.id == replied.message else {
            // The next page of the group is read again, even where nothing else makes it old.
            return withState { state, _ in
                guard let group = state.conversations[replied.group] else { return }
                group.pageReadAt = nil
                group.version = state.nextVersion()
            }
        }
        update { state, now in
            state.change(replied.group, now: now) { $0.set(message.thread, of: replied.message) }
        }
    }
}
