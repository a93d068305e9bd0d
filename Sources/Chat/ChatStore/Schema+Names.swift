internal import Chat
internal import SQLite

extension Schema {
    /// The folded parts of people's names and aliases, by which they are found.
    ///
    /// `is_inner` is 0 for the part at the beginning of a name. `indexed_users` holds until which number people have been
    /// indexed, while an earlier database is brought up to date.
    static let names = """
        CREATE TABLE user_names (
            is_inner INTEGER NOT NULL,
            part TEXT NOT NULL,
            user INTEGER NOT NULL REFERENCES users (number),
            PRIMARY KEY (is_inner, part, user)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX users_by_name ON users (name, alias);
        CREATE TABLE indexed_users (number INTEGER NOT NULL) STRICT;
        INSERT INTO indexed_users VALUES (0);
        """

    private static let peopleAtOnce = 1_000

    /// Indexes the names of some people.
    /// - Returns: whether these were the last.
    static func indexNames(_ connection: inout Connection) throws -> Bool {
        let people = try connection.rows(
            """
            SELECT users.number, \(ChatStore.userColumns) FROM users
            WHERE number > (SELECT number FROM indexed_users) ORDER BY number LIMIT ?
            """, peopleAtOnce
        ) { (number: $0.integer(0), user: try $0.user(from: 1)) }
        for (number, user) in people { try connection.index(user, as: number) }
        if let last = people.last { try connection.run("UPDATE indexed_users SET number = ?", last.number) }
        guard people.count < peopleAtOnce else { return false }
        try connection.execute("DROP TABLE indexed_users")
        return true
    }
}
