import Bytes
public import Chat
import Cryptography
public import HTTP
import JOSE

/// This site as the client of a provider (OpenID Connect relying party): redirects browsers and validates the
/// responses.
///
/// Copies share the cached metadata and keys.
public struct RelyingParty: Sendable {
    public let provider: Provider
    let wire: ProviderWire
    let clock: Clock
    let cache: ProviderCache
    let tokenUses: any TokenUses

    /// - Parameter tokenUses: remembers the logout tokens; `nil` for those of this value and its copies only.
    public init(
        _ provider: Provider, transport: any Transport, tokenUses: (any TokenUses)? = nil, clock: Clock = .system
    ) {
        self.provider = provider
        self.tokenUses = tokenUses ?? UsedTokens()
        self.clock = clock
        wire = ProviderWire(provider: provider.id, transport: transport)
        cache = ProviderCache(provider, transport: transport, clock: clock)
    }

    /// Starts a sign-in: the transaction to store, and the URL to redirect to.
    ///
    /// - Parameters:
    ///   - returnPath: the path within the site to return to.
    ///   - memo: further data of the caller, stored in the transaction.
    ///   - browser: the value of the transaction cookie.
    ///   - asksAgain: whether the provider must authenticate the person again (Core §3.1.2.1).
    public func begin(
        returnPath: String, memo: String = "", asksAgain: Bool = false, browser: BrowserKey
    ) async throws(ProviderError) -> (transaction: SignInTransaction, url: String) {
        let metadata = try await metadata()
        let transaction = SignInTransaction(
            provider: provider.id, issuer: metadata.issuer, returnPath: returnPath, memo: memo, browser: browser,
            now: clock.now())
        var query: Query = [
            "response_type": "code", "client_id": provider.clientID, "redirect_uri": provider.redirectURI,
            "state": transaction.state,
            "code_challenge": PKCE.challenge(of: transaction.verifier), "code_challenge_method": PKCE.method,
        ]
        if !provider.scopes.isEmpty { query.append("scope", provider.scopes.joined(separator: " ")) }
        if provider.wantsIDToken { query.append("nonce", provider.nonceForm.sent(transaction.nonce)) }
        if let mode = provider.responseMode { query.append("response_mode", mode.rawValue) }
        if asksAgain {
            query.append("prompt", "login")
            query.append("max_age", "0")
        } else if let age = provider.maximumAge {
            query.append("max_age", "\(age.components.seconds)")
        }
        for (name, value) in provider.parameters { query.append(name, value) }
        return (transaction, metadata.authorization.adding(query))
    }

    /// Completes a sign-in.
    ///
    /// - Parameter transaction: from `TransactionStore.redeem`, so that it is used once.
    public func finish(
        _ callback: AuthorizationResponse, _ transaction: SignInTransaction
    ) async throws(ProviderError) -> ProvenIdentity {
        let metadata = try await metadata()
        // RFC 9700 §4.4.2: only the issuer of the transaction gets the code.
        guard transaction.issuer.isUTF8Equal(to: metadata.issuer) else { throw failure(.noTransaction, .callback) }
        try checkIssuer(of: callback, metadata)
        let code: Secret
        switch callback.outcome {
        case .code(let value): code = value
        case .refusal(let code, _) where AuthorizationResponse.cancellations.contains(code):
            throw failure(.cancelledByPerson, .callback)
        case .refusal(let code, let words): throw failure(.refused(code: code, words: words), .callback)
        }
        let grant = try await exchange(code, transaction.verifier, metadata)
        var proven = try await prove(grant, transaction, metadata)
        if let profile = callback.user.flatMap({ Profile(appleUser: $0) }) {
            proven.profile = profile.completed(from: proven.profile)
        }
        return proven
    }

    func metadata() async throws(ProviderError) -> ProviderMetadata { try await cache.metadata.value() }

    func failure(_ reason: ProviderError.Reason, _ operation: ProviderError.Operation) -> ProviderError {
        ProviderError(reason, during: operation, at: provider.id)
    }

    /// RFC 9207 §2.4, also for error responses: prevents mix-up attacks with another provider's response.
    private func checkIssuer(of callback: AuthorizationResponse, _ metadata: ProviderMetadata) throws(ProviderError) {
        // Then the separate redirect URI of each provider protects against mix-up (RFC 9700 §4.4.2.2).
        guard metadata.isIssuerItsOwn else { return }
        guard let issuer = callback.issuer else {
            if metadata.namesIssuerOnCallback { throw failure(.otherIssuer, .callback) }
            return
        }
        guard issuer.isUTF8Equal(to: metadata.issuer) || metadata.tenants?.includes(issuer) == true else {
            throw failure(.otherIssuer, .callback)
        }
    }
}

/// The identity that was proven at a provider, with its tokens.
public struct ProvenIdentity: Sendable {
    public let identity: Identity
    public internal(set) var profile: Profile
    public let grant: TokenGrant
    /// `nil` for plain OAuth 2.0.
    public let idToken: IDToken?
}

extension Provider.NonceForm {
    /// The nonce in the form in which the provider receives and returns it.
    func sent(_ nonce: Secret) -> String {
        switch self {
        case .plain: nonce.revealed
        case .sha256: Hexadecimal.encode(SHA256.hash(Array(nonce.revealed.utf8)))
        }
    }
}
