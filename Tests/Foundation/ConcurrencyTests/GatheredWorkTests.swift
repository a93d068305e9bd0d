import Concurrency
import Eventually
import Synchronization
import Testing

private final class Batches: Sendable {
    private let done = Mutex<[[Int]]>([])
    let gate = Gate()

    var all: [[Int]] { done.withLock { $0 } }

    func take(_ batch: [Int]) async {
        await gate.wait()
        done.withLock { $0.append(batch.sorted()) }
    }
}

@Suite struct GatheredWorkTests {
    private let batches = Batches()

    @Test func `keys that come meanwhile are next, each once, and no more at once than allowed`() async throws {
        let work = GatheredWork<Int>(keysAtOnce: 3)
        func add(_ keys: Int...) { work.add(keys) { [batches] in await batches.take($0) } }
        add(1)
        try await eventually { batches.gate.waiting == 1 }
        for _ in 0..<5 { add(2, 3, 1) }
        add()
        add(4, 5)
        batches.gate.open()
        try await eventually { batches.all.count == 3 }
        #expect(batches.all[0] == [1])
        #expect(batches.all.dropFirst().map(\.count) == [3, 2])
        #expect(batches.all.dropFirst().joined().sorted() == [1, 2, 3, 4, 5])
        // It begins again after a pause.
        add(6)
        try await eventually { batches.all.last == [6] }
    }

    @Test func `who waits is told after the work that began since`() async throws {
        let work = GatheredWork<Int>(keysAtOnce: 2)
        func add(_ keys: Int...) { work.add(keys) { [batches] in await batches.take($0) } }
        add(1)
        try await eventually { batches.gate.waiting == 1 }
        let waiting = Task { [batches] in
            try await work.run([1, 2, 3]) { await batches.take($0) }
            return batches.all.count
        }
        try await work.run([]) { _ in }
        for _ in 0..<5 { await Task.yield() }
        batches.gate.open()
        #expect(try await waiting.value == 3)
    }

    @Test func `who waits is told of the failure of any of the keys`() async throws {
        struct Failure: Error {}
        let work = GatheredWork<Int>(keysAtOnce: 1)
        // What one caller asks for may be done by the work that another has begun, so all do the same.
        let failing = Lock<Int?>(nil)
        func run() async throws {
            try await work.run([1, 2, 3]) { keys in
                if keys == failing.withLock({ $0.map { [$0] } }) { throw Failure() }
            }
        }
        for key in 1...3 {
            failing.withLock { $0 = key }
            await #expect(throws: Failure.self) { try await run() }
        }
        failing.withLock { $0 = nil }
        try await run()
    }

    @Test func `what is repeated ends with its task`() async throws {
        batches.gate.open()
        let task = Task { [batches] in await repeating(every: .milliseconds(1)) { await batches.take([]) } }
        try await eventually { batches.all.count >= 3 }
        task.cancel()
        await task.value
    }
}
