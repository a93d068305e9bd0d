public import Chat
import Synchronization

/// Why the newest messages of a conversation are read.
enum ReadReason: Sendable {
    /// It is polled, with this time from one poll to the next.
    case poll(isWatched: Bool, interval: Duration)
    case page
}

// Where several processes are before one backend, one of them reads a conversation for all.
extension Live {
    /// Reads the newest messages, or takes them from a process that has read them.
    func readNewest(
        of id: ConversationID, as user: UserID, atLeast count: Int, sharing reads: any SharedReads, _ reason: ReadReason
    ) async throws(ChatError) {
        let beginning: ReadBeginning
        do { beginning = try await reads.begin(request(id, count, reason)) } catch {
            // The shared database does not answer: as without it.
            _ = try await readNewestAlone(of: id, as: user, atLeast: count)
            return
        }
        switch beginning {
        case .lease(let lease): try await readNewest(under: lease, as: user, atLeast: count, sharing: reads)
        case .news(let news):
            let taken = await take(news, as: user, count: count)
            let maximumAge = maximumAge(count)
            let isEnough = withState { state, now -> Bool in
                guard let cached = state.conversations[id], cached.feed.isLoaded else { return false }
                switch (reason, taken) {
                case (_, .refused): return false
                // Who has the lease is reading, or can't.
                case (.poll, _): return true
                case (.page, .none): return false
                // Its age when another is due, and as much again until that is taken in.
                case (.page, .upTo(let age)): return age <= maximumAge * 2
                }
            }
            guard !isEnough else {
                sparedReads.add(1, ordering: .relaxed)
                return
            }
            _ = try await readNewestAlone(of: id, as: user, atLeast: count)
        }
    }

    private func request(_ id: ConversationID, _ count: Int, _ reason: ReadReason) -> ReadRequest {
        let known = withState { state, _ in state.conversations[id]?.shared ?? SharedPosition() }
        return switch reason {
        case .poll(let isWatched, let interval):
            ReadRequest(
                conversation: id, count: count, maximumAge: interval / 2,
                lease: isWatched ? interval * 2 + limits.readingTime : limits.readingTime, keepsLease: isWatched,
                known: known)
        case .page:
            ReadRequest(
                conversation: id, count: count, maximumAge: maximumAge(count), lease: limits.readingTime,
                keepsLease: false, known: known)
        }
    }

    private func maximumAge(_ count: Int) -> Duration {
        count >= MessageHistory.pageSize ? limits.pageAge : limits.newestAge
    }

    private func readNewest(
        under lease: ReadLease, as user: UserID, atLeast count: Int, sharing reads: any SharedReads
    ) async throws(ChatError) {
        let page: ReadPage?
        do throws(ChatError) {
            page = try await readNewestAlone(of: lease.conversation, as: user, atLeast: count, isForOthers: true)
        } catch {
            // While the backend does not answer, the others need not ask it either. Where ending the lease fails, it ends by
            // itself.
            if !error.isOutage { _ = try? await reads.finish(lease, with: nil) }
            throw error
        }
        // Where it fails, the others read for themselves.
        guard let number = try? await reads.finish(lease, with: page), let page else { return }
        withState { state, _ in
            guard let cached = state.conversations[lease.conversation] else { return }
            cached.shared.page = number
            cached.sharedLimit = page.reach
        }
    }

    /// Changes a conversation as the backend has already done, and tells the other processes.
    func change(
        _ change: SharedChange, in id: ConversationID, _ body: (inout LiveState, Timestamp) -> [Publication]
    ) async {
        let serial = update { state, now -> (Int?, [Publication]) in
            let publications = body(&state, now)
            return (change.message.flatMap { state.conversations[id]?.feed.touched[$0] }, publications)
        }
        // Where it fails, the other processes find it by reading; here no read of theirs is taken before one of this process.
        guard let sharing, let number = try? await sharing.add(change, in: id), let serial else { return }
        withState { state, _ in state.conversations[id]?.feed.number(number, touch: serial) }
    }
}

// What other processes know.
extension Live: SharedNewsReceiver {
    public func positions() -> [ConversationID: SharedPosition] {
        withState { state, _ in state.conversations.mapValues(\.shared) }
    }

    public func take(_ news: SharedNews) async {
        let reader = withState { state, _ in
            state.conversations[news.conversation].flatMap { state.reader(of: $0) }
        }
        _ = await take(news, as: reader, count: 1)
    }

    public func lookForMembership(of person: UserID, in conversation: ConversationID) async {
        guard withState({ state, _ in state.isOnline(person) }) else { return }
        // Where it fails, the next read of their list tells it.
        _ = try? await readConversation(conversation, as: person)
    }

    public func forgetPages() {
        withState { state, _ in
            for person in state.people.values {
                for id in person.memberships ?? [] { state.invalidatePages(of: person, showing: id) }
            }
        }
    }

    /// What became of another process's page.
    private enum TakenPage {
        /// There is none that is long enough.
        case none
        /// It can't be taken: this process has to read for itself.
        case refused
        /// It is as old as this.
        case upTo(Duration)
    }

    /// - Parameter user: as whom the members are read where they have changed.
    private func take(_ news: SharedNews, as user: UserID?, count: Int) async -> TakenPage {
        let id = news.conversation
        for change in news.changes { await take(change, in: id, as: user) }
        withState { state, _ in
            guard let cached = state.conversations[id] else { return }
            cached.shared.change = max(cached.shared.change, news.number)
        }
        guard let page = news.page else { return .none }
        if let content = page.content {
            if withState({ state, _ in state.bringsMembers(content.messages, in: id) }) {
                guard let user, (try? await readConversation(id, as: user)) != nil else { return .refused }
            }
            return switch update({ state, now in state.take(page, content, of: id, now: now) }) {
            case .taken: content.reach >= count ? .upTo(page.age) : .none
            case .older: .none
            case .refused: .refused
            }
        }
        return withState { state, now in state.confirm(page, of: id, count: count, now: now) }
            ? .upTo(page.age) : .none
    }

    private func take(_ news: SharedNews.Change, in id: ConversationID, as user: UserID?) async {
        let isNew = update { state, now -> (Bool, [Publication]) in
            guard let cached = state.conversations[id], news.number > cached.shared.change else { return (false, []) }
            cached.shared.change = news.number
            guard let change = news.change else { return (false, []) }
            let publications = state.take(change, in: id, now: now)
            if let message = change.message, let serial = cached.feed.touched[message] {
                cached.feed.number(news.number, touch: serial)
            }
            return (true, publications)
        }
        guard isNew else { return }
        // Who takes part is read again; where that fails, the next read of the conversation tells it.
        switch news.change {
        case .joined(let person):
            let isOnline = withState { state, _ in state.isOnline(person) }
            if let reader = isOnline ? person : user { _ = try? await readConversation(id, as: reader) }
        case .pins:
            withState { state, _ in state.conversations[id]?.conversationReadAt = nil }
            if let user { _ = try? await readConversation(id, as: user) }
        case .left(let person):
            if let user, user != person { _ = try? await readConversation(id, as: user) }
        default: break
        }
    }
}
