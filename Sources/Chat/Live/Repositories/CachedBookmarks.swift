import Chat

/// The bookmarks, from the cache as far as the policy allows.
struct CachedBookmarks: BookmarkRepository {
    let live: Live
    let policy: CachePolicy

    func bookmarks(of user: UserID) async throws(ChatError) -> [BookmarkedMessage] {
        try await live.cached(policy) { state, now, atAnyAge in
            guard let read = state.people[user]?.bookmarks,
                atAnyAge || state.isFresh(read.at, state.limits.personAge, now: now)
            else { return nil }
            return read.value
        } orAsk: { () async throws(ChatError) in
            try await read(of: user)
        }
    }

    func add(bookmark message: MessageID, by user: UserID) async throws(ChatError) -> Bookmark {
        let bookmark = try await live.upstream.bookmarks.add(bookmark: message, by: user)
        invalidate(user)
        return bookmark
    }

    func remove(bookmark message: MessageID, by user: UserID) async throws(ChatError) {
        try await live.upstream.bookmarks.remove(bookmark: message, by: user)
        invalidate(user)
    }

    private func read(of user: UserID) async throws(ChatError) -> [BookmarkedMessage] {
        let before = live.withState { state, _ in state.people[user]?.bookmarksVersion ?? 0 }
        let bookmarks = try await live.recordingOutages { () async throws(ChatError) in
            try await live.upstream.bookmarks.bookmarks(of: user)
        }
        live.withState { state, now in
            guard (state.people[user]?.bookmarksVersion ?? 0) == before else { return }
            let version = state.nextVersion()
            let person = state.cachedPerson(user, now)
            if person.bookmarks?.value != bookmarks { person.bookmarksVersion = version }
            person.bookmarks = CachedPerson.Read(value: bookmarks, at: now)
        }
        return bookmarks
    }

    private func invalidate(_ user: UserID) {
        live.withState { state, now in
            let person = state.cachedPerson(user, now)
            person.bookmarks = nil
            person.bookmarksVersion = state.nextVersion()
        }
    }
}
