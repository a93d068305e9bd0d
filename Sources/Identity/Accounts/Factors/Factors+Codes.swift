public import Chat
public import OneTimePasswords
import SQLite

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
        return try await database.write { connection in
            guard try connection.authenticatorSince(user) == nil else { return nil }
            try connection.run(
                """
                INSERT INTO authenticator (user_id, sealed) VALUES (?, ?)
                ON CONFLICT (user_id) DO UPDATE SET sealed = excluded.sealed, last_step = NULL
                """, user.description, sealed)
            return secret
        }
    }

    /// The secret of the unconfirmed app.
    public func begunAuthenticator(of user: UserID) throws -> TOTPSecret? {
        let sealed = try database.read { connection in
            try connection.row(
                "SELECT sealed FROM authenticator WHERE user_id = ? AND confirmed_at IS NULL", user.description
            ) { row in row.blob(0) }
        }
        return try sealed.flatMap { TOTPSecret(key: try vault.open($0, as: Self.label(user))) }
    }

    /// Confirms the app if `code` is valid.
    public func confirmAuthenticator(_ code: String, of user: UserID) async throws -> Bool {
        let now = clock.now()
        return try await database.write { connection in
            guard try self.take(code, of: user, isConfirmed: false, now: now, &connection) else { return false }
            try connection.run(
                "UPDATE authenticator SET confirmed_at = ? WHERE user_id = ?", now.milliseconds, user.description)
            return true
        }
    }

    /// Removes the app, confirmed or not.
    /// - Returns: whether there was a confirmed one.
    public func removeAuthenticator(of user: UserID) async throws -> Bool {
        try await database.write { connection in
            let hadOne = try connection.authenticatorSince(user) != nil
            try connection.run("DELETE FROM authenticator WHERE user_id = ?", user.description)
            try connection.forgetLeftovers(of: user)
            return hadOne
        }
    }

    /// Consumes a code of the app or a recovery code; each is valid once.
    public func use(_ code: String, of user: UserID) async throws -> CodeUse? {
        let now = clock.now()
        return try await database.write { connection in
            if try self.take(code, of: user, isConfirmed: true, now: now, &connection) { return .authenticator }
            guard let recovery = RecoveryCode(typed: code) else { return nil }
            try connection.run(
                "DELETE FROM recovery_code WHERE user_id = ? AND hash = ?", user.description,
                recovery.hash(owner: user.description))
            guard connection.changes > 0 else { return nil }
            return .recovery(left: try connection.recoveryCodes(of: user))
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
        try await database.write { connection in
            try connection.run("DELETE FROM recovery_code WHERE user_id = ?", user.description)
            for code in codes {
                try connection.run(
                    "INSERT INTO recovery_code (user_id, hash) VALUES (?, ?)", user.description,
                    code.hash(owner: user.description))
            }
        }
        return codes
    }

    /// Whether `code` is valid for the app and newer than the last used one, which it replaces.
    private func take(
        _ code: String, of user: UserID, isConfirmed: Bool, now: Timestamp, _ connection: inout Connection
    ) throws -> Bool {
        let kept = try connection.row(
            "SELECT sealed, last_step FROM authenticator WHERE user_id = ? AND (confirmed_at IS NOT NULL) = ?",
            user.description, isConfirmed
        ) { row in (sealed: row.blob(0), lastStep: row.optionalInteger(1)) }
        guard let kept, let secret = TOTPSecret(key: try vault.open(kept.sealed, as: Self.label(user))),
            let step = secret.step(of: code, at: now.milliseconds / 1_000, after: kept.lastStep)
        else { return false }
        try connection.run(
            "UPDATE authenticator SET last_step = ? WHERE user_id = ?", step, user.description)
        return true
    }

    private static func label(_ user: UserID) -> Vault.Label {
        Vault.Label("authenticator", owner: Array(user.description.utf8))
    }
}

extension Connection {
    mutating func authenticatorSince(_ user: UserID) throws -> Timestamp? {
        try row("SELECT confirmed_at FROM authenticator WHERE user_id = ?", user.description) { row in
            row.optionalTimestamp(0)
        } ?? nil
    }

    mutating func recoveryCodes(of user: UserID) throws -> Int {
        try row("SELECT count(*) FROM recovery_code WHERE user_id = ?", user.description) { Int($0.integer(0)) } ?? 0
    }
}
