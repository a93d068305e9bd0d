import Chat

/// The bookmarks, read from the backend each time.
struct ObservedBookmarks: BookmarkRepository {
    let live: Live

    func bookmarks(of user: UserID) async throws(ChatError) -> [BookmarkedMessage] {
        let before = live.know { hub, _ in hub.people[user]?.bookmarksVersion ?? 0 }
        let bookmarks = try await live.noting { () async throws(ChatError) in
            try await live.upstream.bookmarks.bookmarks(of: user)
        }
        live.know { hub, now in
            guard (hub.people[user]?.bookmarksVersion ?? 0) == before else { return }
            let isNew = hub.people[user]?.bookmarks?.value != bookmarks
            let version = hub.nextVersion()
            hub.withPerson(user, now) { state in
                state.bookmarks = PersonState.Read(value: bookmarks, at: now)
                if isNew { state.bookmarksVersion = version }
            }
        }
        return bookmarks
    }

    func add(bookmark message: MessageID, by user: UserID) async throws(ChatError) -> Bookmark {
        let bookmark = try await live.upstream.bookmarks.add(bookmark: message, by: user)
        forget(user)
        return bookmark
    }

    func remove(bookmark message: MessageID, by user: UserID) async throws(ChatError) {
        try await live.upstream.bookmarks.remove(bookmark: message, by: user)
        forget(user)
    }

    private func forget(_ user: UserID) {
        live.know { hub, now in
            let version = hub.nextVersion()
            hub.withPerson(user, now) { state in
                state.bookmarks = nil
                state.bookmarksVersion = version
            }
        }
    }
}

/// The bookmarks, as they are known.
struct KnownBookmarks: BookmarkRepository {
    let live: Live

    private var observed: ObservedBookmarks { ObservedBookmarks(live: live) }

    func bookmarks(of user: UserID) async throws(ChatError) -> [BookmarkedMessage] {
        let (fresh, known) = live.know { hub, now in
            let read = hub.people[user]?.bookmarks
            return (hub.isFresh(read?.at, live.limits.personFreshness, now: now) ? read?.value : nil, read?.value)
        }
        if let fresh { return fresh }
        do throws(ChatError) { return try await observed.bookmarks(of: user) } catch {
            guard error.isOutage, let known else { throw error }
            return known
        }
    }

    func add(bookmark message: MessageID, by user: UserID) async throws(ChatError) -> Bookmark {
        try await observed.add(bookmark: message, by: user)
    }

    func remove(bookmark message: MessageID, by user: UserID) async throws(ChatError) {
        try await observed.remove(bookmark: message, by: user)
    }
}
