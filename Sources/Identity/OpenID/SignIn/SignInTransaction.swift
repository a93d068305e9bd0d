public import Chat
public import Cryptography

/// An open sign-in at a provider, bound to a browser, usable once within ten minutes.
public struct SignInTransaction: Sendable, Equatable {
    public static let lifetime = Duration.seconds(600)
    private static let randomBytes = 32

    /// Identifies the transaction in the callback.
    public let state: String
    /// Binds the ID token to this transaction. If the provider's `nonceForm` is a hash, this is the hashed value.
    public let nonce: Secret
    /// The PKCE code verifier.
    public let verifier: Secret
    public let provider: ProviderID
    /// The issuer at the start, or the name that makes its subjects unique. The provider's configuration may change
    /// during a sign-in.
    public let issuer: String
    /// The path within the site to return to.
    public let returnPath: String
    /// Further data of the caller.
    public let memo: String
    /// The hash of the `BrowserKey`.
    public let browser: [UInt8]
    public let expiresAt: Timestamp
    /// The stored response, if it arrived without the cookie.
    var parked: StoredAuthorizationResponse?
}

extension SignInTransaction {
    /// A new transaction.
    public init(
        provider: ProviderID, issuer: String, returnPath: String, memo: String = "", browser: BrowserKey,
        now: Timestamp
    ) {
        self.init(
            state: Secret.random(bytes: Self.randomBytes).revealed, nonce: .random(bytes: Self.randomBytes),
            verifier: .random(bytes: PKCE.verifierBytes), provider: provider, issuer: issuer,
            returnPath: returnPath, memo: memo, browser: browser.hash, expiresAt: now.adding(Self.lifetime))
    }

    /// Whether a browser with `key` may complete it at `now`.
    func isGood(for key: BrowserKey, at provider: ProviderID, now: Timestamp) -> Bool {
        ConstantTime.areEqual(browser, key.hash) && provider == self.provider && now < expiresAt
    }
}

/// Stores transactions until their callbacks.
public protocol TransactionStore: Sendable {
    func keep(_ transaction: SignInTransaction) async throws

    /// Replaces the transaction with `state` atomically, unless `change` returns `nil`.
    /// - Returns: whether it was replaced.
    func replace(
        state: String, _ change: @escaping @Sendable (SignInTransaction) -> SignInTransaction?
    ) async throws -> Bool

    /// Removes and returns the transaction with `state`.
    func take(state: String) async throws -> SignInTransaction?
}

extension TransactionStore {
    /// Consumes the transaction of a callback with `state`, even if it turns out to be invalid.
    ///
    /// - Throws: `ProviderError` with `noTransaction` if there is none, or if it has expired or belongs to another
    ///   browser or provider; the store's own errors.
    public func redeem(
        state: String, at provider: ProviderID, browser: BrowserKey?, now: Timestamp
    ) async throws -> SignInTransaction {
        guard let transaction = try await take(state: state), let browser,
            transaction.isGood(for: browser, at: provider, now: now)
        else { throw ProviderError(.noTransaction, during: .callback, at: provider) }
        return transaction
    }
}
