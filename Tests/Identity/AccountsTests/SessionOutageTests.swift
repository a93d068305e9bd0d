import Chat
import Concurrency
import Cryptography
import Eventually
import PostgreSQLServer
import RepositoryBehaviour
import Testing

@testable import Accounts

@Suite("Sessions while the database that processes share does not answer")
struct SessionOutageTests {
    private let server: PostgreSQLServer
    private let place: TestDatabase
    private let clock = ManualClock()
    private let vault = Vault(key: .random())

    init() async throws {
        server = try await PostgreSQLServer()
        place = try await TestDatabase(on: server)
        try await AccountsDatabase.migrate(place.database)
    }

    private func process(_ limits: SessionLimits = SessionLimits()) -> Sessions {
        Sessions(AccountsDatabase(place.another()), vault: vault, clock: clock.clock, limits: limits)
    }

    private func person(_ alias: String) -> User {
        User(id: .random(), alias: alias, name: alias, avatarURL: nil, createdAt: Timestamp(milliseconds: 0))
    }

    @Test("those that were read lately go on; others are not known, and nobody is taken to be signed out")
    func outage() async throws {
        let (here, there) = (process(), process())
        var tokens: [SessionToken] = []
        for alias in ["alice", "bob", "carol", "dave"] { tokens.append(try await here.begin(for: person(alias))) }
        let (alice, bob, carol, dave) = (tokens[0], tokens[1], tokens[2], tokens[3])
        let before = try await there.snapshot()
        for token in [alice, bob, carol] { #expect(try await there.session(of: token) != nil) }
        // One that was ended here, one that was ended elsewhere, and one that has a new token.
        try await there.end(.token(bob))
        let renewed = try #require(try await here.stepUp(carol)).token
        let endings = try await there.snapshot().endings(since: before, now: clock.now)
        _ = try await there.ended(endings, among: [])

        server.kill()
        clock.advance(by: .seconds(2))
        for token in [bob, carol, renewed, dave] {
            await #expect(throws: StoreOutage.self) { try await there.admission(of: token) }
        }
        #expect(try await there.session(of: alice)?.alias == "alice")
        // Once more, after that has been asked in vain.
        #expect(try await there.session(of: alice)?.alias == "alice")
        clock.advance(by: .seconds(10 * 60))
        await #expect(throws: StoreOutage.self) { try await there.admission(of: alice) }
        try await server.restart()
        try await eventually { (try? await there.session(of: alice))?.alias == "alice" }
    }

    @Test("one that was ended just before the server crashed has ended at all processes")
    func crash() async throws {
        let (here, there) = (process(), process())
        let token = try await here.begin(for: person("alice"))
        let before = try await there.snapshot()
        try await here.end(.token(token))
        server.kill()
        try await server.restart()
        try await eventually { (try? await there.snapshot()) != nil }
        let endings = try await there.snapshot().endings(since: before, now: clock.now)
        #expect(endings == .these([token.sessionID]))
    }

    @Test("no more of them are kept than the limit, and the latest stay")
    func bound() async throws {
        var limits = SessionLimits()
        limits.remembered = 4
        let sessions = process(limits)
        var last: SessionToken?
        for number in 0..<20 {
            let token = try await sessions.begin(for: person("person\(number)"))
            #expect(try await sessions.session(of: token) != nil)
            clock.advance(by: .milliseconds(1))
            #expect(sessions.knownForOutage <= limits.remembered)
            last = token
        }
        server.kill()
        clock.advance(by: .seconds(2))
        #expect(try await sessions.session(of: #require(last)) != nil)
    }
}
