public import Chat
import OneTimePasswords
import SQLite

/// The second factors of people: codes of authenticator apps, passkeys, recovery codes; and remembered browsers.
public struct Factors: Sendable {
    let database: Database
    let vault: Vault
    let clock: Clock

    /// - Parameter vault: encrypts the secrets of authenticator apps.
    public init(_ accounts: AccountsDatabase, vault: Vault, clock: Clock = .system) {
        database = accounts.database
        self.vault = vault
        self.clock = clock
    }

    /// The second factors of a person.
    public struct Summary: Sendable, Equatable {
        /// When the authenticator app was confirmed; `nil` without one.
        public let authenticatorSince: Timestamp?
        public let passkeys: [Passkey]
        /// The number of unused codes.
        public let recoveryCodes: Int
        public let devices: [RememberedDevice]

        public var hasSecondFactor: Bool { authenticatorSince != nil || !passkeys.isEmpty }
    }

    public func summary(of user: UserID) throws -> Summary {
        let now = clock.now()
        return try database.read { connection in
            Summary(
                authenticatorSince: try connection.authenticatorSince(user),
                passkeys: try connection.passkeys(of: user),
                recoveryCodes: try connection.recoveryCodes(of: user),
                devices: try connection.devices(of: user, now: now))
        }
    }

    /// What follows a successful first factor of `user`.
    ///
    /// - Parameters:
    ///   - provesSecondFactor: whether the sign-in method has verified a second factor itself.
    ///   - device: the browser's token from `remember`.
    public func decision(
        for user: UserID, provesSecondFactor: Bool, device: SessionToken?, _ policy: FactorPolicy
    ) async throws -> FactorDecision {
        guard policy.isOn else { return .admitted }
        let now = clock.now()
        return try await database.write { connection in
            let isAdmin = try connection.isAdmin(user)
            let need = policy.need(isAdmin: isAdmin)
            guard need != .off else { return .admitted }
            guard try !connection.hasSecondFactor(user) else {
                let isKnown = try device.map { try connection.use($0, of: user, now: now) } ?? false
                return provesSecondFactor ? .admitted : isKnown ? .remembered : .pending(.proof)
            }
            guard need == .required, !provesSecondFactor else { return .admitted }
            let end = try connection.graceBegan(user, now: now).adding(policy.grace)
            return now < end ? .admittedUntil(end) : .pending(.enrolment)
        }
    }

    /// Removes all factors of a person who has lost them. Does not end their sessions.
    /// - Returns: whether there were any.
    @discardableResult
    public func reset(_ user: UserID) async throws -> Bool {
        try await database.write { connection in
            let hadAny = try connection.hasSecondFactor(user)
            for table in ["authenticator", "passkey"] {
                try connection.run("DELETE FROM \(table) WHERE user_id = ?", user.description)
            }
            try connection.forgetLeftovers(of: user)
            return hadAny
        }
    }
}

extension Connection {
    fileprivate mutating func isAdmin(_ user: UserID) throws -> Bool {
        try row("SELECT 1 FROM account WHERE user_id = ? AND role = 'admin'", user.description) { _ in true } ?? false
    }

    mutating func hasSecondFactor(_ user: UserID) throws -> Bool {
        if try authenticatorSince(user) != nil { return true }
        return try row("SELECT 1 FROM passkey WHERE user_id = ?", user.description) { _ in true } ?? false
    }

    /// When the person's grace period started; starts it if needed.
    fileprivate mutating func graceBegan(_ user: UserID, now: Timestamp) throws -> Timestamp {
        try run(
            "INSERT INTO factor_grace (user_id, began_at) VALUES (?, ?) ON CONFLICT (user_id) DO NOTHING",
            user.description, now.milliseconds)
        return try row("SELECT began_at FROM factor_grace WHERE user_id = ?", user.description) { row in
            row.timestamp(0)
        } ?? now
    }

    /// Deletes what is useless without a second factor: recovery codes and remembered browsers.
    mutating func forgetLeftovers(of user: UserID) throws {
        guard try !hasSecondFactor(user) else { return }
        try run("DELETE FROM recovery_code WHERE user_id = ?", user.description)
        try run("DELETE FROM remembered_device WHERE user_id = ?", user.description)
    }
}
