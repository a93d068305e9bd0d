import Bytes
public import Chat
import SQLite

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
    public func notifications(of user: UserID) throws -> KeptNotifications? {
        try database.read { try $0.notifications(of: user) }
    }

    public func set(_ notifications: KeptNotifications, of user: UserID) async throws {
        try await database.write { try $0.set(notifications, of: user) }
    }

    /// Replaces the settings unless they have changed since they were read.
    ///
    /// - Parameter former: what was read.
    /// - Returns: what is kept now.
    public func replace(
        _ former: KeptNotifications?, by notifications: KeptNotifications, of user: UserID
    ) async throws -> KeptNotifications {
        try await database.write { connection in
            let kept = try connection.notifications(of: user)
            if let kept, kept != former { return kept }
            try connection.set(notifications, of: user)
            return notifications
        }
    }
}

extension Connection {
    fileprivate mutating func notifications(of user: UserID) throws -> AccountRegister.KeptNotifications? {
        try row("SELECT settings, is_at_service FROM notification_settings WHERE user_id = ?", user.description) {
            row in
            JSON(parsing: Array(row.text(0).utf8)).flatMap { NotificationSettings($0) }.map {
                AccountRegister.KeptNotifications($0, areAtService: row.integer(1) != 0)
            }
        }.flatMap { $0 }
    }

    fileprivate mutating func set(_ notifications: AccountRegister.KeptNotifications, of user: UserID) throws {
        try run(
            """
            INSERT INTO notification_settings (user_id, settings, is_at_service) VALUES (?, ?, ?)
            ON CONFLICT (user_id) DO UPDATE SET settings = excluded.settings, is_at_service = excluded.is_at_service
            """, user.description, String(decoding: notifications.settings.json.bytes, as: UTF8.self),
            notifications.areAtService ? 1 : 0)
    }
}
