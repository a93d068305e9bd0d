public import Chat
import Cryptography
public import OpenID

/// Sign-in by redirection to a provider.
public struct ProviderSignIn: Sendable {
    /// The look of its button.
    public enum Brand: Sendable, Equatable {
        /// Apple's wording and design (Human Interface Guidelines, Sign in with Apple).
        case apple
        case named(String)

        public var name: String {
            switch self {
            case .apple: "Apple"
            case .named(let name): name
            }
        }
    }

    public let id: SignInMethodID
    public let brand: Brand
    /// How to find out whether a session has ended at the provider.
    public let assurance: Assurance
    /// Whether sign-out redirects to the provider's own sign-out, if there is one.
    public let endsProviderSession: Bool
    /// The service whose sessions are used instead of the provider's, if there is one behind it.
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

    /// The URL to redirect to.
    ///
    /// - Parameters:
    ///   - memo: data to be restored when the browser comes back.
    ///   - asksAgain: whether the provider must authenticate the person again (Core §3.1.2.1).
    /// - Returns: the URL, and the state that identifies the transaction.
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

    /// Stores an authorization response that was sent as a cross-site form and therefore without the cookie, until the
    /// browser requests it with the cookie.
    ///
    /// - Throws: `noTransaction` if there is no such transaction, or if it has a response already.
    public func store(_ callback: AuthorizationResponse) async throws(SignInError) {
        let now = clock.now()
        do {
            let isStored = try await transactions.replace(state: callback.state) { [provider = party.provider.id] in
                $0.storing(callback, at: provider, now: now)
            }
            guard isStored else { throw ProviderError(.noTransaction, during: .callback, at: party.provider.id) }
        } catch {
            throw failure(error, .callback)
        }
    }

    /// Completes a sign-in and consumes its transaction, even if it fails. What the transaction kept comes back in both
    /// cases.
    ///
    /// - Parameters:
    ///   - callback: `nil` if the response was stored.
    ///   - client: the browser's address.
    public func finish(
        state: String, _ callback: AuthorizationResponse?, browser: BrowserKey?, client: String? = nil
    ) async throws(SignInError) -> (proof: Result<Proof, SignInError>, transaction: SignInTransaction) {
        let now = clock.now()
        let transaction: SignInTransaction
        do {
            transaction = try await transactions.redeem(
                state: state, at: party.provider.id, browser: browser, now: now)
        } catch {
            throw failure(error, .callback)
        }
        do throws(SignInError) {
            return (.success(try await proof(callback, transaction, client: client, now)), transaction)
        } catch {
            return (.failure(error), transaction)
        }
    }

    private func proof(
        _ callback: AuthorizationResponse?, _ transaction: SignInTransaction, client: String?, _ now: Timestamp
    ) async throws(SignInError) -> Proof {
        do {
            guard let callback = callback ?? transaction.storedResponse(now: now) else {
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
            // Some providers send zero for an unknown time.
            proof.authenticatedAt = proven.idToken?.authenticatedAt.flatMap { $0.milliseconds > 0 ? $0 : nil }
            return proof
        } catch {
            throw failure(error, .callback)
        }
    }

    /// The URL of the provider's sign-out page; `nil` if it has none.
    ///
    /// - Parameter returnURI: where the provider redirects afterwards; exactly as registered there.
    public func endSessionURL(
        _ credential: Credential?, returnURI: String
    ) async throws(ProviderError) -> String? {
        guard endsProviderSession else { return nil }
        return try await party.endSessionURL(idToken: credential?.grant?.idToken, returnURI: returnURI)
    }

    /// The sessions to end for a logout token (OpenID Connect Back-Channel Logout).
    public func logout(token: String) async throws(ProviderError) -> SessionSelection {
        let request = try await party.logout(token: token)
        if let session = request.sessionID { return .providerSession(issuer: request.issuer, id: session) }
        guard let identity = request.subject.flatMap({ Identity(issuer: request.issuer, subject: $0) }) else {
            throw ProviderError(.claim(name: "sub", .malformed), during: .logoutToken, at: party.provider.id)
        }
        return .identity(identity)
    }

    /// The sessions to end for a notification of Apple; `nil` if none.
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
        if let error = ChatError(ofWrite: error, during: operation.rawValue) { return .backend(error) }
        return .provider(ProviderError(.unreachable("\(error)"), during: operation, at: party.provider.id))
    }
}
