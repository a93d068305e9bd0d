import Accounts
import Chat
import Cryptography
import Foundation
import OpenID
import RepositoryBehaviour
import RecordStores
import Synchronization
import Testing

/// A service that revokes credentials, or is unreachable.
private final class Service: CredentialProvider {
    let state = Mutex((isDead: false, returned: [String](), tries: 0))

    func renew(_ holder: Sessions.Holder) async throws(ProviderError) -> Credential { holder.credential }

    func status(of holder: Sessions.Holder) async throws(ProviderError) -> CredentialStatus { .good }

    func revoke(_ credential: Credential) async throws(ProviderError) {
        let isDead = state.withLock { state in
            state.tries += 1
            if !state.isDead, case .cookie(let cookie, _) = credential { state.returned.append(cookie.revealed) }
            return state.isDead
        }
        if isDead { throw ProviderError(.timedOut, during: .revocation, at: SignInMethodID.password.provider) }
    }
}

@Suite(.eachRecordStore) struct RevocationTests {
    private let clock = ManualClock()
    private let vault = Vault(key: .random())
    private let service = Service()
    private let person = User(
        id: .random(), alias: "alice", name: "Alice", avatarURL: nil, createdAt: Timestamp(milliseconds: 0))

    private func open() async throws -> (Sessions, CredentialMonitor) { try await open(RecordPlace()) }

    private func open(_ place: RecordPlace) async throws -> (Sessions, CredentialMonitor) {
        let sessions = Sessions(try await place.accounts(), vault: vault, clock: clock.clock)
        return (sessions, CredentialMonitor(sessions, credentialProviders: [.password: service], clock: clock.clock))
    }

    private func begin(_ sessions: Sessions) async throws -> SessionToken {
        try await sessions.begin(
            for: person,
            Proof(.user(person), by: .password, credential: .cookie(Secret("backend=secret-1"), expiresAt: nil)))
    }

    @Test func `a session's credential is revoked once, also after a restart, and is sealed until then`() async throws {
        let place = try await RecordPlace.shared()
        do {
            let (sessions, credentialMonitor) = try await open(place)
            let token = try await begin(sessions)
            service.state.withLock { $0.isDead = true }
            try await sessions.end(.token(token))
            #expect(try await credentialMonitor.processRevocations().failures.map(\.reason) == [.timedOut])
            #expect(try await place.contents().firstRange(of: Data("secret-1".utf8)) == nil)
        }
        let (_, credentialMonitor) = try await open(place)
        service.state.withLock { $0.isDead = false }
        #expect(try await credentialMonitor.processRevocations().failures.isEmpty)
        #expect(service.state.withLock { $0.returned }.isEmpty)
        clock.advance(by: .seconds(60))
        #expect(try await credentialMonitor.processRevocations().failures.isEmpty)
        #expect(try await credentialMonitor.processRevocations().failures.isEmpty)
        #expect(service.state.withLock { $0.returned } == ["backend=secret-1"])
    }

    @Test func `an unreachable service is retried with back-off for a day`() async throws {
        let (sessions, credentialMonitor) = try await open()
        service.state.withLock { $0.isDead = true }
        try await sessions.end(.token(try await begin(sessions)))
        for _ in 0..<(2 * 24 * 60) {
            _ = try await credentialMonitor.processRevocations()
            clock.advance(by: .seconds(60))
        }
        let tries = service.state.withLock { $0.tries }
        #expect((24...31).contains(tries))
    }

    @Test func `concurrent runs revoke it once`() async throws {
        let (sessions, credentialMonitor) = try await open()
        try await sessions.end(.token(try await begin(sessions)))
        try await withThrowingTaskGroup { group in
            for _ in 0..<50 { group.addTask { _ = try await credentialMonitor.processRevocations() } }
            try await group.waitForAll()
        }
        #expect(service.state.withLock { $0.returned }.count == 1)
    }
}
