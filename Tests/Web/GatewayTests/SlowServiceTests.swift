import Accounts
import Chat
import Cryptography
import Eventually
import OpenID
import RepositoryBehaviour
import Synchronization
import Testing

@testable import Gateway

/// A service that says nothing of a session until it is let.
private final class SilentService: CredentialProvider {
    private struct State {
        var waiting = 0
        var most = 0
        var asked = 0
    }

    private let state = Mutex(State())
    private let gate = Gate()

    var most: Int { state.withLock { $0.most } }
    var asked: Int { state.withLock { $0.asked } }

    func open() { gate.open() }

    func renew(_ holder: Sessions.Holder) async throws(ProviderError) -> Credential { holder.credential }

    func status(of holder: Sessions.Holder) async throws(ProviderError) -> CredentialStatus {
        state.withLock { state in
            state.asked += 1
            state.waiting += 1
            state.most = max(state.most, state.waiting)
        }
        await gate.wait()
        state.withLock { $0.waiting -= 1 }
        return .over
    }

    func revoke(_ credential: Credential) async throws(ProviderError) {}
}

@Suite struct SlowServiceTests {
    private let corp: SignInMethodID
    private let hub: SignInMethodID

    init() throws {
        corp = try #require(SignInMethodID("corp"))
        hub = try #require(SignInMethodID("hub"))
    }

    private func run(
        _ corpService: SilentService, _ hubService: SilentService, _ body: (SiteUnderTest) async throws -> Void
    ) async throws {
        try await withSite(.embedded) { users in
            var methods = SignInMethods(userID: UserIDSignIn(users: users))
            methods.otherCredentialProviders = [corp: corpService, hub: hubService]
            return methods
        } _: { site in
            try await body(site)
        }
    }

    private func begin(_ count: Int, by method: SignInMethodID, _ site: SiteUnderTest) async throws {
        let alice = try await site.repositories.users.user(.alice)
        for _ in 0..<count {
            let credential = Credential.cookie(Secret("service=\(method)"), expiresAt: nil)
            _ = try await site.sessions.begin(for: alice, Proof(.user(alice), by: method, credential: credential))
        }
    }

    @Test func `hundreds of sessions at a slow service are asked about side by side, and not all at once`() async throws
    {
        let (service, other) = (SilentService(), SilentService())
        other.open()
        try await run(service, other) { site in
            try await begin(200, by: corp, site)
            let round = Task { await site.site.features.credentialMaintenance.runOnce() }
            try await eventually { service.asked >= CredentialMonitorLimits().atOnce }
            // A whole round for another service comes after all that the first was asked.
            try await begin(3, by: hub, site)
            await site.site.features.credentialMaintenance.runOnce()
            #expect(other.asked == 3)
            #expect(service.asked == CredentialMonitorLimits().atOnce)
            service.open()
            await round.value
            #expect(service.asked == 200)
            #expect(service.most == CredentialMonitorLimits().atOnce)
            #expect(try await site.sessions.all().isEmpty)
        }
    }

    @Test func `a service that hangs keeps those of no other waiting, and is not asked twice meanwhile`() async throws {
        let (silent, other) = (SilentService(), SilentService())
        other.open()
        try await run(silent, other) { site in
            try await begin(60, by: corp, site)
            let stuck = Task { await site.site.features.credentialMaintenance.runOnce() }
            try await eventually { silent.asked == CredentialMonitorLimits().atOnce }
            try await begin(3, by: hub, site)
            site.clock.advance(by: CredentialMonitorLimits().check)
            await site.site.features.credentialMaintenance.runOnce()
            #expect(try await site.sessions.all().count == 60)
            #expect(other.asked == 3)
            #expect(silent.asked == CredentialMonitorLimits().atOnce)
            silent.open()
            await stuck.value
            #expect(try await site.sessions.all().isEmpty)
        }
    }
}
