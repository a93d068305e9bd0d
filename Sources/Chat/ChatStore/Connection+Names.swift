internal import Chat
internal import ChatRecords
internal import SQLite

extension Connection {
    /// Adds the name and the alias of a person to the index: for each character the part that begins there.
    mutating func index(_ user: User, as number: Int64) throws {
        for (isInner, part) in NameIndex.parts(of: [user.name, user.alias]) {
            try run("INSERT OR IGNORE INTO user_names (is_inner, part, user) VALUES (?, ?, ?)", isInner, part, number)
        }
    }

    /// Removes what `index` has added for this name and alias.
    mutating func removeNames(of user: User, as number: Int64) throws {
        for (isInner, part) in NameIndex.parts(of: [user.name, user.alias]) {
            try run("DELETE FROM user_names WHERE is_inner = ? AND part = ? AND user = ?", isInner, part, number)
        }
    }

    /// The first people that the query finds: those with a name that begins with its rarest word first.
    mutating func users(matching query: SearchQuery, limit: Int) throws -> [User] {
        let counted = try query.terms.map { word in
            let part = NameIndex.part(of: word)
            return (part: part, count: try countParts(beginningWith: part))
        }
        guard let part = counted.min(by: { $0.count < $1.count })?.part else { return [] }
        var (found, seen, read) = ([User](), Set<UserID>(), 0)
        for isInner in [false, true] {
            try withStatement(
                """
                SELECT \(ChatStore.userColumns) FROM user_names JOIN users ON users.number = user_names.user
                WHERE is_inner = ? AND part BETWEEN ? AND ? ORDER BY part, user_names.user
                """
            ) { statement in
                try statement.bind(isInner, part, NameIndex.end(of: part))
                while found.count < limit, read < NameIndex.maximumRead, try statement.step() {
                    read += 1
                    let user = try statement.user(from: 0)
                    if !seen.contains(user.id), !([user].matching(query, limit: 1).isEmpty) {
                        seen.insert(user.id)
                        found.append(user)
                    }
                }
            }
        }
        return found.matching(query, limit: limit)
    }

    /// How many parts begin so; at most `NameIndex.maximumRead`.
    private mutating func countParts(beginningWith part: String) throws -> Int64 {
        try row(
            """
            SELECT count(*) FROM (
                SELECT 1 FROM user_names WHERE is_inner IN (0, 1) AND part BETWEEN ? AND ? LIMIT ?)
            """, part, NameIndex.end(of: part), NameIndex.maximumRead
        ) { $0.integer(0) } ?? 0
    }
}
