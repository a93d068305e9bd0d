public import Chat
internal import ChatRecords
internal import SQLite

extension ChatStore: PictureRepository {
    public func picture(_ id: PictureID, as user: UserID) async throws(ChatError) -> StoredPicture {
        try read { connection in
            let content = try connection.row(
                """
                SELECT content FROM pictures WHERE id = ?1 AND (conversation IS NULL OR EXISTS (
                    SELECT 1 FROM participants
                    WHERE conversation = pictures.conversation AND participants.user = ?2 AND left_at IS NULL))
                """, id.description, user.description
            ) { $0.blob(0) }
            guard let picture = content.flatMap({ StoredPicture($0) }) else { throw ChatError.Reason.notFound }
            return picture
        }
    }

    public func set(_ picture: StoredPicture?, of user: UserID) async throws(ChatError) {
        try await write { connection in
            let number = try connection.number(of: try connection.user(user).id)
            try connection.run("DELETE FROM pictures WHERE user = ?", user.description)
            let id = picture.map { _ in PictureID.random() }
            if let picture, let id {
                try connection.run(
                    "INSERT INTO pictures (id, user, content) VALUES (?, ?, ?)", id.description, user.description,
                    picture.content)
            }
            try connection.run("UPDATE users SET avatar_url = ? WHERE number = ?", id?.avatarURL, number)
        }
    }

    public func set(_ picture: StoredPicture?, of conversation: ConversationID, as user: UserID)
        async throws(ChatError)
    {
        let now = clock.now()
        try await write { connection in
            try connection.requireAdmin(user, of: conversation)
            let place = conversation.description
            let had = try connection.row("SELECT picture FROM conversations WHERE id = ?", place) { !$0.isNull(0) }
            guard picture != nil || had == true else { return }
            try connection.run("DELETE FROM pictures WHERE conversation = ?", place)
            let id = picture.map { _ in PictureID.random() }
            if let picture, let id {
                try connection.run(
                    "INSERT INTO pictures (id, conversation, content) VALUES (?, ?, ?)", id.description, place,
                    picture.content)
            }
            try connection.run("UPDATE conversations SET picture = ? WHERE id = ?", id?.description, place)
            try connection.insert(.picture, by: user, into: conversation, at: now)
        }
    }
}
