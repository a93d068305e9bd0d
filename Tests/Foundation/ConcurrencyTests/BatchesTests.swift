import Concurrency
import Eventually
import Synchronization
import Testing

@Suite final class BatchesTests: Sendable {
    private struct Refusal: Error, Equatable { var item = 0 }

    private let gate = Gate()
    private let done = Mutex<[[Int]]>([])
    private let batches = Batches<String, Int, Int, Refusal>(itemsAtOnce: 3, itemsWaiting: 5, full: Refusal())

    private var all: [[Int]] { done.withLock { $0 } }

    /// Doubles an item; refuses 13.
    private func run(_ item: Int, for key: String = "a") async -> Result<Int, Refusal> {
        do throws(Refusal) {
            return .success(
                try await batches.run(item, for: key) { [gate] _, items in
                    await gate.wait()
                    self.done.withLock { $0.append(items) }
                    return items.map { $0 == 13 ? .failure(Refusal(item: 13)) : .success($0 * 2) }
                })
        } catch { return .failure(error) }
    }

    @Test func `items that come meanwhile are next, together, in their order, each with its own outcome`() async throws
    {
        var tasks: [Task<Result<Int, Refusal>, Never>] = []
        for item in [1, 2, 13, 4, 5] {
            tasks.append(Task { await run(item) })
            try await eventually { batches.waiting(for: "a") == tasks.count - 1 }
        }
        #expect(gate.waiting == 1)
        gate.open()
        var outcomes: [Result<Int, Refusal>] = []
        for task in tasks { outcomes.append(await task.value) }
        #expect(outcomes == [.success(2), .success(4), .failure(Refusal(item: 13)), .success(8), .success(10)])
        #expect(all == [[1], [2, 13, 4], [5]])
        // It begins again after a pause.
        #expect(await run(7) == .success(14))
        #expect(batches.waiting(for: "a") == 0)
    }

    @Test func `keys don't wait for each other, and no more items wait than may`() async throws {
        let tasks = (0..<6).map { item in Task { await run(item) } }
        try await eventually { batches.waiting(for: "a") == 5 }
        #expect(await run(6) == .failure(Refusal()))
        let other = Task { await run(8, for: "b") }
        try await eventually { gate.waiting == 2 }
        gate.open()
        #expect(await other.value == .success(16))
        for task in tasks { _ = await task.value }
        #expect(await run(9) == .success(18))
    }
}
