internal import Chat
internal import ChatRecords
internal import SQLite

extension Statement {
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

    func messageKind(_ column: Int) -> MessageKind? { withText(column) { MessageKind(utf8: $0) } }

    /// One that this version does not know has no rights.
    func role(_ column: Int) -> Role {
        withText(column) { role in
            if role.elementsEqual("member".utf8) { return .member }
            return Role(rawValue: String(decoding: role, as: UTF8.self)) ?? .member
        }
    }

    /// Reads `ChatStore.userColumns` from `column` on.
    func user(from column: Int) throws -> User {
        User(
            id: try identifier(column), alias: text(column + 1), name: text(column + 2),
            avatarURL: optionalText(column + 3), createdAt: timestamp(column + 4))
    }
}
