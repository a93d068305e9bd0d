public import Chat

// What happens elsewhere to people who have nothing but a stream here.
extension Live {
    /// People with streams whom the backend may not know any more; each is named once, until there is new doubt.
    public func takeDoubts(atMost count: Int) -> [UserID] {
        know { hub, _ in
            let taken = Array(hub.doubted.prefix(count))
            hub.doubted.subtract(taken)
            return taken
        }
    }

    /// Whose lists are to be read now.
    func duePeople() -> [UserID] { know { hub, now in hub.duePeople(now: now) } }

    /// Reads a person's list again, and asks whether they have read elsewhere what seems unread here.
    func look(at user: UserID) async {
        do throws(ChatError) {
            _ = try await readConversations(of: user)
            try await askForUnread(of: user)
        } catch {
            // Where the backend answers and does not give them their list, they may be gone.
            if !error.isOutage, error.reason != .cancelled { know { hub, _ in hub.doubt(user) } }
        }
        know { hub, now in hub.finishLook(at: user, now: now) }
    }

    /// Asks for one conversation of somebody's that seems unread, the one that was asked for longest ago.
    private func askForUnread(of user: UserID) async throws(ChatError) {
        guard let belief = know({ hub, now in hub.unreadToAsk(of: user, now: now) }) else { return }
        let count = try await observed.readMarks.unreadCount(in: belief.conversation, for: user)
        // Fewer may also mean that some were deleted: then the messages have changed.
        if count < belief.count {
            try await readNewestAlone(of: belief.conversation, as: user, atLeast: belief.count + 1)
        }
        update { hub, now in hub.takeUnread(count, of: user, believing: belief, now: now) }
    }
}
