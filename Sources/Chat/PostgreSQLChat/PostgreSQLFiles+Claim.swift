internal import Chat
internal import ChatRecords
internal import PostgreSQL

extension PostgreSQLFiles {
    /// Finds out whether contents can be kept, and whether their place is that of all processes which use the database: else
    /// what one takes another would not find, and a sweep would delete what belongs to another database. The first process
    /// settles which place it is.
    /// - Throws: `ForeignFiles`; `ChatError`.
    public func claim() async throws {
        try await contents.checkWritable()
        for _ in 0..<Self.claimAttempts {
            do { return try await claimOnce() } catch let error as ForeignFiles where error.isOther {
                // The folder may have got its name a moment ago, on another machine.
                try await Task.sleep(for: Self.claimPause)
            }
        }
        try await claimOnce()
    }

    /// How often it is looked again whether a folder is the right one, and the time between: a machine may know for some
    /// seconds only that a file of another one was not there (nfs(5), `acregmax`).
    private static let claimAttempts = 5
    private static let claimPause = Duration.seconds(1)

    private func claimOnce() async throws {
        do {
            try await store.database.transaction { transaction in
                let rows = try await transaction.run([
                    Query("LOCK TABLE file_folder IN EXCLUSIVE MODE"), Query("SELECT identity FROM file_folder"),
                ])
                // Not before: sites that start at the same time name the place one after the other.
                let found = try await contents.identity()
                switch (rows[1].first?.text(0), found) {
                case (let known?, let found?) where known == found: break
                case (let known?, _): throw ForeignFiles(contents.kind, .other(than: known))
                case (nil, _?): throw ForeignFiles(contents.kind, .ofAnother)
                case (nil, nil):
                    let identity = UserID.random().description
                    try await transaction.run(Query("INSERT INTO file_folder (identity) VALUES ($1)", identity))
                    try await contents.identify(as: identity)
                }
            }
        } catch let error as ForeignFiles {
            throw error
        } catch {
            throw ChatError(error, during: "claim")
        }
    }
}
