public import Chat
internal import ChatRecords
internal import PostgreSQL

extension PostgreSQLChatStore: PictureRepository {
    public func picture(_ id: PictureID, as user: UserID) async throws(ChatError) -> StoredPicture {
        let rows = try await read(
            Query(
                """
                SELECT content FROM pictures WHERE id = $1 AND (conversation_id IS NULL OR EXISTS (
                    SELECT FROM participants
                    WHERE conversation_id = pictures.conversation_id AND participants.user_id = $2
                        AND left_at IS NULL))
                """, id.description, user.description))
        return try decode {
            guard let picture = rows.first.flatMap({ StoredPicture($0.bytes(0)) }) else {
                throw ChatError.Reason.notFound
            }
            return picture
        }
    }

    public func set(_ picture: StoredPicture?, of user: UserID) async throws(ChatError) {
        let conversations = try await transaction { transaction in
            guard try await transaction.run([.locked(user)])[0].first != nil else { throw ChatError.Reason.notFound }
            let id = PictureID.random()
            var queries = [Query("DELETE FROM pictures WHERE user_id = $1", user.description)]
            if let picture {
                queries.append(
                    Query(
                        "INSERT INTO pictures (id, user_id, content) VALUES ($1, $2, $3)", id.description,
                        user.description, picture.content))
            }
            queries.append(
                Query(
                    "UPDATE users SET avatar_url = $1 WHERE id = $2", picture == nil ? nil : id.avatarURL,
                    user.description))
            queries.append(Query("SELECT conversation_id FROM participants WHERE user_id = $1", user.description))
            let rows = try await transaction.run(queries)
            return try rows[rows.count - 1].map { try $0.identifier(0) as ConversationID }
        }
        for conversation in conversations { hints.note(.conversation(conversation)) }
    }

    public func set(_ picture: StoredPicture?, of conversation: ConversationID, as user: UserID)
        async throws(ChatError)
    {
        defer { hints.note(.conversation(conversation)) }
        try await transaction { transaction in
            let group = try await transaction.group(conversation, administeredBy: user)
            guard picture != nil || group.picture != nil else { return }
            let (id, place) = (PictureID.random(), conversation.description)
            var queries = [Query("DELETE FROM pictures WHERE conversation_id = $1", place)]
            if let picture {
                queries.append(
                    Query(
                        "INSERT INTO pictures (id, conversation_id, content) VALUES ($1, $2, $3)", id.description,
                        place, picture.content))
            }
            queries.append(
                Query(
                    "UPDATE conversations SET picture = $1 WHERE id = $2", picture == nil ? nil : id.description,
                    place))
            queries.append(.append(.picture, by: user, to: conversation, now: now))
            _ = try await transaction.run(queries)
        }
    }
}
