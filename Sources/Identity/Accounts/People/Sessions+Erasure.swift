public import Chat
import OpenID
import Records

extension Sessions {
    /// Deletes all that this database holds of a person, in one transaction: sessions, linked identities, factors,
    /// remembered browsers, links, the role. Queues the revocation of credentials and the withdrawal of consents.
    ///
    /// - Returns: the sessions that had not expired.
    public func erase(_ user: UserID) async throws -> [EndedSession] {
        let now = clock.now()
        let ended = try await database.transaction { transaction in
            let ended = try await self.end(.all(of: user), revokesCredentials: true, now, transaction)
            let identities = try await transaction.rows(
                "SELECT issuer, subject FROM identity WHERE user_id = $1", user.description
            ) { row in Identity(issuer: row.text(0), subject: row.text(1)) }
            for identity in identities.compactMap(\.self) {
                try await self.withdrawConsent(of: identity, by: user, now, transaction)
            }
            for table in Self.tablesOfPeople {
                try await transaction.run("DELETE FROM \(table) WHERE user_id = $1", user.description)
            }
            try await transaction.run("DELETE FROM blocked_person WHERE blocked_id = $1", user.description)
            try await transaction.run("DELETE FROM message_report WHERE author_id = $1", user.description)
            return ended
        }
        forget(ended: ended.map(\.id))
        return ended
    }

    /// The tables, beside `session`, whose rows belong to one person.
    private static let tablesOfPeople = [
        "identity", "authenticator", "recovery_code", "passkey", "remembered_device", "factor_grace", "one_time_link",
        "account", "notification_settings", "appearance_settings", "notification_level",
        "pinned_conversation", "blocked_person", "message_report",
        "self_description", "scheduled_message",
    ]

    /// Sessions show the name and the alias that their person has now.
    public func rename(_ user: User) async throws {
        try await database.transaction { transaction in
            try await transaction.run(
                "UPDATE session SET name = $1, alias = $2 WHERE user_id = $3", user.name, user.alias,
                user.id.description)
        }
        forget()
    }
}
