public import Chat
import OneTimePasswords
import Records

/// The second factors of people: codes of authenticator apps, passkeys, recovery codes; and remembered browsers.
public struct Factors: Sendable {
    let database: RecordDatabase
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

    public func summary(of user: UserID) async throws -> Summary {
        let now = clock.now()
        let found = try await database.read([
            .authenticatorSince(user), .passkeys(of: user), .recoveryCodes(of: user), .devices(of: user, now: now),
        ])
        return Summary(
            authenticatorSince: found[0].first?.optionalTimestamp(0), passkeys: found[1].compactMap { Passkey($0) },
            recoveryCodes: found[2].first.map { Int($0.integer(0)) } ?? 0,
            devices: found[3].map { RememberedDevice($0) })
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
        return try await database.transaction { transaction in
            let isAdmin = try await transaction.isAdmin(user)
            let need = policy.need(isAdmin: isAdmin)
            guard need != .off else { return .admitted }
            guard try await !transaction.hasSecondFactor(user) else {
                var isKnown = false
                if let device { isKnown = try await transaction.use(device, of: user, now: now) }
                return provesSecondFactor ? .admitted : isKnown ? .remembered : .pending(.proof)
            }
            guard need == .required, !provesSecondFactor else { return .admitted }
            let end = try await transaction.graceBegan(user, now: now).adding(policy.grace)
            return now < end ? .admittedUntil(end) : .pending(.enrolment)
        }
    }

    /// Removes all factors of a person who has lost them. Does not end their sessions.
    /// - Returns: whether there were any.
    @discardableResult
    public func reset(_ user: UserID) async throws -> Bool {
        try await database.transaction { transaction in
            let hadAny = try await transaction.hasSecondFactor(user)
            for table in ["authenticator", "passkey"] {
                try await transaction.run("DELETE FROM \(table) WHERE user_id = $1", user.description)
            }
            try await transaction.forgetLeftovers(of: user)
            return hadAny
        }
    }
}

extension RecordTransaction {
    fileprivate func isAdmin(_ user: UserID) async throws -> Bool {
        try await exists("SELECT 1 FROM account WHERE user_id = $1 AND role = 'admin'", user.description)
    }

    func hasSecondFactor(_ user: UserID) async throws -> Bool {
        if try await authenticatorSince(user) != nil { return true }
        return try await exists("SELECT 1 FROM passkey WHERE user_id = $1", user.description)
    }

    /// When the person's grace period started; starts it if needed.
    fileprivate func graceBegan(_ user: UserID, now: Timestamp) async throws -> Timestamp {
        try await run(
            "INSERT INTO factor_grace (user_id, began_at) VALUES ($1, $2) ON CONFLICT (user_id) DO NOTHING",
            user.description, now.milliseconds)
        return try await row("SELECT began_at FROM factor_grace WHERE user_id = $1", user.description) { row in
            row.timestamp(0)
        } ?? now
    }

    /// Deletes what is useless without a second factor: recovery codes and remembered browsers.
    func forgetLeftovers(of user: UserID) async throws {
        guard try await !hasSecondFactor(user) else { return }
        try await run("DELETE FROM recovery_code WHERE user_id = $1", user.description)
        try await run("DELETE FROM remembered_device WHERE user_id = $1", user.description)
    }
}
