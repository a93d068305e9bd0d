internal import Chat
internal import PostgreSQL

/// The columns that `Row.user(from:)` reads.
let userColumns = "users.id, users.alias, users.name, users.avatar_url, users.created_at"

extension TextArray {
    init(_ identifiers: some Sequence<Identifier<some Any>>) { self.init(identifiers.map(\.description)) }
}

extension Row {
    func identifier<Entity>(_ column: Int) throws -> Identifier<Entity> {
        guard let identifier = withText(column, { Identifier<Entity>(utf8: $0) }) else {
            throw ChatError.Reason.unexpectedAnswer("a stored id is not a UUID")
        }
        return identifier
    }

    func optionalIdentifier<Entity>(_ column: Int) throws -> Identifier<Entity>? {
        isNull(column) ? nil : try identifier(column)
    }

    func timestamp(_ column: Int) -> Timestamp { Timestamp(milliseconds: integer(column)) }

    func optionalTimestamp(_ column: Int) -> Timestamp? { optionalInteger(column).map(Timestamp.init(milliseconds:)) }

    func role(_ column: Int) -> Role { Role(rawValue: text(column)) ?? .member }

    /// Reads `userColumns` from `column` on.
    func user(from column: Int) throws -> User {
        User(
            id: try identifier(column), alias: text(column + 1), name: text(column + 2),
            avatarURL: optionalText(column + 3), createdAt: timestamp(column + 4))
    }
}
