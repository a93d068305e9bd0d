public import Chat
import Records

extension AccountRegister {
    /// Of how many people the statuses are asked for at once.
    public static let maximumStatuses = 100

    /// What a person tells about themselves, without a status that has ended.
    public func selfDescription(of user: UserID) async throws -> SelfDescription {
        let now = clock.now()
        return try await database.row(
            "SELECT introduction, status, status_until FROM self_description WHERE user_id = $1", user.description
        ) { row in
            SelfDescription(
                introduction: row.optionalText(0).flatMap { Introduction($0) }, status: row.status(1, at: now))
        } ?? SelfDescription()
    }

    /// The statuses of the first `maximumStatuses` of some people, without those that have ended.
    public func statusTexts(of users: [UserID]) async throws -> [UserID: StatusText] {
        let some = users.prefix(Self.maximumStatuses).map(\.description)
        guard !some.isEmpty else { return [:] }
        let now = clock.now()
        let places = (1...some.count).map { "$\($0)" }.joined(separator: ", ")
        let rows = try await database.read([
            RecordQuery(
                """
                SELECT user_id, status, status_until FROM self_description
                WHERE status IS NOT NULL AND user_id IN (\(places))
                """, some)
        ])
        var statuses: [UserID: StatusText] = [:]
        for row in rows[0] {
            if let user = UserID(row.text(0)), let status = row.status(1, at: now) { statuses[user] = status }
        }
        return statuses
    }

    public func set(_ description: SelfDescription, of user: UserID) async throws {
        try await database.transaction { transaction in
            try await transaction.run("DELETE FROM self_description WHERE user_id = $1", user.description)
            guard description != SelfDescription() else { return }
            try await transaction.run(
                """
                INSERT INTO self_description (user_id, introduction, status, status_until) VALUES ($1, $2, $3, $4)
                ON CONFLICT (user_id) DO UPDATE SET introduction = excluded.introduction, status = excluded.status,
                    status_until = excluded.status_until
                """, user.description, description.introduction?.description, description.status?.text,
                description.status?.until?.milliseconds)
        }
    }
}

extension Record {
    /// The status in two columns; `nil` for none, and for one that has ended.
    fileprivate func status(_ column: Int, at now: Timestamp) -> StatusText? {
        guard let text = optionalText(column) else { return nil }
        let until = optionalTimestamp(column + 1)
        guard until.map({ now < $0 }) ?? true else { return nil }
        return StatusText(text, until: until)
    }
}
