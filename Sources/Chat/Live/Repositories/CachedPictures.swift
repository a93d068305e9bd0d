import Chat

/// The pictures of people and groups, always asked for; that there is another one is published.
struct CachedPictures: PictureRepository {
    let live: Live

    var isThere: Bool { live.upstream.pictures.isThere }

    func picture(_ id: PictureID, as user: UserID) async throws(ChatError) -> StoredPicture {
        try await live.upstream.pictures.picture(id, as: user)
    }

    /// Before a backend that is asked again anyway, the next reads of the person's conversations bring it.
    func set(_ picture: StoredPicture?, of user: UserID) async throws(ChatError) {
        try await live.upstream.pictures.set(picture, of: user)
        guard live.isAuthoritative else { return }
        // The picture is set; what can't be listed now shows it when it is read again.
        guard let conversations = try? await live.upstream.conversations.conversationIDs(of: user) else { return }
        await live.reread(conversations)
    }

    func set(_ picture: StoredPicture?, of conversation: ConversationID, as user: UserID)
        async throws(ChatError)
    {
        try await live.writing(in: conversation) { () async throws(ChatError) in
            try await live.upstream.pictures.set(picture, of: conversation, as: user)
            await live.readAfterGroupChange(in: conversation, as: user)
        }
    }
}
