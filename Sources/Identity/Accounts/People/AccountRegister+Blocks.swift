public import Chat
import Records

/// Between two people, whether one has blocked the other in direct conversations.
public enum Block: Sendable, Equatable {
    case none
    /// The person has blocked the other one; perhaps that one has blocked them, too.
    case own
    /// The other one has blocked the person.
    case others
}

extension AccountRegister {
    /// How many people one person may block.
    public static let maximumBlocked = 500

    /// Whether `user` has blocked `other`, or is blocked by them.
    public func block(of user: UserID, towards other: UserID) async throws -> Block {
        let rows = try await database.read([
            RecordQuery(
                """
                SELECT user_id FROM blocked_person WHERE user_id = $1 AND blocked_id = $2
                UNION ALL SELECT user_id FROM blocked_person WHERE user_id = $2 AND blocked_id = $1
                """, user.description, other.description)
        ])
        let blockers = rows[0].map { $0.text(0) }
        return blockers.contains(user.description) ? .own : blockers.isEmpty ? .none : .others
    }

    /// Whom a person has blocked, the last one first.
    public func blocked(by user: UserID) async throws -> [UserID] {
        let rows = try await database.read([
            RecordQuery(
                "SELECT blocked_id FROM blocked_person WHERE user_id = $1 ORDER BY blocked_at DESC, blocked_id",
                user.description)
        ])
        return rows[0].compactMap { UserID($0.text(0)) }
    }

    /// Blocks a person, or unblocks them. Doing it again changes nothing.
    /// - Returns: whether it is so now: not where as many are blocked as may be.
    @discardableResult
    public func set(blocked isBlocked: Bool, _ other: UserID, by user: UserID) async throws -> Bool {
        let now = clock.now().milliseconds
        return try await database.transaction { transaction in
            guard isBlocked else {
                try await transaction.run(
                    "DELETE FROM blocked_person WHERE user_id = $1 AND blocked_id = $2", user.description,
                    other.description)
                return true
            }
            let others = try await transaction.rows(
                "SELECT blocked_id FROM blocked_person WHERE user_id = $1", user.description
            ) { $0.text(0) }
            if others.contains(other.description) { return true }
            guard others.count < Self.maximumBlocked else { return false }
            try await transaction.run(
                """
                INSERT INTO blocked_person (user_id, blocked_id, blocked_at) VALUES ($1, $2, $3)
                ON CONFLICT (user_id, blocked_id) DO NOTHING
                """, user.description, other.description, now)
            return true
        }
    }
}
