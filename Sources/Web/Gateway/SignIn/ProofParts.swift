public import Accounts
public import Chat

/// What verifies factors beside the sign-in method.
public struct ProofParts: Sendable {
    public var factors: Factors
    public var challenges: PasskeyChallenges
    public var policy: FactorPolicy
    /// Separate from that of the sign-in page: only who has proven the first factor can try codes, so that a stranger
    /// can't slow down others.
    public var attempts: AttemptGuard

    public init(
        _ accounts: AccountsDatabase, vault: Vault, policy: FactorPolicy = FactorPolicy(), clock: Clock = .system
    ) {
        factors = Factors(accounts, vault: vault, clock: clock)
        challenges = PasskeyChallenges(accounts, vault: vault, clock: clock)
        self.policy = policy
        attempts = AttemptGuard(clock: clock)
    }
}
