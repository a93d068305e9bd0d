import Bytes
public import Chat
import Records

extension AccountRegister {
    /// The appearance that a person has chosen; `nil` for a person who has chosen none yet.
    public func appearance(of user: UserID) async throws -> AppearanceSettings? {
        try await database.row("SELECT settings FROM appearance_settings WHERE user_id = $1", user.description) { row in
            JSON(parsing: Array(row.text(0).utf8)).flatMap { AppearanceSettings($0) }
        }.flatMap { $0 }
    }

    public func set(_ appearance: AppearanceSettings, of user: UserID) async throws {
        let settings = String(decoding: appearance.json.bytes, as: UTF8.self)
        try await database.transaction { transaction in
            try await transaction.run(
                """
                INSERT INTO appearance_settings (user_id, settings) VALUES ($1, $2)
                ON CONFLICT (user_id) DO UPDATE SET settings = excluded.settings
                """, user.description, settings)
        }
    }
}
