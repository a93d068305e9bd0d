import Accounts
import Chat
import ChatREST
import Cryptography
import HTTP
import OpenID
import RepositoryBehaviour
import RecordStores
import Synchronization
import Testing

private let person = User(
    id: .random(), alias: "alice", name: "Alice", avatarURL: nil, createdAt: Timestamp(milliseconds: 0))

/// The credentials sent to the backend on behalf of a person.
@Suite(.eachRecordStore) struct SessionCredentialsTests {
    private let clock = ManualClock()
    private let sessions: Sessions
    private let corp: SignInMethodID

    init() async throws {
        sessions = Sessions(try await RecordPlace().accounts(), vault: Vault(key: .random()), clock: clock.clock)
        corp = try #require(SignInMethodID("corp"))
    }

    private func credentials(
        _ access: Access, ended: @escaping @Sendable ([EndedSession]) -> Void = { _ in }
    ) -> SessionCredentials {
        SessionCredentials(
            sessions, access: access, bearers: [.tokenService],
            credentialMonitor: CredentialMonitor(sessions, credentialProviders: [:], clock: clock.clock), ended: ended)
    }

    private func begin(_ method: SignInMethodID, _ credential: Credential?) async throws -> SessionToken {
        clock.advance(by: .seconds(1))
        return try await sessions.begin(for: person, Proof(.user(person), by: method, credential: credential))
    }

    private func tokens(_ text: String) -> Credential {
        .tokens(
            TokenGrant(
                accessToken: Secret(text), refreshToken: nil, idToken: nil,
                expiresAt: clock.now.adding(.seconds(600))))
    }

    private func cookie(_ text: String) -> Credential {
        .cookie(Secret("better-auth.session_token=\(text)"), expiresAt: nil)
    }

    @Test func `tokens that are not meant for the backend are not sent there`() async throws {
        _ = try await begin(corp, tokens("theirs"))
        #expect(try await credentials(.open).headers(for: person.id) == [:])
        let error = await #expect(throws: ChatError.self) { try await credentials(.session).headers(for: person.id) }
        #expect(error?.reason == .unauthenticated)
        _ = try await begin(.tokenService, tokens("ours"))
        _ = try await begin(corp, tokens("theirs too"))
        for access in Access.allCases {
            #expect(try await credentials(access).headers(for: person.id) == ["Authorization": "Bearer ours"])
        }
    }

    @Test func `expired tokens are not sent, and do not end the session`() async throws {
        _ = try await begin(.tokenService, tokens("ours"))
        clock.advance(by: .seconds(601))
        let error = await #expect(throws: ChatError.self) { try await credentials(.session).headers(for: person.id) }
        #expect(error?.isOutage == true)
        #expect(try await sessions.all().count == 1)
    }

    @Test func `the most recently used session is used, and the next one after it has ended`() async throws {
        let ended = Mutex<[String]>([])
        let credentials = credentials(.session) { over in ended.withLock { $0 += over.map(\.id) } }
        let (first, second) = (try await begin(.password, cookie("1")), try await begin(.password, cookie("2")))
        let shown = try await credentials.headers(for: person.id)
        #expect(shown == [.cookie: "better-auth.session_token=2"])
        await credentials.refused(shown, for: person.id)
        #expect(ended.withLock { $0 } == [second.sessionID])
        #expect(try await sessions.session(of: second) == nil)
        #expect(try await sessions.session(of: first) != nil)
        #expect(try await credentials.headers(for: person.id) == [.cookie: "better-auth.session_token=1"])
        // A late rejection of a former credential does not end the session.
        await credentials.refused(shown, for: person.id)
        #expect(try await sessions.session(of: first) != nil)
    }

    @Test func `a renewed cookie replaces the former one`() async throws {
        let credentials = credentials(.session)
        _ = try await begin(.password, cookie("1"))
        let shown = try await credentials.headers(for: person.id)
        _ = try await begin(.password, cookie("2"))
        await credentials.renewed(["better-auth.session_token=3; Path=/; HttpOnly"], of: shown, for: person.id)
        #expect(try await credentials.headers(for: person.id) == [.cookie: "better-auth.session_token=2"])
        await credentials.refused([.cookie: "better-auth.session_token=2"], for: person.id)
        #expect(try await credentials.headers(for: person.id) == [.cookie: "better-auth.session_token=3"])
    }

    @Test func `another person's session is never used`() async throws {
        _ = try await begin(.password, cookie("1"))
        await #expect(throws: ChatError.self) { try await credentials(.session).headers(for: .random()) }
        await credentials(.session).refused([.cookie: "better-auth.session_token=1"], for: .random())
        #expect(try await sessions.all().count == 1)
    }
}
