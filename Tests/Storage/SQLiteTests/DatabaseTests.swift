import Concurrency
import Dispatch
import SQLite
import Testing

struct DatabaseTests {
    private static let counter = Migrations([
        "CREATE TABLE counters (value INTEGER NOT NULL) STRICT; INSERT INTO counters VALUES (0)"
    ])

    @Test("many tasks write at once, and nothing is lost", arguments: [true, false])
    func concurrency(inMemory: Bool) async throws {
        let file = TemporaryFile()
        let database = try Database(inMemory ? .memory : .file(file.path), migrations: Self.counter)
        try await withThrowingTaskGroup { group in
            for _ in 0..<20 {
                group.addTask {
                    for _ in 0..<50 {
                        try await database.write { connection in
                            let value = try connection.row("SELECT value FROM counters") { $0.integer(0) } ?? 0
                            try connection.run("UPDATE counters SET value = ?", value + 1)
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try database.read { try $0.row("SELECT value FROM counters") { $0.integer(0) } } == 1_000)
    }

    @Test("two databases on one file wait for each other")
    func twoConnections() async throws {
        let file = TemporaryFile()
        let databases = [
            try Database(.file(file.path), migrations: Self.counter),
            try Database(.file(file.path), migrations: Self.counter),
        ]
        try await withThrowingTaskGroup { group in
            for database in databases {
                group.addTask {
                    for _ in 0..<100 {
                        try await database.write { try $0.run("UPDATE counters SET value = value + 1") }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try databases[0].read { try $0.row("SELECT value FROM counters") { $0.integer(0) } } == 200)
    }

    @Test("a database in memory is its own")
    func memory() throws {
        let (one, other) = (
            try Database(.memory, migrations: Self.counter), try Database(.memory, migrations: Self.counter)
        )
        try one.writeNow { try $0.run("UPDATE counters SET value = 5") }
        #expect(try other.read { try $0.row("SELECT value FROM counters") { $0.integer(0) } } == 0)
    }

    @Test("a write that throws is taken back, and the error is what was thrown")
    func writeIsTakenBack() async throws {
        struct Refused: Error {}
        let database = try Database(.memory, migrations: Self.counter)
        await #expect(throws: Refused.self) {
            try await database.write { connection in
                try connection.run("UPDATE counters SET value = 5")
                throw Refused()
            }
        }
        #expect(try database.read { try $0.row("SELECT value FROM counters") { $0.integer(0) } } == 0)
    }

    @Test("writes that wait share a transaction, and one that throws takes back only what it did itself")
    func sharedTransaction() async throws {
        struct Refused: Error {}
        let file = TemporaryFile()
        let pool = BlockingPool(threads: 1, maximumWaiting: 8)
        let database = try Database(.file(file.path), migrations: Self.counter, pool: pool)
        let other = try Database(.file(file.path), migrations: Self.counter)
        let before = try other.foreignVersion()
        // While the pool's only thread is busy, writes have to wait.
        let release = DispatchSemaphore(value: 0)
        async let busy: Void = pool.run { release.wait() }
        while pool.snapshot.running == 0 { await Task.yield() }
        let outcomes = await withTaskGroup { group in
            for number in 0..<4 {
                group.addTask {
                    do {
                        try await database.write { connection in
                            try connection.run("INSERT INTO counters VALUES (?)", number)
                            // Seen by those that share the transaction, and by nobody else.
                            #expect(try other.foreignVersion() == before)
                            if number == 1 { throw Refused() }
                        }
                        return true
                    } catch {
                        return !(error is Refused)
                    }
                }
            }
            while database.waiting < 4 { await Task.yield() }
            release.signal()
            return await group.reduce(into: []) { $0.append($1) }
        }
        try await busy
        #expect(outcomes.filter { !$0 }.count == 1)
        let kept = try database.read { try $0.rows("SELECT value FROM counters ORDER BY rowid") { $0.integer(0) } }
        #expect(kept.sorted() == [0, 0, 2, 3])
        #expect(try other.foreignVersion() != before)
    }

    @Test("a write that need not be synced is not, unless it shares its transaction with one that is")
    func durability() async throws {
        /// The setting of the connection (https://sqlite.org/pragma.html#pragma_synchronous).
        enum Synchronous { static let normal: Int64 = 1, full: Int64 = 2 }
        @Sendable func setting(_ connection: inout Connection) throws -> Int64? {
            try connection.row("PRAGMA synchronous") { $0.integer(0) }
        }
        let file = TemporaryFile()
        let pool = BlockingPool(threads: 1, maximumWaiting: 8)
        let database = try Database(.file(file.path), migrations: Self.counter, pool: pool)
        #expect(try await database.write(durability: .unsynced, setting) == Synchronous.normal)
        #expect(try await database.write(setting) == Synchronous.full)
        // While the pool's only thread is busy, writes have to wait.
        let release = DispatchSemaphore(value: 0)
        async let busy: Void = pool.run { release.wait() }
        while pool.snapshot.running == 0 { await Task.yield() }
        async let unsynced = database.write(durability: .unsynced, setting)
        async let synced = database.write(setting)
        while database.waiting < 2 { await Task.yield() }
        release.signal()
        try await busy
        #expect(try await unsynced == Synchronous.full)
        #expect(try await synced == Synchronous.full)
    }

    @Test("writes beyond the bound are refused, and where the pool is full all are")
    func fullQueue() async throws {
        let pool = BlockingPool(threads: 1, maximumWaiting: 1)
        let database = try Database(.memory, migrations: Self.counter, pool: pool)
        let release = DispatchSemaphore(value: 0)
        async let busy: Void = pool.run { release.wait() }
        while pool.snapshot.running == 0 { await Task.yield() }
        try await withThrowingTaskGroup { group in
            for _ in 0..<Database.maximumWaitingWrites {
                group.addTask { try await database.write { try $0.run("UPDATE counters SET value = value + 1") } }
            }
            while database.waiting < Database.maximumWaitingWrites { await Task.yield() }
            await #expect(throws: BlockingPool.Full.self) { try await database.write { _ in } }
            let second = try Database(.memory, migrations: Self.counter, pool: pool)
            await #expect(throws: BlockingPool.Full.self) { try await second.write { _ in } }
            release.signal()
            try await group.waitForAll()
            try await second.write { _ in }
        }
        try await busy
        let value = try database.read { try $0.row("SELECT value FROM counters") { $0.integer(0) } }
        #expect(value == Int64(Database.maximumWaitingWrites))
    }

    @Test("where a transaction itself fails, each of its writes does, and nothing is left of them")
    func failedTransaction() async throws {
        let file = TemporaryFile()
        let pool = BlockingPool(threads: 1, maximumWaiting: 8)
        let database = try Database(.file(file.path), migrations: Self.counter, pool: pool)
        let release = DispatchSemaphore(value: 0)
        async let busy: Void = pool.run { release.wait() }
        while pool.snapshot.running == 0 { await Task.yield() }
        let failures = await withTaskGroup { group in
            for number in 0..<3 {
                group.addTask {
                    await #expect(throws: SQLiteError.self) {
                        try await database.write { connection in
                            try connection.run("INSERT INTO counters VALUES (7)")
                            // As SQLite does by itself on a full disk.
                            if number == 1 { try connection.run("INSERT OR ROLLBACK INTO counters VALUES (NULL)") }
                        }
                    } != nil
                }
            }
            while database.waiting < 3 { await Task.yield() }
            release.signal()
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        try await busy
        #expect(failures == 3)
        #expect(try database.read { try $0.rows("SELECT value FROM counters") { $0.integer(0) } } == [0])
        try await database.write { try $0.run("UPDATE counters SET value = 1") }
    }

    // A call within another stands for one of another thread at that moment.

    @Test("who reads waits neither for who reads nor for who writes, and sees what was written before")
    func readingMeanwhile() throws {
        let file = TemporaryFile()
        let database = try Database(.file(file.path), migrations: Self.counter)
        func value(_ connection: inout Connection) throws -> Int64? {
            try connection.row("SELECT value FROM counters") { $0.integer(0) }
        }
        for round in 1...3 as ClosedRange<Int64> {
            try database.writeNow { connection in
                try connection.run("UPDATE counters SET value = ?", round)
                // What is not done yet nobody sees.
                #expect(try database.read(value) == round - 1)
            }
            let seen = try database.read { _ in
                try database.read { _ in [try database.read(value), try database.read(value)] }
            }
            #expect(seen == [round, round])
        }
    }

    @Test("what takes long keeps nobody from writing, and sees the database as it was", arguments: [1, 5])
    func longRead(rounds: Int) async throws {
        let file = TemporaryFile()
        let database = try Database(.file(file.path), migrations: Self.counter)
        try await database.longRead { connection in
            try connection.snapshot { connection in
                for round in 1...rounds {
                    #expect(try connection.row("SELECT value FROM counters") { $0.integer(0) } == 0)
                    try database.writeNow { try $0.run("UPDATE counters SET value = ?", round) }
                }
            }
        }
        let value = try await database.longRead { try $0.row("SELECT value FROM counters") { $0.integer(0) } }
        #expect(value == Int64(rounds))
    }

    @Test("who reads beside others can't write")
    func readersDoNotWrite() throws {
        let file = TemporaryFile()
        let database = try Database(.file(file.path), migrations: Self.counter)
        let error = #expect(throws: SQLiteError.self) {
            try database.read { _ in
                try database.read { try $0.run("UPDATE counters SET value = 7") }
            }
        }
        #expect(error?.description.contains("readonly") == true)
        #expect(try database.read { try $0.row("SELECT value FROM counters") { $0.integer(0) } } == 0)
    }

    @Test("many read while many write, and each sees a whole write")
    func readingAndWriting() async throws {
        let file = TemporaryFile()
        let database = try Database(
            .file(file.path),
            migrations: Migrations(["CREATE TABLE pair (a INTEGER, b INTEGER) STRICT; INSERT INTO pair VALUES (0, 0)"]))
        try await withThrowingTaskGroup { group in
            for _ in 0..<2 {
                group.addTask {
                    for _ in 0..<200 {
                        try await database.write { connection in
                            try connection.run("UPDATE pair SET a = a + 1")
                            try connection.run("UPDATE pair SET b = b + 1")
                        }
                    }
                }
            }
            for _ in 0..<4 {
                group.addTask {
                    var last: Int64 = 0
                    for _ in 0..<500 {
                        let pair = try database.read {
                            try $0.row("SELECT a, b FROM pair") { ($0.integer(0), $0.integer(1)) }
                        }
                        let (a, b) = try #require(pair)
                        #expect(a == b && a >= last)
                        last = a
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    @Test("while a write waits for the disk or for another process, nothing that reads waits for it")
    func readsDuringAWrite() async throws {
        let file = TemporaryFile()
        let pool = BlockingPool(threads: 1, maximumWaiting: 8)
        let database = try Database(.file(file.path), migrations: Self.counter, pool: pool)
        let other = try Database(.file(file.path), migrations: Self.counter)
        let before = try database.foreignVersion()
        try other.writeNow { try $0.run("UPDATE counters SET value = 1") }
        let (begun, release) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        // The first read takes the connection that writes, and gives it back while the write waits for it.
        let writing = database.read { _ in
            let writing = Task<DispatchTimeoutResult, any Error> {
                try await database.write { _ in
                    begun.signal()
                    return release.wait(timeout: .now() + 5)
                }
            }
            let pause = DispatchSemaphore(value: 0)
            while database.waiting > 0 || pool.snapshot.running == 0 { _ = pause.wait(timeout: .now() + 0.001) }
            // From here on it takes some microseconds until the write waits for the connection.
            _ = pause.wait(timeout: .now() + 0.02)
            return writing
        }
        while begun.wait(timeout: .now()) != .success { await Task.yield() }
        #expect(try database.foreignVersion() == before)
        for _ in 0..<8 {
            #expect(try database.read { try $0.row("SELECT value FROM counters") { $0.integer(0) } } == 1)
        }
        release.signal()
        #expect(try await writing.value == .success, "a read waited for the write")
        // The number is that of the time after the write, although nobody has asked since.
        #expect(try database.foreignVersion() != before)
    }

    @Test("what another writes is told from what it writes itself")
    func foreignVersion() throws {
        let file = TemporaryFile()
        let database = try Database(.file(file.path), migrations: Self.counter)
        let other = try Database(.file(file.path), migrations: Self.counter)
        let atFirst = try database.foreignVersion()
        try database.writeNow { try $0.run("UPDATE counters SET value = 1") }
        #expect(try database.foreignVersion() == atFirst)
        try other.writeNow { try $0.run("UPDATE counters SET value = 2") }
        #expect(try database.foreignVersion() != atFirst)
    }
}
