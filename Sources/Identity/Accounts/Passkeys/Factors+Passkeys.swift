public import Chat
import Cryptography
import HTTP
import SQLite
public import WebAuthn

/// A registered passkey.
public struct Passkey: Sendable, Equatable {
    /// The maximum length of its name, in characters (Unicode scalars).
    public static let maximumNameCharacters = 64
    /// The maximum number of passkeys of a person.
    public static let maximumCount = 20

    public let credential: PublicKeyCredential
    public let user: UserID
    /// As chosen by the person.
    public let name: String
    /// The `User-Agent` of the browser that created it.
    public let device: String?
    public let createdAt: Timestamp
    public let lastUsedAt: Timestamp?

    /// The user handle of a person (WebAuthn §14.6.1: without personal data).
    public static func handle(of user: UserID) -> [UInt8] { SHA256.hash(Array("passkeys of \(user)".utf8)) }
}

extension Factors {
    public func passkey(_ id: [UInt8]) throws -> Passkey? {
        try database.read { connection in
            try connection.row("SELECT \(Passkey.columns) FROM passkey WHERE id = ?", id) { row in Passkey(row) }
        } ?? nil
    }

    /// Stores a new passkey.
    ///
    /// - Returns: `false` if the credential is already registered (WebAuthn §7.1 step 22) or the person has
    ///   `Passkey.maximumCount`.
    public func add(
        _ credential: PublicKeyCredential, named name: String, device: String? = nil, to user: UserID
    ) async throws -> Bool {
        let now = clock.now()
        return try await database.write { connection in
            guard try connection.passkeys(of: user).count < Passkey.maximumCount else { return false }
            try connection.run(
                """
                INSERT INTO passkey (id, user_id, name, algorithm, public_key, counter, is_backup_eligible, model,
                    created_at, device)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING
                """, credential.id, user.description, name.prefix(scalars: Passkey.maximumNameCharacters),
                credential.algorithm.rawValue, credential.publicKey, Int64(credential.counter),
                credential.isBackupEligible, credential.authenticatorModel, now.milliseconds,
                device)
            return connection.changes > 0
        }
    }

    /// Records the use of a passkey.
    ///
    /// - Returns: `false` if the counter did not increase, because a clone was used concurrently.
    func used(_ passkey: Passkey, counter: UInt32) async throws -> Bool {
        let now = clock.now()
        return try await database.write { connection in
            try connection.run(
                "UPDATE passkey SET counter = ?1, last_used_at = ?2 WHERE id = ?3 AND (counter < ?1 OR ?1 = 0)",
                Int64(counter), now.milliseconds, passkey.credential.id)
            return connection.changes > 0
        }
    }

    /// - Returns: whether the passkey existed.
    public func removePasskey(_ id: [UInt8], of user: UserID) async throws -> Bool {
        try await database.write { connection in
            try connection.run("DELETE FROM passkey WHERE id = ? AND user_id = ?", id, user.description)
            let isGone = connection.changes > 0
            try connection.forgetLeftovers(of: user)
            return isGone
        }
    }

    /// - Returns: whether the passkey existed.
    public func renamePasskey(_ id: [UInt8], of user: UserID, to name: String) async throws -> Bool {
        try await database.write { connection in
            try connection.run(
                "UPDATE passkey SET name = ? WHERE id = ? AND user_id = ?",
                name.prefix(scalars: Passkey.maximumNameCharacters), id, user.description)
            return connection.changes > 0
        }
    }
}

extension Connection {
    /// The oldest first.
    mutating func passkeys(of user: UserID) throws -> [Passkey] {
        try rows(
            "SELECT \(Passkey.columns) FROM passkey WHERE user_id = ? ORDER BY created_at, id", user.description
        ) { row in Passkey(row) }.compactMap { $0 }
    }
}

extension Passkey {
    fileprivate static let columns =
        "id, user_id, name, algorithm, public_key, counter, is_backup_eligible, model, created_at, last_used_at,"
        + " device"

    fileprivate init?(_ row: borrowing Statement) {
        guard let user = UserID(row.text(1)), let algorithm = CredentialAlgorithm(rawValue: Int(row.integer(3))),
            let counter = UInt32(exactly: row.integer(5))
        else { return nil }
        self.init(
            credential: PublicKeyCredential(
                id: row.blob(0), algorithm: algorithm, publicKey: row.blob(4), counter: counter,
                isBackupEligible: row.integer(6) != 0, authenticatorModel: row.blob(7)),
            user: user, name: row.text(2), device: row.optionalText(10),
            createdAt: row.timestamp(8),
            lastUsedAt: row.optionalTimestamp(9))
    }
}
