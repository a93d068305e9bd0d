import Records

/// The secrets in the database were encrypted with another key.
public struct ForeignVaultKey: Error, Hashable, Sendable, CustomStringConvertible {
    public init() {}

    public var description: String {
        "the secrets in the database were sealed with another key: give this process the key of the others"
    }
}

extension AccountsDatabase {
    /// Whether `vault` has the key of the installation; `nil` where no process has settled one yet. Changes nothing.
    public func isOpened(by vault: Vault) async throws -> Bool? {
        let kept = try await database.row("SELECT sealed FROM installation") { $0.blob(0) }
        return kept.map { (try? vault.open($0, as: .installation)) != nil }
    }

    /// Checks that `vault` has the key of the installation, whose processes share a database of PostgreSQL; the first of
    /// them settles it. Does nothing for SQLite, where the key is beside the database.
    ///
    /// - Throws: `ForeignVaultKey`; as `RecordDatabase.transaction`.
    public func claim(_ vault: Vault) async throws {
        guard isShared else { return }
        try await database.transaction { transaction in
            let kept = try await transaction.row("SELECT sealed FROM installation") { $0.blob(0) }
            if let kept, (try? vault.open(kept, as: .installation)) == nil { throw ForeignVaultKey() }
            // Sealed anew with the newest key, so that a former one can be given up.
            try await transaction.run(
                """
                INSERT INTO installation (number, sealed) VALUES (1, $1)
                ON CONFLICT (number) DO UPDATE SET sealed = excluded.sealed
                """, vault.seal([], as: .installation))
        }
    }
}

extension Vault.Label {
    fileprivate static var installation: Vault.Label { Vault.Label("installation", owner: []) }
}
