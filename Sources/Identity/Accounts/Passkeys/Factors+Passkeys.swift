public import Chat
import Cryptography
import HTTP
import Records
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
    public func passkey(_ id: [UInt8]) async throws -> Passkey? {
        try await database.row("SELECT \(Passkey.columns) FROM passkey WHERE id = $1", id) { Passkey($0) } ?? nil
    }

    /// Stores a new passkey.
    ///
    /// - Returns: `false` if the credential is already registered (WebAuthn §7.1 step 22) or the person has
    ///   `Passkey.maximumCount`.
    public func add(
        _ credential: PublicKeyCredential, named name: String, device: String? = nil, to user: UserID
    ) async throws -> Bool {
        let now = clock.now()
        return try await database.transaction { transaction in
            guard try await transaction.rows(.passkeys(of: user), map: { $0 }).count < Passkey.maximumCount else {
                return false
            }
            return try await transaction.run(
                """
                INSERT INTO passkey (id, user_id, name, algorithm, public_key, counter, is_backup_eligible, model,
                    created_at, device)
                VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT (id) DO NOTHING
                """, credential.id, user.description, name.prefix(scalars: Passkey.maximumNameCharacters),
                credential.algorithm.rawValue, credential.publicKey, Int64(credential.counter),
                credential.isBackupEligible, credential.authenticatorModel, now.milliseconds,
                device) > 0
        }
    }

    /// Records the use of a passkey.
    ///
    /// - Returns: `false` if the counter did not increase, because a clone was used concurrently.
    func used(_ passkey: Passkey, counter: UInt32) async throws -> Bool {
        let now = clock.now()
        return try await database.transaction { transaction in
            return try await transaction.run(
                "UPDATE passkey SET counter = $1, last_used_at = $2 WHERE id = $3 AND (counter < $1 OR $1 = 0)",
                Int64(counter), now.milliseconds, passkey.credential.id) > 0
        }
    }

    /// - Returns: whether the passkey existed.
    public func removePasskey(_ id: [UInt8], of user: UserID) async throws -> Bool {
        try await database.transaction { transaction in
            let isGone =
                try await transaction.run("DELETE FROM passkey WHERE id = $1 AND user_id = $2", id, user.description)
                > 0
            try await transaction.forgetLeftovers(of: user)
            return isGone
        }
    }

    /// - Returns: whether the passkey existed.
    public func renamePasskey(_ id: [UInt8], of user: UserID, to name: String) async throws -> Bool {
        try await database.transaction { transaction in
            return try await transaction.run(
                "UPDATE passkey SET name = $1 WHERE id = $2 AND user_id = $3",
                name.prefix(scalars: Passkey.maximumNameCharacters), id, user.description) > 0
        }
    }
}

extension RecordQuery {
    /// The oldest first.
    static func passkeys(of user: UserID) -> RecordQuery {
        RecordQuery(
            "SELECT \(Passkey.columns) FROM passkey WHERE user_id = $1 ORDER BY created_at, id", user.description)
    }
}

extension Passkey {
    fileprivate static let columns =
        "id, user_id, name, algorithm, public_key, counter, is_backup_eligible, model, created_at, last_used_at,"
        + " device"

    init?(_ row: Record) {
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
