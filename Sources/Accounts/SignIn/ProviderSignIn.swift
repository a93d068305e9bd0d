public import Chat
public import OpenID

/// A way in through a provider's own pages: the browser goes there, and comes back with an answer.
public struct ProviderSignIn: Sendable {
    /// How its button looks.
    public enum Brand: Sendable, Equatable {
        /// Apple's own wording and looks (Human Interface Guidelines, Sign in with Apple).
        case apple
        case named(String)
    }

    public let id: SignInMethodID
    public let brand: Brand
    /// How it is found out whether a session has ended there.
    public let assurance: Assurance
    let party: RelyingParty
    let transactions: any TransactionStore
    let clock: Clock

    public init(
        _ party: RelyingParty, brand: Brand, assurance: Assurance = .userInfo, transactions: any TransactionStore,
        clock: Clock = .system
    ) {
        self.assurance = assurance
        id = SignInMethodID(party.provider.id)
        self.brand = brand
        self.party = party
        self.transactions = transactions
        self.clock = clock
    }

    /// Where to send the browser.
    ///
    /// - Parameters:
    ///   - memo: what is to be found again when it comes back.
    /// - Returns: the URL, and what names the transaction.
    public func begin(
        returnPath: String, memo: String, browser: BrowserKey
    ) async throws(SignInError) -> (url: String, state: String) {
        do {
            let (transaction, url) = try await party.begin(returnPath: returnPath, memo: memo, browser: browser)
            try await transactions.keep(transaction)
            return (url, transaction.state)
        } catch {
            throw failure(error, .authorization)
        }
    }

    /// Who came back, and what was kept for them. The transaction is used up, whatever comes of it.
    public func finish(
        _ callback: CallbackAnswer, browser: BrowserKey?
    ) async throws(SignInError) -> (proof: Proof, transaction: SignInTransaction) {
        do {
            let transaction = try await transactions.redeem(
                callback, at: party.provider.id, browser: browser, now: clock.now())
            let proven = try await party.finish(callback, transaction)
            let proof = Proof(
                .identity(proven.identity), by: id, profile: proven.profile, credential: .tokens(proven.grant),
                providerSession: proven.idToken?.sessionID)
            return (proof, transaction)
        } catch {
            throw failure(error, .callback)
        }
    }

    private func failure(_ error: any Error, _ operation: ProviderError.Operation) -> SignInError {
        if let error = error as? ProviderError { return .provider(error) }
        if let error = error as? SignInError { return error }
        return .provider(ProviderError(.unreachable("\(error)"), during: operation, at: party.provider.id))
    }
}
