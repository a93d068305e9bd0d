public import Chat
import Cryptography
public import HTTP
import JOSE

/// We, as the client of one provider: sends browsers there, and believes only what comes back as it should.
///
/// Copies share what is known of the provider.
public struct RelyingParty: Sendable {
    public let provider: Provider
    let wire: ProviderWire
    let clock: Clock
    let knowledge: ProviderKnowledge
    let usedLogoutTokens = UsedTokens()

    public init(_ provider: Provider, transport: any Transport, clock: Clock = .system) {
        self.provider = provider
        self.clock = clock
        wire = ProviderWire(provider: provider.id, transport: transport)
        knowledge = ProviderKnowledge(provider, transport: transport, clock: clock)
    }

    /// Begins a sign-in: the transaction to keep, and the URL to send the browser to.
    ///
    /// - Parameters:
    ///   - returnPath: where the person wanted to go, within the site.
    ///   - memo: what else is to be found again with the transaction.
    ///   - browser: what the transaction cookie holds.
    ///   - asksAgain: whether the provider is to ask the person again, whoever is signed in there (Core §3.1.2.1).
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

    /// Finishes a sign-in: who it is, and the provider's tokens.
    ///
    /// - Parameter transaction: as `TransactionStore.redeem` gives it, so that it is used once.
    public func finish(
        _ callback: CallbackAnswer, _ transaction: SignInTransaction
    ) async throws(ProviderError) -> ProvenIdentity {
        let metadata = try await metadata()
        // RFC 9700 §4.4.2: only whom the browser was sent to gets the code.
        guard transaction.issuer.isUTF8Equal(to: metadata.issuer) else { throw failure(.noTransaction, .callback) }
        try checkIssuer(of: callback, metadata)
        let code: Secret
        switch callback.outcome {
        case .code(let value): code = value
        case .refusal(let code, _) where CallbackAnswer.cancellations.contains(code):
            throw failure(.cancelledByPerson, .callback)
        case .refusal(let code, let words): throw failure(.refused(code: code, words: words), .callback)
        }
        let grant = try await exchange(code, transaction.verifier, metadata)
        var proven = try await prove(grant, transaction, metadata)
        if let name = callback.user.flatMap({ AppleFirstConsent(parsing: $0) }) {
            proven.profile = name.profile.completed(from: proven.profile)
        }
        return proven
    }

    func metadata() async throws(ProviderError) -> ProviderMetadata { try await knowledge.metadata.value() }

    func failure(_ reason: ProviderError.Reason, _ operation: ProviderError.Operation) -> ProviderError {
        ProviderError(reason, during: operation, at: provider.id)
    }

    /// RFC 9207 §2.4, for refusals too: so that no provider can pass on another one's answer.
    private func checkIssuer(of callback: CallbackAnswer, _ metadata: ProviderMetadata) throws(ProviderError) {
        // Then each provider's own redirect URI has to do (RFC 9700 §4.4.2.2).
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

/// Who has signed in at a provider.
public struct ProvenIdentity: Sendable {
    public let identity: Identity
    public internal(set) var profile: Profile
    public let grant: TokenGrant
    /// `nil` for plain OAuth 2.0.
    public let idToken: IDToken?
}

extension Provider.NonceForm {
    /// The nonce as the provider gets it, and gives it back.
    func sent(_ nonce: Secret) -> String {
        switch self {
        case .plain: nonce.revealed
        case .sha256: Hexadecimal.encode(SHA256.hash(Array(nonce.revealed.utf8)))
        }
    }
}
