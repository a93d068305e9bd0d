import Chat
import ChatRecords
import ChatStore
import PostgreSQL
import PostgreSQLServer
import RepositoryBehaviour
import SQLite
import Sending
import Synchronization
import Testing

@testable import PostgreSQLChat

/// Where a ledger is kept.
enum LedgerPlace: CaseIterable {
    case sqlite
    case postgreSQL

    func with(_ body: (any SendLedger, any DraftRepository) async throws -> Void) async throws {
        switch self {
        case .sqlite:
            let ledger = try SendLedgerDatabase(.memory)
            try await body(ledger, ledger.drafts)
        case .postgreSQL:
            let place = try await TestDatabase.withLedger()
            let ledger = PostgreSQLSendLedger(place.database)
            try await body(ledger, ledger.drafts)
        }
    }
}

extension TestDatabase {
    static func withLedger() async throws -> TestDatabase {
        let place = try await migrated()
        try await PostgreSQLSendLedger.migrate(place.database)
        return place
    }
}

@Suite("The ledger of what was sent to a REST backend") struct SendLedgerTests {
    private let key: SendKey
    private let other: SendKey

    init() throws {
        let new = NewMessage(conversation: .random(), sender: .random(), text: try MessageText("hello"))
        key = SendKey(new, .random())
        other = SendKey(new, .random())
    }

    @Test("with either ledger, messages are sent as by a store", arguments: LedgerPlace.allCases, SendingBehaviour.all)
    func behaves(_ place: LedgerPlace, _ behaviour: SendingBehaviour) async throws {
        let clock = ManualClock()
        let store = try ChatStore(.memory, clock: clock.clock)
        try await place.with { ledger, drafts in
            let sender = LedgerSender(store, members: store, ledger: ledger, clock: clock.clock, settling: .zero)
            try await behaviour.verify(store.repositories, sender, drafts, clock)
        }
    }

    @Test("it tells what became of an attempt, and drops the draft of what was sent", arguments: LedgerPlace.allCases)
    func outcomes(_ place: LedgerPlace) async throws {
        try await place.with { ledger, drafts in
            let (moment, message) = (Clock.system.now(), MessageID.random())
            #expect(try await ledger.begin(key, at: moment) == .new)
            await ledger.leave(key)
            guard case .unknown(let since) = try await ledger.begin(key, at: moment) else {
                Issue.record("an attempt is not known")
                return
            }
            #expect(abs(since.milliseconds - moment.milliseconds) < 60_000)
            try await drafts.keep(draft: Draft("hel"), of: key.user, in: key.conversation)
            try await ledger.finish(key, as: message)
            #expect(try await drafts.drafts(of: key.user) == [:])
            #expect(try await ledger.begin(key, at: moment) == .sent(message))
            #expect(try await ledger.isTaken(message))
            #expect(try await !ledger.isTaken(.random()))
            #expect(try await ledger.begin(other, at: moment) == .new)
            try await ledger.forget(other)
            #expect(try await ledger.begin(other, at: moment) == .new)
        }
    }

    @Test("an attempt under way is known at other gateways, until it is over or its time has passed")
    func turns() async throws {
        let place = try await TestDatabase.withLedger()
        let ledgers = [place.database, place.another()].map { PostgreSQLSendLedger($0) }
        func begin(_ ledger: Int, _ key: SendKey) async throws -> SendEntry {
            try await ledgers[ledger].begin(key, at: Clock.system.now())
        }
        #expect(try await begin(0, key) == .new)
        #expect(try await begin(1, key) == .underWay)
        #expect(try await begin(1, other) == .underWay)
        try await place.database.run(Query("UPDATE sending_turns SET ends_at = ends_at - 30001"))
        #expect(try await begin(1, other) == .new)
        #expect(try await begin(0, key) == .underWay)
        await ledgers[0].leave(key)
        #expect(try await begin(0, key) == .underWay)
        try await ledgers[1].forget(other)
        guard case .unknown = try await begin(0, key) else {
            Issue.record("the first attempt is forgotten")
            return
        }
        try await ledgers[0].finish(key, as: .random())
        #expect(try await begin(1, other) == .new)
        #expect(try await place.values("SELECT count(*) FROM sending_turns") == ["1"])
    }

    @Test("old rows are deleted")
    func bounds() async throws {
        let place = try await TestDatabase.withLedger()
        let ledger = PostgreSQLSendLedger(place.database)
        _ = try await place.database.run([
            Query(
                """
                INSERT INTO sending SELECT sha256(number::text::bytea), NULL, milliseconds_now() - 86400000 - number
                FROM generate_series(1, 40) number
                """),
            Query(
                """
                INSERT INTO sending_turns SELECT sha256(number::text::bytea), gen_random_uuid(), number
                FROM generate_series(1, 40) number
                """),
        ])
        for _ in 0..<3 {
            _ = try await ledger.begin(key, at: Clock.system.now())
            await ledger.leave(key)
        }
        #expect(try await place.values("SELECT count(*) FROM sending") == ["1"])
        #expect(try await place.values("SELECT count(*) FROM sending_turns") == ["0"])
    }
}
