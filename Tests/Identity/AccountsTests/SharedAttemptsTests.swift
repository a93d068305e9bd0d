import Bytes
import Chat
import Cryptography
import Eventually
import PostgreSQL
import PostgreSQLServer
import RepositoryBehaviour
import Testing

@testable import Accounts

private struct Wrong: Error, Equatable {}

@Suite("Attempts at several processes on one database") struct SharedAttemptsTests {
    private let clock = ManualClock()
    private let vault = Vault(key: .random())

    /// A process's guard.
    private func attempts(
        _ place: TestDatabase, _ kind: SharedAttempts.Kind = .signIn, maximumRows: Int = SharedAttempts.maximumRows
    ) -> AttemptGuard {
        AttemptGuard(
            shared: SharedAttempts(place.another(), vault: vault, kind, maximumRows: maximumRows), clock: clock.clock)
    }

    private func place() async throws -> TestDatabase {
        let place = try await TestDatabase()
        try await SharedAttempts.tables.apply(to: place.database)
        return place
    }

    /// The result of an attempt; `nil` if it has to wait.
    private func outcome(
        _ attempts: AttemptGuard, at account: String = "alice", from address: String? = "192.0.2.1",
        _ outcome: AttemptOutcome<Int, Wrong>
    ) async -> Result<Int, Wrong>? {
        let attempted = await attempts.attempt(at: account, from: address) { outcome }
        guard case .made(let result) = attempted else { return nil }
        return result
    }

    private func mustWait(_ attempts: AttemptGuard, at account: String = "alice") async -> Bool {
        await outcome(attempts, at: account, .notAnAttempt(.success(0))) == nil
    }

