import Bytes
import Chat
import Cryptography
import HTTP
import JOSE
import LyingProvider
import OpenID
import Replay
import RepositoryBehaviour
import Synchronization
import Testing

@testable import Accounts

/// The refresher, the relying party and the vault together, with a provider that accepts each refresh token once.
@Suite struct RefreshAtProviderTests {
    private let clock = ManualClock()
    private let vault = Vault(key: .random())
    private let label = Vault.Label("tokens", owner: [1])
    /// The content of a row of the database.
    private let row = Row()

    private final class Row: Sendable {
        let sealed = Mutex<[UInt8]>([])
    }

    @Test func `a hundred requests of one session cost one refresh, and all get tokens that work`() async throws {
        let provider = LyingProvider(key: try SigningKey.random(.es256, keyID: "1"), clock: clock.clock)
        let party = try party(at: provider)
        let proven = try await signIn(party, provider)
        keep(proven.grant)
        clock.advance(by: .seconds(3_590))
        provider.lie { $0.delays["/token"] = .milliseconds(50) }

        let refresher = Refresher<String, TokenGrant>(clock: clock.clock)
        let (vault, label, row) = (vault, label, row)
        let source = Refresher<String, TokenGrant>.Source(
            read: {
                let bytes = try vault.open(row.sealed.withLock { $0 }, as: label)
                return try #require(JSON(parsing: bytes).flatMap { TokenGrant(json: $0) })
            },
            expiry: { $0.expiresAt },
            renew: { grant in
                let renewed = try await party.refresh(grant, of: proven.identity)
                row.sealed.withLock { $0 = vault.seal(renewed.json.bytes, as: label) }
                return renewed
            },
            isTransient: { ($0 as? ProviderError)?.isTransient ?? false })

        let grants = try await withThrowingTaskGroup { group in
            for _ in 0..<100 { group.addTask { try await refresher.value(of: "session", source) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        // One for the code, one for the refresh.
        #expect(provider.requests(for: "/token").count == 2)
        #expect(Set(grants.map(\.accessToken)).count == 1)
        for grant in grants.prefix(1) {
            #expect(try await party.profile(of: proven.identity, with: grant.accessToken).name == "Hanako")
        }

        // The next refresh, an hour later, uses the stored tokens.
        clock.advance(by: .seconds(3_600))
        let later = try await refresher.value(of: "session", source)
        #expect(later.accessToken != grants[0].accessToken)

        // Until the provider ends the session.
        try await party.revoke(later)
        clock.advance(by: .seconds(3_600))
        let error = await #expect(throws: ProviderError.self) { try await refresher.value(of: "session", source) }
        #expect(error?.reason == .sessionEnded(code: "invalid_grant"))
    }

    private func party(at provider: LyingProvider) throws -> RelyingParty {
        let issuer = try #require(EndpointURL(provider.issuer))
        return RelyingParty(
            Provider(
                try #require(ProviderID("test")), .discovered(issuer: issuer), clientID: provider.clientID,
                authentication: .post(secret: Secret(provider.clientSecret)),
                redirectURI: "https://engawa.test/callback"),
            transport: HandlerTransport(provider.handler), clock: clock.clock)
    }

    private func signIn(_ party: RelyingParty, _ provider: LyingProvider) async throws -> ProvenIdentity {
        let (transaction, url) = try await party.begin(returnPath: "/", browser: .random())
        return try await party.finish(
            try AuthorizationResponse(try provider.consent(to: url), from: party.provider.id), transaction)
    }

    private func keep(_ grant: TokenGrant) { row.sealed.withLock { $0 = vault.seal(grant.json.bytes, as: label) } }
}
