import Concurrency
import Dispatch
import Eventually
import Synchronization
import Testing

@Suite struct BlockingPoolTests {
    private struct Failed: Error {}

    /// Work that blocks its thread until it is opened, and counts how many do so at once.
    private final class Gate: Sendable {
        private let counts = Mutex((inside: 0, most: 0))
        private let opening = DispatchSemaphore(value: 0)

        var inside: Int { counts.withLock { $0.inside } }
        var most: Int { counts.withLock { $0.most } }

        func pass() {
            counts.withLock { counts in
                counts.inside += 1
                counts.most = max(counts.most, counts.inside)
            }
            opening.wait()
            opening.signal()
            counts.withLock { $0.inside -= 1 }
        }

        func open() { opening.signal() }
    }

    @Test func `work gives its value or throws its error`() async throws {
        let pool = BlockingPool(threads: 1, maximumWaiting: 8)
        #expect(try await pool.run { 42 } == 42)
        await #expect(throws: Failed.self) { try await pool.run { throw Failed() } }
        #expect(pool.snapshot.begun == 2)
    }

    @Test func `no more threads are used than there may be, and the rest waits`() async throws {
        let pool = BlockingPool(threads: 2, maximumWaiting: 8)
        let gate = Gate()
        try await withThrowingTaskGroup { group in
            for _ in 0..<6 { group.addTask { try await pool.run { gate.pass() } } }
            try await eventually { pool.snapshot.waiting == 4 && gate.inside == 2 }
            #expect(pool.snapshot.running == 2)
            gate.open()
            try await group.waitForAll()
        }
        #expect(gate.most == 2)
        #expect(pool.threads == 2)
        #expect(pool.snapshot.begun == 6)
        #expect(pool.snapshot.waited > .zero)
    }

    @Test func `work beyond the bound is refused`() async throws {
        let pool = BlockingPool(threads: 1, maximumWaiting: 1)
        let gate = Gate()
        let running = Task { try await pool.run { gate.pass() } }
        try await eventually { gate.inside == 1 }
        let waiting = Task { try await pool.run {} }
        try await eventually { pool.snapshot.waiting == 1 }
        await #expect(throws: BlockingPool.Full.self) { try await pool.run {} }
        #expect(pool.snapshot.refused == 1)
        gate.open()
        try await running.value
        try await waiting.value
        try await pool.run {}
    }

    @Test func `threads end when nothing comes, and are started again`() async throws {
        let pool = BlockingPool(threads: 4, maximumWaiting: 100, idleTime: .milliseconds(1))
        #expect(pool.threads == 0)
        for _ in 0..<50 {
            try await withThrowingTaskGroup { group in
                for _ in 0..<4 { group.addTask { try await pool.run {} } }
                try await group.waitForAll()
            }
        }
        try await eventually { pool.threads == 0 }
        try await pool.run {}
    }

    @Test func `a share runs so many at once, lets some wait, and refuses more`() async throws {
        let pool = BlockingPool(threads: 8, maximumWaiting: 100)
        let share = PoolShare(pool, limit: 2, maximumWaiting: 3)
        let gate = Gate()
        let tasks = (0..<5).map { _ in Task { try await share.run { gate.pass() } } }
        try await eventually { gate.inside == 2 && share.waiting == 3 }
        await #expect(throws: BlockingPool.Full.self) { try await share.run {} }
        #expect(try await pool.run { "others find a thread" } == "others find a thread")
        gate.open()
        for task in tasks { try await task.value }
        #expect(gate.most == 2)
        try await share.run {}
    }

    @Test func `a cancelled caller's work is not begun, and its slot is given on`() async throws {
        let share = PoolShare(BlockingPool(threads: 1, maximumWaiting: 1), limit: 1, maximumWaiting: 1)
        let gate = Gate()
        let running = Task { try await share.run { gate.pass() } }
        try await eventually { gate.inside == 1 }
        let cancelled = Task { try await share.run { Issue.record("it ran") } }
        try await eventually { share.waiting == 1 }
        cancelled.cancel()
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        gate.open()
        try await running.value
        try await share.run {}
    }
}
