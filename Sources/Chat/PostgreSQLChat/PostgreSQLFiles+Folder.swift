internal import Chat
internal import Files
internal import PostgreSQL

extension PostgreSQLFiles {
    /// Finds out whether the folder can be written to, and is that of all processes which use the database: else what one
    /// takes another would not find, and a sweep would delete what belongs to another database. The first process settles
    /// which folder it is.
    /// - Throws: `ForeignFolder`; `ChatError`.
    public func claim() async throws {
        try await store.inFolder(FolderWork.copying, during: "claim") { [folder] in try folder.checkWritable() }
        for _ in 0..<Self.claimAttempts {
            do { return try await claimOnce() } catch ForeignFolder.other {
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
                // Not before: sites that start at the same time name the folder one after the other.
                let found = try await store.inFolder(FolderWork.naming, during: "claim") { [folder] in
                    folder.identity
                }
                switch (rows[1].first?.text(0), found) {
                case (let known?, let found?) where known == found: break
                case (let known?, _): throw ForeignFolder.other(than: known)
                case (nil, _?): throw ForeignFolder.ofAnother
                case (nil, nil):
                    let identity = UserID.random().description
                    try await transaction.run(Query("INSERT INTO file_folder (identity) VALUES ($1)", identity))
                    try await store.inFolder(FolderWork.naming, during: "claim") { [folder] in
                        try folder.identify(as: identity)
                    }
                }
            }
        } catch let error as ForeignFolder {
            throw error
        } catch {
            throw ChatError(error, during: "claim")
        }
    }
}

/// A folder is not that of the sites on a database.
public enum ForeignFolder: Error, Hashable, CustomStringConvertible {
    /// The database knows a folder with another name.
    case other(than: String)
    /// The database knows none, and the folder has a name.
    case ofAnother

    public var description: String {
        let file = ContentFolder.identityName
        return switch self {
        case .other(let identity):
            """
            it is not the folder of the other sites on this database, or not mounted. If it is the right one, write \
            \(identity) into the file \(file) in it
            """
        case .ofAnother:
            "it belongs to the sites on another database. If it does not any more, delete the file \(file) in it"
        }
    }
}
