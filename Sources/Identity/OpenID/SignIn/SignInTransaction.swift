public import Chat
public import Cryptography

/// A sign-in on its way through a provider: begun in one browser, good once, and for ten minutes.
public struct SignInTransaction: Sendable, Equatable {
    public static let lifetime = Duration.seconds(600)
    private static let randomBytes = 32

    /// Finds the transaction again when the browser comes back.
    public let state: String
    /// Binds the ID token to this transaction. Where the provider's `nonceForm` is a hash, this is what was hashed.
    public let nonce: Secret
    /// PKCE's secret.
    public let verifier: Secret
    public let provider: ProviderID
    /// Whom the browser was sent to: the provider's issuer, or the name under which its subjects are unique. What has
    /// the provider's name in the settings may be somebody else by the time that the browser is back.
    public let issuer: String
    /// Where the person wanted to go.
    public let returnPath: String
    /// What else whoever began it wants to find again.
    public let memo: String
    /// The hash of the `BrowserKey` that it is bound to.
    public let browser: [UInt8]
    public let expiresAt: Timestamp
    /// What the provider has answered already, where that came without the browser's cookie.
    var parked: ParkedAnswer?

    /// A new one.
    public init(
        provider: ProviderID, issuer: String, returnPath: String, memo: String = "", browser: BrowserKey,
        now: Timestamp
    ) {
        self.init(
            state: Secret.random(bytes: Self.randomBytes).revealed, nonce: .random(bytes: Self.randomBytes),
            verifier: .random(bytes: PKCE.verifierBytes), provider: provider, issuer: issuer,
            returnPath: returnPath, memo: memo, browser: browser.hash, expiresAt: now.adding(Self.lifetime))
    }

    /// One that a store has kept.
    public init(
        state: String, nonce: Secret, verifier: Secret, provider: ProviderID, issuer: String, returnPath: String,
        memo: String = "", browser: [UInt8], expiresAt: Timestamp
    ) {
        self.state = state
        self.nonce = nonce
        self.verifier = verifier
        self.provider = provider
        self.issuer = issuer
        self.returnPath = returnPath
        self.memo = memo
        self.browser = browser
        self.expiresAt = expiresAt
    }

    /// Whether a browser with `key` may finish it at `now`.
    func isGood(for key: BrowserKey, at provider: ProviderID, now: Timestamp) -> Bool {
        ConstantTime.areEqual(browser, key.hash) && provider == self.provider && now < expiresAt
    }
}

/// Keeps transactions until their browsers come back.
public protocol TransactionStore: Sendable {
    func keep(_ transaction: SignInTransaction) async throws

    /// Puts another transaction in the place of the one with `state`, in one step; nothing where `change` gives none.
    /// - Returns: whether there was one, and another took its place.
    func replace(state: String, _ change: (SignInTransaction) -> SignInTransaction?) async throws -> Bool

    /// The transaction with `state`, which the store no longer has afterwards: a second call finds nothing.
    func take(state: String) async throws -> SignInTransaction?
}

extension TransactionStore {
    /// The transaction that `callback` belongs to; see the other one of that name.
    public func redeem(
        _ callback: CallbackAnswer, at provider: ProviderID, browser: BrowserKey?, now: Timestamp
    ) async throws -> SignInTransaction {
        try await redeem(state: callback.state, at: provider, browser: browser, now: now)
    }

    /// The transaction that the callback with `state` belongs to. It is used up, also where it turns out not to be good.
    ///
    /// - Throws: `ProviderError` with `noTransaction` where there is none, where it is over, or where it was begun in
    ///   another browser or at another provider; the store's own errors.
    public func redeem(
        state: String, at provider: ProviderID, browser: BrowserKey?, now: Timestamp
    ) async throws -> SignInTransaction {
        guard let transaction = try await take(state: state), let browser,
            transaction.isGood(for: browser, at: provider, now: now)
        else { throw ProviderError(.noTransaction, during: .callback, at: provider) }
        return transaction
    }
}
