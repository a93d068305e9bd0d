public import Chat
import Records

extension AccountRegister {
    /// Those of `messages` whose author has removed the preview of their link.
    public func removedPreviews(among messages: [MessageID]) async throws -> Set<MessageID> {
        let rows = try await database.read(
            messages.map {
                RecordQuery("SELECT message_id FROM removed_preview WHERE message_id = $1", $0.description)
            })
        return Set(rows.joined().compactMap { MessageID($0.text(0)) })
    }

    /// Removes the preview of a message's link for everyone, for good.
    public func removePreview(of message: MessageID) async throws {
        try await database.transaction { transaction in
            try await transaction.run(
                "INSERT INTO removed_preview (message_id) VALUES ($1) ON CONFLICT DO NOTHING", message.description)
        }
    }
}
