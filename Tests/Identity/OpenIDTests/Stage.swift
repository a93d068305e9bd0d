import Chat
import Cryptography
import HTTP
import JOSE
import LyingProvider
import MemoryTransactions
import OpenID
import Replay
import RepositoryBehaviour
import Testing

/// Keys that are slow to generate, shared by all tests.
enum TestKeys {
    static let rs256 = Result { try SigningKey.random(.rs256, keyID: "rsa-1") }
    static let ps256 = Result { try SigningKey.random(.ps256, keyID: "pss-1") }
    static let es256 = Result { try SigningKey.random(.es256, keyID: "ec-1") }
    static let otherRS256 = Result { try SigningKey.random(.rs256, keyID: "rsa-1") }
    static let newES256 = Result { try SigningKey.random(.es256, keyID: "ec-2") }
}

/// A provider, this site as its client, and a browser.
struct Stage {
    static let redirectURI = "https://engawa.test/sign-in/test/callback"

    let clock = ManualClock()
    let provider: LyingProvider
    let party: RelyingParty
    let transactions = MemoryTransactions()
    let browser = BrowserKey.random()

    init(
        key: SigningKey? = nil, authentication: ClientAuthentication? = nil, transport: (any Transport)? = nil,
        issuer: String = "https://provider.test", _ change: (inout Provider) -> Void = { _ in }
    ) throws {
        provider = LyingProvider(issuer: issuer, key: try key ?? TestKeys.es256.get(), clock: clock.clock)
        var configured = Provider(
            try #require(ProviderID("test")), .discovered(issuer: try #require(EndpointURL(issuer))),
            clientID: provider.clientID,
            authentication: authentication ?? .basic(secret: Secret(provider.clientSecret)),
            redirectURI: Self.redirectURI)
        change(&configured)
        party = RelyingParty(
            configured, transport: transport ?? HandlerTransport(provider.handler), clock: clock.clock)
    }

    /// Runs a whole sign-in, with consent.
    func signIn(
        atProvider: (String, LyingProvider) throws -> Query = { try $1.consent(to: $0) }
    ) async throws -> ProvenIdentity {
        let (transaction, url) = try await party.begin(returnPath: "/conversations", browser: browser)
        transactions.keep(transaction)
        let callback = try AuthorizationResponse(try atProvider(url, provider), from: party.provider.id)
        let redeemed = try await transactions.redeem(
            state: callback.state, at: party.provider.id, browser: browser, now: clock.now)
        return try await party.finish(callback, redeemed)
    }

    /// The error of a sign-in; `nil` if it succeeds.
    func failure(
        atProvider: (String, LyingProvider) throws -> Query = { try $1.consent(to: $0) }
    ) async throws -> ProviderError.Reason? {
        do {
            _ = try await signIn(atProvider: atProvider)
            return nil
        } catch let error as ProviderError {
            return error.reason
        }
    }
}

/// The error of `body`; `nil` if it succeeds.
func reason(_ body: () async throws -> Void) async throws -> ProviderError.Reason? {
    do {
        try await body()
        return nil
    } catch let error as ProviderError {
        return error.reason
    }
}

extension Stage {
    static var someClock: Clock { ManualClock().clock }
}

extension LyingProvider {
    /// A transport to it without sockets.
    var transport: HandlerTransport { HandlerTransport(handler) }
}

extension Query {
    init(_ items: [Item]) {
        self.init()
        for item in items { append(item.name, item.value) }
    }

    func without(_ name: String) -> Query { Query(items.filter { $0.name != name }) }

    func with(_ name: String, _ value: String) -> Query {
        var query = without(name)
        query.append(name, value)
        return query
    }
}
