import Chat
import Synchronization

extension Live {
    /// Beats as long as there is a stream.
    func startHeart() {
        heart.withLock { heart in
            guard heart == nil else { return }
            heart = Task { await beat() }
        }
    }

    private func beat() async {
        while true {
            try? await Task.sleep(for: limits.tick)
            let isNeeded = heart.withLock { heart in
                guard hub.withLock({ $0.streams.isEmpty }) else { return true }
                heart = nil
                return false
            }
            guard isNeeded else { return }
            for poll in step() { Task { await self.poll(poll) } }
            for user in duePeople() { Task { await self.look(at: user) } }
        }
    }

    /// What a beat does; returns what is to be read.
    func step() -> [DuePoll] {
        update { hub, now in
            hub.forget()
            let announcements = hub.tellPresence(now: now)
            return (hub.due(now: now), announcements)
        }
    }

    /// Reads a conversation again.
    func poll(_ poll: DuePoll) async {
        var failure: ChatError?
        do throws(ChatError) {
            // Who only has it in a list sees nothing but the newest.
            let count = poll.isWatched ? MessageHistory.pageSize : 1
            try await readNewest(of: poll.conversation, as: poll.user, atLeast: count)
        } catch {
            failure = error
            // Perhaps the reader was removed: then the others read on.
            if error.reason == .notParticipant {
                _ = try? await observed.conversations.conversation(poll.conversation, as: poll.user)
            }
        }
        hub.withLock { hub in
            hub.finishPoll(poll, failed: failure != nil, isReaderUnknown: failure?.reason == .unauthenticated)
        }
        polled.add(1, ordering: .relaxed)
        if failure != nil { polledInVain.add(1, ordering: .relaxed) }
    }
}
