import Concurrency
import Eventually
import Synchronization
import Testing

private struct Cancelled: Error {}

@Suite struct SingleFlightTests {
    /// A read that ends when it is told to, and counts how often it was begun and cancelled.
    private final class Read: Sendable {
        private struct State {
            var begun = 0
            var cancelled = 0
            var isOpen = false
            var waiting: [AsyncStream<Void>.Continuation] = []
        }

        private let state = Mutex(State())

        var begun: Int { state.withLock { $0.begun } }
        var cancelled: Int { state.withLock { $0.cancelled } }

        func finish() {
            state.withLock { state in
                state.isOpen = true
                for continuation in state.waiting { continuation.finish() }
            }
        }

        func run() async throws(Cancelled) -> Int {
            let (end, continuation) = AsyncStream<Void>.makeStream()
            let number = state.withLock { state in
                state.begun += 1
                state.waiting.append(continuation)
                if state.isOpen { continuation.finish() }
                return state.begun
            }
            for await _ in end {}
            try state.withLock { state throws(Cancelled) in
                guard !state.isOpen else { return }
                state.cancelled += 1
                throw Cancelled()
            }
            return number
        }
    }

    private let flights = SingleFlight<String, Int, Cancelled>(cancelled: Cancelled())
    private let read = Read()

    private func ask(_ key: String = "key") -> Task<Int?, Never> {
        Task { [flights, read] in try? await flights.run(key) { () async throws(Cancelled) in try await read.run() } }
    }

    @Test func `all who ask for the same at once get what one read brought`() async throws {
        let tasks = (0..<20).map { _ in ask() }
        let other = ask("other")
        try await eventually { read.begun == 2 }
        read.finish()
        var values: Set<Int?> = []
        for task in tasks { values.insert(await task.value) }
        #expect(values.count == 1)
        #expect(await other.value != values.first)
        #expect(read.begun == 2)
    }

    @Test func `who is cancelled waits no longer, and the others get what they wait for`() async throws {
        let (first, second) = (ask(), ask())
        try await eventually { read.begun == 1 }
        first.cancel()
        #expect(await first.value == nil)
        #expect(read.cancelled == 0)
        read.finish()
        #expect(await second.value == 1)
    }

    @Test func `a read for which nobody waits any more is cancelled, and the next to ask has one of their own`()
        async throws
    {
        let tasks = [ask(), ask()]
        try await eventually { read.begun == 1 }
        for task in tasks { task.cancel() }
        for task in tasks { #expect(await task.value == nil) }
        try await eventually { read.cancelled == 1 }
        let next = ask()
        try await eventually { read.begun == 2 }
        read.finish()
        #expect(await next.value == 2)
    }

    @Test func `without an error for cancelled callers they wait on, and the operation runs to its end`() async throws {
        let flights = SingleFlight<String, Int, any Error>()
        let tasks = (0..<2).map { _ in Task { try await flights.run("key") { try await read.run() } } }
        try await eventually { read.begun == 1 }
        for task in tasks { task.cancel() }
        read.finish()
        for task in tasks { #expect(await (try? task.value) == 1) }
        #expect(read.cancelled == 0)
    }

    @Test func `joining gives what the running operation returns, and nothing where none runs`() async throws {
        #expect(try await flights.joined("key") == nil)
        #expect(!flights.isRunning("key"))
        let first = ask()
        try await eventually { flights.isRunning("key") }
        async let second = flights.joined("key")
        read.finish()
        #expect(await first.value == 1)
        // It came in time, or found that all was over.
        #expect(try await [1, nil].contains(second))
    }

    @Test func `cancelling at any moment leaves nobody waiting`() async {
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<500 {
                group.addTask {
                    let task = ask("\(number % 7)")
                    for _ in 0..<number % 50 { await Task.yield() }
                    if number % 3 != 0 { task.cancel() }
                    if number == 250 { read.finish() }
                    _ = await task.value
                }
            }
        }
        #expect(read.begun > 0)
    }
}
