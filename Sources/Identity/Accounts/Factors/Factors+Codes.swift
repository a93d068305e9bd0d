public import Chat
public import OneTimePasswords
import Records

/// The code is invalid or was used before.
public struct WrongCode: Error, Sendable, Equatable {}

extension Factors {
    /// The kind of a valid code.
    public enum CodeUse: Sendable, Equatable {
        case authenticator
        /// A recovery code, which is now used up.
        case recovery(left: Int)
    }

    /// Starts the set-up of an authenticator app, which must be confirmed with a code. Replaces an unconfirmed set-up.
    ///
    /// - Returns: `nil` if there is a confirmed app, which must be removed first.
    public func beginAuthenticator(of user: UserID) async throws -> TOTPSecret? {
        let secret = TOTPSecret.random()
        let sealed = vault.seal(secret.key, as: Self.label(user))
        return try await database.transaction { transaction in
            guard try await transaction.authenticatorSince(user) == nil else { return nil }
            try await transaction.run(
                """
                INSERT INTO authenticator (user_id, sealed) VALUES ($1, $2)
                ON CONFLICT (user_id) DO UPDATE SET sealed = excluded.sealed, last_step = NULL
                """, user.description, sealed)
            return secret
        }
    }

    /// The secret of the unconfirmed app.
    public func begunAuthenticator(of user: UserID) async throws -> TOTPSecret? {
        let sealed = try await database.row(
            "SELECT sealed FROM authenticator WHERE user_id = $1 AND confirmed_at IS NULL", user.description
        ) { $0.blob(0) }
        return try sealed.flatMap { TOTPSecret(key: try vault.open($0, as: Self.label(user))) }
    }

    /// Confirms the app if `code` is valid.
    public func confirmAuthenticator(_ code: String, of user: UserID) async throws -> Bool {
        let now = clock.now()
        return try await database.transaction { transaction in
            guard try await self.take(code, of: user, isConfirmed: false, now: now, transaction) else { return false }
            try await transaction.run(
                "UPDATE authenticator SET confirmed_at = $1 WHERE user_id = $2", now.milliseconds, user.description)
            return true
        }
    }

    /// Removes the app, confirmed or not.
    /// - Returns: whether there was a confirmed one.
    public func removeAuthenticator(of user: UserID) async throws -> Bool {
        try await database.transaction { transaction in
            let hadOne = try await transaction.authenticatorSince(user) != nil
            try await transaction.run("DELETE FROM authenticator WHERE user_id = $1", user.description)
            try await transaction.forgetLeftovers(of: user)
            return hadOne
        }
    }

    /// Consumes a code of the app or a recovery code; each is valid once.
    public func use(_ code: String, of user: UserID) async throws -> CodeUse? {
        let now = clock.now()
        return try await database.transaction { transaction in
            if try await self.take(code, of: user, isConfirmed: true, now: now, transaction) { return .authenticator }
            guard let recovery = RecoveryCode(typed: code) else { return nil }
            let changed = try await transaction.run(
                "DELETE FROM recovery_code WHERE user_id = $1 AND hash = $2", user.description,
                recovery.hash(owner: user.description))
            guard changed > 0 else { return nil }
            return .recovery(
                left: try await transaction.rows(.recoveryCodes(of: user)) { Int($0.integer(0)) }.first ?? 0)
        }
    }

    /// Consumes a code, as a rate-limited attempt.
    public func attempt(_ code: String, of user: UserID) async throws -> AttemptOutcome<CodeUse, WrongCode> {
        try await use(code, of: user).map { .proven($0) } ?? .failed(WrongCode())
    }

    /// Confirms the app, as a rate-limited attempt. Its secret was just shown, so a valid code proves nothing and does
    /// not reset the failures.
    public func attemptConfirmation(_ code: String, of user: UserID) async throws -> AttemptOutcome<Void, WrongCode> {
        try await confirmAuthenticator(code, of: user) ? .notAnAttempt(.success(())) : .failed(WrongCode())
    }

    /// Replaces the recovery codes. The new ones can be shown only now, as only hashes are stored.
    public func renewRecoveryCodes(of user: UserID) async throws -> [RecoveryCode] {
        let codes = RecoveryCode.set()
        try await database.transaction { transaction in
            try await transaction.run("DELETE FROM recovery_code WHERE user_id = $1", user.description)
            for code in codes {
                try await transaction.run(
                    "INSERT INTO recovery_code (user_id, hash) VALUES ($1, $2)", user.description,
                    code.hash(owner: user.description))
            }
        }
        return codes
    }

    /// Whether `code` is valid for the app and newer than the last used one, which it replaces.
    private func take(
        _ code: String, of user: UserID, isConfirmed: Bool, now: Timestamp, _ transaction: any RecordTransaction
    ) async throws -> Bool {
        let kept = try await transaction.row(
            "SELECT sealed, last_step FROM authenticator WHERE user_id = $1 AND confirmed_at IS "
                + (isConfirmed ? "NOT NULL" : "NULL"), user.description
        ) { row in (sealed: row.blob(0), lastStep: row.optionalInteger(1)) }
        guard let kept, let secret = TOTPSecret(key: try vault.open(kept.sealed, as: Self.label(user))),
            let step = secret.step(of: code, at: now.milliseconds / 1_000, after: kept.lastStep)
        else { return false }
        try await transaction.run(
            "UPDATE authenticator SET last_step = $1 WHERE user_id = $2", step, user.description)
        return true
    }

    private static func label(_ user: UserID) -> Vault.Label {
        Vault.Label("authenticator", owner: Array(user.description.utf8))
    }
}

extension RecordQuery {
    static func authenticatorSince(_ user: UserID) -> RecordQuery {
        RecordQuery("SELECT confirmed_at FROM authenticator WHERE user_id = $1", user.description)
    }

    static func recoveryCodes(of user: UserID) -> RecordQuery {
        RecordQuery("SELECT count(*) FROM recovery_code WHERE user_id = $1", user.description)
    }
}

extension RecordTransaction {
    func authenticatorSince(_ user: UserID) async throws -> Timestamp? {
        try await rows(.authenticatorSince(user)) { $0.optionalTimestamp(0) }.first ?? nil
    }
}
