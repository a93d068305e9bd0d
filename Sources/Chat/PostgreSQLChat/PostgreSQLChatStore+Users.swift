public import Chat
internal import ChatRecords
internal import PostgreSQL

extension PostgreSQLChatStore: UserRepository {
    /// In the order in which they registered.
    public func users() async throws(ChatError) -> [User] {
        let rows = try await run(Query("SELECT \(userColumns) FROM users WHERE deleted_at IS NULL ORDER BY number"))
        return try decode { try rows.map { try $0.user(from: 0) } }
    }

    /// Reads by the beginnings of names and words (`user_names`), not through all people.
    public func users(matching query: SearchQuery?, limit: Int) async throws(ChatError) -> [User] {
        guard let query else {
            // Those who were deleted have no name.
            let rows = try await run(
                Query("SELECT \(userColumns) FROM users WHERE name > '' ORDER BY name, alias LIMIT $1", limit))
            return try decode { try rows.map { try $0.user(from: 0) } }
        }
        let parts = query.terms.map { NameIndex.part(of: $0) }
        let counts = try await run(parts.map { Self.counting($0) }).map { $0.first?.integer(0) ?? 0 }
        guard let rarest = zip(parts, counts).min(by: { $0.1 < $1.1 })?.0 else { return [] }
        let found = try await run([false, true].map { Self.finding(query, by: rarest, isInner: $0, limit: limit) })
        return try decode {
            var seen: Set<UserID> = []
            let people = try found.flatMap { try $0.map { try $0.user(from: 0) } }
            return people.filter { seen.insert($0.id).inserted }.matching(query, limit: limit)
        }
    }

    /// How many parts of names begin so; at most `NameIndex.maximumRead`.
    private static func counting(_ part: String) -> Query {
        Query(
            """
            SELECT count(*) FROM (
                SELECT 1 FROM user_names WHERE is_inner IN (false, true) AND part >= $1 AND part <= $2 LIMIT $3) parts
            """, part, NameIndex.end(of: part), NameIndex.maximumRead)
    }

    private static func finding(_ query: SearchQuery, by part: String, isInner: Bool, limit: Int) -> Query {
        Query(
            """
            SELECT \(userColumns) FROM (
                SELECT user_number, min(part) AS part FROM (
                    SELECT user_number, part FROM user_names WHERE is_inner = $1 AND part >= $2 AND part <= $3
                    ORDER BY part, user_number LIMIT $4) parts
                GROUP BY user_number) found
            JOIN users ON users.number = found.user_number
            WHERE users.folded LIKE ALL ($5::text[]) ORDER BY found.part, users.number LIMIT $6
            """, isInner, part, NameIndex.end(of: part), NameIndex.maximumRead,
            TextArray(query.terms.map { containing($0) }), limit)
    }

    public func user(_ id: UserID) async throws(ChatError) -> User {
        let rows = try await run(.user(id))
        return try decode { try rows.onlyUser() }
    }

    public func user(alias: Alias) async throws(ChatError) -> User {
        let rows = try await run(Query("SELECT \(userColumns) FROM users WHERE alias = $1", alias.description))
        return try decode { try rows.onlyUser() }
    }

    public func register(_ new: NewUser) async throws(ChatError) -> User {
        let (id, alias, name) = (UserID.random(), new.alias.description, new.name.description)
        let parts = NameIndex.parts(of: [name, alias])
        let query = Query(
            """
            WITH registered AS (
                INSERT INTO users (id, alias, name, folded, avatar_url, created_at)
                VALUES ($1, $2, $3, $4, $5, coalesce($6::bigint, milliseconds_now())) RETURNING number, created_at),
            named AS (
                INSERT INTO user_names (is_inner, part, user_number)
                SELECT part.is_inner, part.part, registered.number
                FROM registered, unnest($7::boolean[], $8::text[]) AS part (is_inner, part) ON CONFLICT DO NOTHING)
            SELECT created_at FROM registered
            """, id.description, alias, name, foldedNames(name, alias), new.avatarURL, now,
            TextArray(parts.map { $0.isInner ? "t" : "f" }), TextArray(parts.map(\.part)))
        let rows: Rows
        do { rows = try await database.run(query) } catch  where error.isUniqueViolation {
            throw ChatError(.aliasTaken, during: "register")
        } catch { throw ChatError(error, during: "register") }
        return User(
            id: id, alias: alias, name: name, avatarURL: new.avatarURL,
            createdAt: rows.first?.timestamp(0) ?? Timestamp(milliseconds: 0))
    }
}

/// What the column `users.folded` has.
func foldedNames(_ name: String, _ alias: String) -> String { "\(FoldedText(name)) \(FoldedText(alias))" }

/// The pattern for `LIKE` of what contains a folded word.
func containing(_ word: String) -> String {
    var pattern = "%"
    for scalar in word.unicodeScalars {
        if scalar == "%" || scalar == "_" || scalar == "\\" { pattern.unicodeScalars.append("\\") }
        pattern.unicodeScalars.append(scalar)
    }
    return pattern + "%"
}

extension Query {
    static func user(_ id: UserID) -> Query {
        Query("SELECT \(userColumns) FROM users WHERE id = $1 AND deleted_at IS NULL", id.description)
    }
}

extension Rows {
    /// - Throws: `ChatError.Reason.notFound` where there is none.
    func onlyUser() throws -> User {
        guard let row = first else { throw ChatError.Reason.notFound }
        return try row.user(from: 0)
    }
}
