import Chat
import Cryptography
import HTTP
import JOSE
import LyingProvider
import OpenID
import Replay
import RepositoryBehaviour
import Testing

/// Exchanges another provider's ID token for a session at a stand-in that behaves as Supabase does.
@Suite struct SupabaseSessionTests {
    private let stage: Stage
    private let stand: SupabaseStand
    private let service: SupabaseAuth

    init() throws {
        stage = try Stage { $0.nonceForm = .sha256 }
        stand = SupabaseStand(
            trusting: KeySet([try TestKeys.es256.get().verificationKey]), clock: stage.clock.clock)
        service = SupabaseAuth(
            try #require(ProviderID("supabase")), base: try #require(EndpointURL("https://project.test")),
            apiKey: Secret(stand.apiKey), transport: HandlerTransport(stand.handler), clock: stage.clock.clock)
    }

    private func signIn(nonce change: (Secret) -> Secret = { $0 }) async throws -> ProvenIdentity {
        let (transaction, url) = try await stage.party.begin(returnPath: "/", browser: stage.browser)
        let callback = try AuthorizationResponse(try stage.provider.consent(to: url), from: stage.party.provider.id)
        let proven = try await stage.party.finish(callback, transaction)
        return try await service.signIn(
            idToken: try #require(proven.grant.idToken), from: "apple", nonce: change(transaction.nonce), client: nil)
    }

    @Test func `the raw nonce matches the hash in the ID token`() async throws {
        let session = try await signIn()
        #expect(session.identity == Identity(issuer: "https://project.test/auth/v1", subject: "subject-1"))
        #expect(try await service.user(session.grant.accessToken) == session.identity)
        #expect(
            try await reason { _ = try await signIn { _ in Secret("another") } }
                == .refused(code: "invalid nonce", words: "Nonces mismatch"))
        #expect(
            try await reason {
                _ = try await service.signIn(
                    idToken: Secret("x.y.z"), from: "apple", nonce: Secret("n"), client: nil)
            } == .refused(code: "invalid request", words: "Bad ID token"))
    }

    @Test func `reusing a refresh token ends the session`() async throws {
        let first = try await signIn()
        let second = try await service.refresh(first.grant)
        let third = try await service.refresh(second.grant)
        #expect(
            try await reason { _ = try await service.refresh(first.grant) }
                == .sessionEnded(code: "refresh_token_already_used"))
        #expect(
            try await reason { _ = try await service.refresh(third.grant) }
                == .sessionEnded(code: "refresh_token_not_found"))
        #expect(
            try await reason { _ = try await service.user(third.grant.accessToken) }
                == .sessionEnded(code: "session_not_found"))
    }

    @Test func `signing out everywhere ends the other sessions, and is idempotent`() async throws {
        let (here, there) = (try await signIn(), try await signIn())
        try await service.signOut(here.grant.accessToken, .others)
        #expect(
            try await reason { _ = try await service.refresh(there.grant) }
                == .sessionEnded(code: "refresh_token_not_found"))
        _ = try await service.user(here.grant.accessToken)
        try await service.signOut(here.grant.accessToken, .global)
        try await service.signOut(here.grant.accessToken, .global)
        #expect(
            try await reason { _ = try await service.user(here.grant.accessToken) }
                == .sessionEnded(code: "session_not_found"))
    }

    @Test func `a deleted person's session ends, and a busy service ends none`() async throws {
        let session = try await signIn()
        stand.limit(true)
        let error = await #expect(throws: ProviderError.self) { try await service.refresh(session.grant) }
        #expect(error?.reason == .tooMany(retryAfter: nil))
        #expect(error?.isTransient == true)
        stand.limit(false)
        stand.remove(user: "subject-1")
        #expect(try await reason { _ = try await service.user(session.grant.accessToken) } == .userNotFound)
        #expect(try await reason { _ = try await service.refresh(session.grant) } == .userNotFound)
        #expect(stand.refreshes == 0)
    }
}
