public import Chat
import Records

// The emoji of the place, in the table `custom_emoji`.
extension AccountRegister {
    public enum EmojiAddition: Sendable {
        case added
        /// There is one of this name.
        case taken
        /// There are as many as there may be.
        case tooMany
    }

    /// All, by name.
    public func customEmoji() async throws -> [CustomEmoji] {
        try await database.rows("SELECT name, id FROM custom_emoji ORDER BY name") { row in
            EmojiName(row.text(0)).flatMap { name in
                PictureID(row.text(1)).map { CustomEmoji(name: name, picture: $0) }
            }
        }.compactMap(\.self)
    }

    /// The bytes of a picture; `nil` where there is none of this id.
    public func emojiPicture(_ id: PictureID) async throws -> [UInt8]? {
        try await database.row("SELECT content FROM custom_emoji WHERE id = $1", id.description) { $0.blob(0) }
    }

    /// - Parameter content: at most `CustomEmoji.maximumBytes`.
    public func add(_ emoji: CustomEmoji, _ content: [UInt8]) async throws -> EmojiAddition {
        let now = clock.now().milliseconds
        return try await database.transaction { transaction in
            let names = try await transaction.rows("SELECT name FROM custom_emoji") { $0.text(0) }
            guard !names.contains(emoji.name.description) else { return .taken }
            guard names.count < CustomEmoji.maximum else { return .tooMany }
            try await transaction.run(
                "INSERT INTO custom_emoji (name, id, content, made_at) VALUES ($1, $2, $3, $4)",
                emoji.name.description, emoji.picture.description, content, now)
            return .added
        }
    }

    /// Where it was removed already, nothing changes.
    public func remove(_ name: EmojiName) async throws {
        try await database.transaction { transaction in
            try await transaction.run("DELETE FROM custom_emoji WHERE name = $1", name.description)
        }
    }
}
