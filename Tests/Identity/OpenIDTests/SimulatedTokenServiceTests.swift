import Chat
import Cryptography
import HTTP
import RepositoryBehaviour
import Synchronization
import Testing

@testable import OpenID

@Suite struct SimulatedTokenServiceTests {
    private let clock = ManualClock()

    private func service(_ simulation: SimulatedTokenService) throws -> TokenService {
        TokenService(
            try #require(ProviderID("tokens")), base: SimulatedTokenService.base, transport: simulation,
            clock: clock.clock)
    }

    private func outcome(_ service: TokenService) async -> ProviderError.Reason? {
        do throws(ProviderError) {
            _ = try await service.signIn(email: "Kim@example.test", password: Secret("anything"))
            return nil
        } catch { return error.reason }
    }

    @Test func `the one that always fails fails in each way in turn`() async throws {
        let service = try service(SimulatedTokenService(.failing, choose: { _ in 0 }, wait: { _ in }))
        var reasons: [ProviderError.Reason?] = []
        for _ in 0..<8 { reasons.append(await outcome(service)) }
        let unreachable = TransportError(
            .cannotConnect, method: .post, url: "https://token-service.invalid/auth/login", detail: "simulated")
        #expect(
            reasons == [
                .refused(code: "status 401", words: nil), .tooMany(retryAfter: .seconds(5)),
                .invalidAnswer("token.accessToken is missing"), .invalidAnswer("status 500"),
                .unreachable("status 503"), .unreachable(unreachable.description), .timedOut,
                .refused(code: "status 401", words: nil),
            ])
    }

    @Test func `the random one signs anybody in for 30 seconds, or fails`() async throws {
        let next = Mutex<[Int]>([0, 1, 4, 0, 1, 0])
        let waited = Mutex<[Duration]>([])
        let service = try service(
            SimulatedTokenService(
                .random, choose: { _ in next.withLock { $0.removeFirst() } },
                wait: { time in waited.withLock { $0.append(time) } }))
        let session = try await service.signIn(email: "Kim@example.test", password: Secret("anything"))
        #expect(session.identity.subject == "simulated:kim@example.test")
        #expect(session.profile.name == "Kim" && session.profile.introduction != nil)
        #expect(session.grant.expiresAt == clock.now.adding(.seconds(30)))
        #expect(await outcome(service) == .unreachable("status 503"))
        #expect(waited.withLock { $0 } == [.seconds(1), .seconds(1)])
        let renewed = try await service.refresh(session.grant)
        #expect(renewed.accessToken != session.grant.accessToken)
        #expect(
            try await reason { _ = try await service.refresh(renewed) } == .sessionEnded(code: "status 401"))
        try await service.signOut(renewed)
    }
}
