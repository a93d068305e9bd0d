public import Accounts
public import Chat

/// What proofs beside the way in are made of.
public struct ProofParts: Sendable {
    public var factors: Factors
    public var challenges: PasskeyChallenges
    public var policy: FactorPolicy
    /// Of its own: guessing at codes is only for whoever has proven the first factor, so no stranger slows anybody.
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
