public import Chat
internal import ChatRecords
internal import SQLite
internal import Sending

extension ChatStore {
    public func delete(_ user: UserID, withMessages: Bool) async throws(ChatError) -> [ConversationID] {
        _ = try self.user(user)
        var part: PersonalPart? = .first
        while let now = part { part = try await deleteReactions(of: user, in: now) }
        part = withMessages ? .first : nil
        while let now = part {
            let page = try await messages(of: user, in: now)
            try await delete(page.values.map(\.id))
            part = page.next
        }
        let moment = clock.now()
        let places = try await write { connection in try connection.delete(user, at: moment) }
        await dropReleasedIfPossible()
        return places
    }

    private func deleteReactions(of user: UserID, in part: PersonalPart) async throws(ChatError) -> PersonalPart? {
        try await write { [personalDataLimits] connection in
            let end = part.start + personalDataLimits.rowsInPart
            try connection.run(
                "DELETE FROM reactions WHERE number > ? AND number <= ? AND user = ?", part.start, end,
                user.description)
            let last = try connection.row("SELECT max(number) FROM reactions") { $0.optionalInteger(0) } ?? 0
            return end < last ?? 0 ? PersonalPart(after: end) : nil
        }
    }

    private func delete(_ messages: [MessageID]) async throws(ChatError) {
        let now = clock.now()
        var rest = messages[...]
        while !rest.isEmpty {
            let some = Array(rest.prefix(personalDataLimits.deletedAtOnce))
            rest = rest.dropFirst(some.count)
            try await write { connection in for message in some { try connection.delete(message, at: now) } }
        }
    }
}

extension Connection {
    /// Deletes the person and all that is theirs but messages, with their files, and reactions.
    fileprivate mutating func delete(_ user: UserID, at now: Timestamp) throws -> [ConversationID] {
        let former = try self.user(user)
        let number = try self.number(of: user)
        let places = try rows(
            "SELECT conversation, left_at, id, role, joined_at FROM participants WHERE user = ? ORDER BY number",
            user.description
        ) { row in
            Participant(
                id: try row.identifier(2), conversation: try row.identifier(0), user: former,
                role: row.role(3), joinedAt: row.timestamp(4),
                leftAt: row.optionalTimestamp(1))
        }
        for place in places {
            if place.isActive, try group(ofThread: place.conversation) == nil {
                try insert(.leave, of: user, text: nil, into: place.conversation, at: now)
            }
            try run(
                "DELETE FROM read_marks WHERE conversation = ? AND user = ?", place.conversation.description,
                user.description)
        }
        try run("DELETE FROM participants WHERE user = ?", user.description)
        for place in places where place.isActive { try replaceAdmin(place, at: now) }
        try run("DELETE FROM bookmarks WHERE user = ?", user.description)
        try run("DELETE FROM invites WHERE user = ?", user.description)
        try run("DELETE FROM pictures WHERE user = ?", user.description)
        try run("DELETE FROM files WHERE user = ? AND message IS NULL", user.description)
        try dropDrafts(of: user)
        try removeNames(of: former, as: number)
        try run(
            "UPDATE users SET alias = ?, name = '', avatar_url = NULL, deleted_at = ? WHERE number = ?",
            DeletedUser.aliasPrefix + user.description, now.milliseconds, number)
        return places.map(\.conversation)
    }

    /// The number of a person, who must exist.
    mutating func number(of user: UserID) throws -> Int64 {
        let number = try row("SELECT number FROM users WHERE id = ?", user.description) { $0.integer(0) }
        guard let number else { throw ChatError.Reason.notFound }
        return number
    }
}