    @Test("they count together, and a proven one resets them at all")
    func together() async throws {
        let place = try await place()
        let guards = (0..<2).map { _ in attempts(place) }
        for number in 0..<6 { _ = await outcome(guards[number % 2], .failed(Wrong())) }
        for attempts in guards { #expect(await mustWait(attempts)) }
        // A process that begins now knows of them, too.
        #expect(await mustWait(attempts(place)))
        // Codes are counted apart from passwords.
        #expect(await !mustWait(attempts(place, .factor)))
        clock.advance(by: .seconds(2))
        // An attempt that is none changes nothing; a proven one resets the failures.
        #expect(await outcome(guards[1], .notAnAttempt(.success(1))) == .success(1))
        clock.advance(by: .seconds(2))
        #expect(await outcome(guards[0], .proven(1)) == .success(1))
        for _ in 0..<5 { _ = await outcome(guards[1], .failed(Wrong())) }
        for attempts in guards { #expect(await !mustWait(attempts)) }
        _ = await outcome(guards[0], .failed(Wrong()))
        for attempts in guards { #expect(await mustWait(attempts)) }
    }

    @Test("a process whose clock is behind makes the same attempts")
    func clocks() async throws {
        let (place, behind) = (try await place(), ManualClock())
        clock.advance(by: .milliseconds(200))
        let guards = [
            attempts(place),
            AttemptGuard(shared: SharedAttempts(place.another(), vault: vault, .signIn), clock: behind.clock),
        ]
        for number in 0..<6 { #expect(await outcome(guards[number % 2], .failed(Wrong())) != nil) }
        for attempts in guards { #expect(await mustWait(attempts)) }
    }

    @Test("of a hundred at once, at three processes, as many are made as of one after the other")
    func atOnce() async throws {
        let place = try await place()
        let guards = (0..<3).map { _ in attempts(place) }
        let made = await withTaskGroup { group in
            for number in 0..<100 {
                group.addTask { await outcome(guards[number % 3], from: "192.0.2.\(number)", .failed(Wrong())) }
            }
            return await group.reduce(into: 0) { $0 += $1 == nil ? 0 : 1 }
        }
        #expect(made == 6)
    }

    @Test("an account or an address that has to wait counts nothing against the other")
    func takenBack() async throws {
        let place = try await place()
        let attempts = attempts(place)
        for _ in 0..<6 { _ = await outcome(attempts, .failed(Wrong())) }
        for _ in 0..<20 { #expect(await outcome(attempts, from: "198.51.100.7", .failed(Wrong())) == nil) }
        // The address has failed 0 of 20 times.
        for number in 0..<20 {
            #expect(await outcome(attempts, at: "person \(number)", from: "198.51.100.7", .failed(Wrong())) != nil)
        }
        #expect(await outcome(attempts, at: "another", from: "198.51.100.7", .failed(Wrong())) != nil)
        #expect(await outcome(attempts, at: "bob", from: "198.51.100.7", .failed(Wrong())) == nil)
        for number in 0..<5 {
            #expect(await outcome(attempts, at: "bob", from: "203.0.113.\(number)", .failed(Wrong())) != nil)
        }
        #expect(await outcome(attempts, at: "bob", from: nil, .failed(Wrong())) != nil)
        #expect(await outcome(attempts, at: "bob", from: nil, .failed(Wrong())) == nil)
    }

    @Test("waits double up to a quarter of an hour, and are those of a single process")
    func waits() async throws {
        let place = try await place()
        let (shared, single) = (attempts(place), AttemptGuard(clock: clock.clock))
        var seconds: [Int64] = []
        for _ in 0..<40 {
            for attempts in [shared, single] {
                let first = await attempts.attempt(at: "alice", from: nil) {
                    AttemptOutcome<Int, Wrong>.failed(Wrong())
                }
                guard case .made = first else {
                    Issue.record("\(first)")
                    return
                }
            }
            func wait(_ attempts: AttemptGuard) async -> Duration {
                let next = await attempts.attempt(at: "alice", from: nil) {
                    AttemptOutcome<Int, Wrong>.notAnAttempt(.success(0))
                }
                guard case .wait(let time) = next else { return .zero }
                return time
            }
            let time = await wait(shared)
            #expect(await wait(single) == time)
            seconds.append(time.components.seconds)
            clock.advance(by: time)
        }
        #expect(seconds.prefix(17) == [0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900])
        clock.advance(by: AttemptLimiter.memory)
        for attempts in [shared, single] {
            for _ in 0..<5 { #expect(await outcome(attempts, from: nil, .failed(Wrong())) != nil) }
            #expect(await outcome(attempts, from: nil, .failed(Wrong())) != nil)
            #expect(await outcome(attempts, from: nil, .failed(Wrong())) == nil)
        }
    }

    @Test("names are not stored, as one may be a password")
    func keyed() async throws {
        let place = try await place()
        _ = await outcome(attempts(place), at: "hunter2", .failed(Wrong()))
        let rows = try await place.values("SELECT a::text FROM attempts AS a")
        #expect(rows.count == 2)
        let plain = Hexadecimal.encode(SHA256.hash(Array("hunter2".utf8)))
        #expect(!rows.joined().contains("hunter2") && !rows.joined().contains(plain))
        let other = SharedAttempts(place.database, vault: Vault(key: .random()), .signIn)
        #expect(
            other.counters(account: "hunter2", address: nil).map(\.key)
                != SharedAttempts(place.database, vault: vault, .signIn).counters(account: "hunter2", address: nil)
                .map(\.key))
    }

    @Test("rows are dropped after a day, and where there are too many, those with the fewest failures")
    func bounded() async throws {
        let place = try await place()
        let first = attempts(place, maximumRows: 20)
        for _ in 0..<6 { _ = await outcome(first, from: nil, .failed(Wrong())) }
        for number in 0..<SharedAttempts.attemptsBetweenTrims {
            _ = await outcome(first, at: "person \(number)", from: nil, .failed(Wrong()))
        }
        let count = try await place.values("SELECT count(*) FROM attempts").first.flatMap { Int($0) } ?? 0
        #expect((20..<30).contains(count), "\(count)")
        #expect(await mustWait(first))
        clock.advance(by: AttemptLimiter.memory)
        // The first attempt of a process.
        _ = await outcome(attempts(place), at: "bob", from: nil, .failed(Wrong()))
        #expect(try await place.values("SELECT count(*) FROM attempts") == ["1"])
    }

    @Test("while the database can't be used, each process counts for itself")
    func outage() async throws {
        let place = try await place()
        let attempts = attempts(place)
        for _ in 0..<6 { _ = await outcome(attempts, .failed(Wrong())) }
        #expect(await mustWait(attempts))
        _ = try await place.values("ALTER TABLE attempts RENAME TO away")
        for _ in 0..<6 { #expect(await outcome(attempts, .failed(Wrong())) != nil) }
        #expect(await mustWait(attempts))
        _ = try await place.values("ALTER TABLE away RENAME TO attempts")
        #expect(await mustWait(attempts))
    }

    @Test(
        "what an address may do in a time is shared, too, and counted by each process while the database can't be used")
    func quotas() async throws {
        let place = try await place()
        let quotas = (0..<3).map { _ in
            AddressQuota(
                3, in: .seconds(30), shared: SharedQuota(place.another(), vault: vault, "registrations"),
                clock: clock.clock)
        }
        let other = AddressQuota(
            3, in: .seconds(30), shared: SharedQuota(place.another(), vault: vault, "departures"), clock: clock.clock)
        let permitted = await withTaskGroup { group in
            for number in 0..<60 { group.addTask { await quotas[number % 3].take("192.0.2.1") == nil } }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(permitted == 3)
        #expect(await quotas[0].take("192.0.2.1") == .seconds(10))
        #expect(await quotas[0].take("192.0.2.2") == nil)
        #expect(await other.take("192.0.2.1") == nil)
        clock.advance(by: .seconds(9))
        #expect(await quotas[1].take("192.0.2.1") == .seconds(1))
        clock.advance(by: .seconds(1))
        #expect(await quotas[2].take("192.0.2.1") == nil)
        #expect(await quotas[0].take("192.0.2.1") == .seconds(10))
        _ = try await place.values("ALTER TABLE quotas RENAME TO away")
        for quota in quotas {
            for _ in 0..<3 { #expect(await quota.take("192.0.2.1") == nil) }
            #expect(await quota.take("192.0.2.1") != nil)
        }
        _ = try await place.values("ALTER TABLE away RENAME TO quotas")
        clock.advance(by: .seconds(60))
        for number in 0...SharedQuota.usesBetweenTrims {
            _ = await quotas[0].take("10.0.\(number >> 8).\(number & 255)")
        }
        #expect(
            try await place.values("SELECT count(*) FROM quotas WHERE full_at < $1", clock.now.milliseconds) == ["0"])
    }
}
