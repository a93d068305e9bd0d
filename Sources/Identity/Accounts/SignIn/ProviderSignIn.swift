public import Chat
import Cryptography
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
    /// Whether signing out here leads on to the provider's own sign-out, where it has one.
    public let endsProviderSession: Bool
    /// Whose sessions count in place of the provider's, where there is such a service behind it.
    public let supabase: SupabaseProject?
    let party: RelyingParty
    let transactions: any TransactionStore
    let clock: Clock

    public init(
        _ party: RelyingParty, brand: Brand, assurance: Assurance = .userInfo, endsProviderSession: Bool = true,
        supabase: SupabaseProject? = nil, transactions: any TransactionStore, clock: Clock = .system
    ) {
        self.assurance = assurance
        self.supabase = supabase
        self.endsProviderSession = endsProviderSession
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
    ///   - asksAgain: whether the person is to prove who they are although the provider knows them (Core §3.1.2.1).
    /// - Returns: the URL, and what names the transaction.
    public func begin(
        returnPath: String, memo: String, asksAgain: Bool = false, browser: BrowserKey
    ) async throws(SignInError) -> (url: String, state: String) {
        do {
            let (transaction, url) = try await party.begin(
                returnPath: returnPath, memo: memo, asksAgain: asksAgain, browser: browser)
            try await transactions.keep(transaction)
            return (url, transaction.state)
        } catch {
            throw failure(error, .authorization)
        }
    }

    /// Takes an answer that came as a cross-site form, and so without the browser's cookie: it waits for the browser to
    /// come with it, and proves nothing until then.
    ///
    /// - Throws: `noTransaction` where no sign-in waits for it, or where one has an answer already.
    public func park(_ callback: CallbackAnswer) async throws(SignInError) {
        let now = clock.now()
        do {
            let isParked = try await transactions.replace(state: callback.state) {
                $0.parking(callback, at: party.provider.id, now: now)
            }
            guard isParked else { throw ProviderError(.noTransaction, during: .callback, at: party.provider.id) }
        } catch {
            throw failure(error, .callback)
        }
    }

    /// Who came back, and what was kept for them. The transaction is used up, whatever comes of it.
    ///
    /// - Parameters:
    ///   - callback: `nil` where the answer is parked.
    ///   - client: the browser's address.
    public func finish(
        state: String, _ callback: CallbackAnswer?, browser: BrowserKey?, client: String? = nil
    ) async throws(SignInError) -> (proof: Proof, transaction: SignInTransaction) {
        do {
            let now = clock.now()
            let transaction = try await transactions.redeem(
                state: state, at: party.provider.id, browser: browser, now: now)
            guard let callback = callback ?? transaction.parkedAnswer(now: now) else {
                throw ProviderError(.noTransaction, during: .callback, at: party.provider.id)
            }
            let proven = try await party.finish(callback, transaction)
            var proof =
                if let supabase {
                    try await supabase.proof(of: proven, nonce: transaction.nonce, client: client)
                } else {
                    Proof(
                        .identity(proven.identity), by: id, profile: proven.profile,
                        credential: .tokens(proven.grant), providerSession: proven.idToken?.sessionID)
                }
            if keepsConsent { proof.consent = .tokens(proven.grant) }
            proof.provesSecondFactor = proven.idToken?.authentication.hasSecondFactor ?? false
            // Some say zero where they don't know.
            proof.authenticatedAt = proven.idToken?.authenticatedAt.flatMap { $0.milliseconds > 0 ? $0 : nil }
            return (proof, transaction)
        } catch {
            throw failure(error, .callback)
        }
    }

    /// Where to send the browser so that the person is signed out at the provider too; `nil` where it has no such page.
    ///
    /// - Parameter returnURI: where the provider sends the browser afterwards: exactly as registered there.
    public func endSessionURL(
        _ credential: Credential?, returnURI: String
    ) async throws(ProviderError) -> String? {
        guard endsProviderSession else { return nil }
        var idToken: Secret?
        if case .tokens(let grant)? = credential { idToken = grant.idToken }
        return try await party.endSessionURL(idToken: idToken, returnURI: returnURI)
    }

    /// Whose sessions the provider wants ended (OpenID Connect Back-Channel Logout).
    public func logout(token: String) async throws(ProviderError) -> SessionSelection {
        let request = try await party.logout(token: token)
        if let session = request.sessionID { return .providerSession(issuer: request.issuer, id: session) }
        guard let identity = request.subject.flatMap({ Identity(issuer: request.issuer, subject: $0) }) else {
            throw ProviderError(.claim(name: "sub", .malformed), during: .logoutToken, at: party.provider.id)
        }
        return .identity(identity)
    }

    /// Whose sessions what Apple tells is about; `nil` where they go on.
    public func notice(_ body: [UInt8]) async throws(ProviderError) -> SessionSelection? {
        guard brand == .apple else {
            throw ProviderError(.unavailable("no notices"), during: .notification, at: party.provider.id)
        }
        let notification = try await party.appleNotification(body)
        return notification.event.endsSessions ? .identity(notification.identity) : nil
    }

    private func failure(_ error: any Error, _ operation: ProviderError.Operation) -> SignInError {
        if let error = error as? ProviderError { return .provider(error) }
        if let error = error as? SignInError { return error }
        return .provider(ProviderError(.unreachable("\(error)"), during: operation, at: party.provider.id))
    }
}
