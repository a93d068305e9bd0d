import Bytes
public import Chat
import Records

extension AccountRegister {
    /// The notification settings that a person has chosen.
    public struct KeptNotifications: Sendable, Equatable {
        public let settings: NotificationSettings
        /// Whether the person's sign-in service has them, too. Of no meaning where it keeps no settings.
        public let areAtService: Bool

        public init(_ settings: NotificationSettings, areAtService: Bool) {
            self.settings = settings
            self.areAtService = areAtService
        }
    }

    /// `nil` for a person who has chosen none yet.
    public func notifications(of user: UserID) async throws -> KeptNotifications? {
        try await database.notifications(of: user)
    }

    public func set(_ notifications: KeptNotifications, of user: UserID) async throws {
        try await database.transaction { try await $0.set(notifications, of: user) }
    }

    /// Replaces the settings unless they have changed since they were read.
    ///
    /// - Parameter former: what was read.
    /// - Returns: what is kept now.
    public func replace(
        _ former: KeptNotifications?, by notifications: KeptNotifications, of user: UserID
    ) async throws -> KeptNotifications {
        try await database.transaction { transaction in
            let kept = try await transaction.notifications(of: user)
            if let kept, kept != former { return kept }
            try await transaction.set(notifications, of: user)
            return notifications
        }
    }
}

extension RecordReader {
    fileprivate func notifications(of user: UserID) async throws -> AccountRegister.KeptNotifications? {
        try await row("SELECT settings, is_at_service FROM notification_settings WHERE user_id = $1", user.description)
        {
            row in
            JSON(parsing: Array(row.text(0).utf8)).flatMap { NotificationSettings($0) }.map {
                AccountRegister.KeptNotifications($0, areAtService: row.integer(1) != 0)
            }
        }.flatMap { $0 }
    }

}

extension RecordTransaction {
    fileprivate func set(_ notifications: AccountRegister.KeptNotifications, of user: UserID) async throws {
        try await run(
            """
            INSERT INTO notification_settings (user_id, settings, is_at_service) VALUES ($1, $2, $3)
            ON CONFLICT (user_id) DO UPDATE SET settings = excluded.settings, is_at_service = excluded.is_at_service
            """, user.description, String(decoding: notifications.settings.json.bytes, as: UTF8.self),
            notifications.areAtService)
    }
}
