import Concurrency
import Synchronization
import Testing

@Suite struct SlotsTests {
    private final class Order: Sendable {
        private let numbers = Mutex<[Int]>([])

        var all: [Int] { numbers.withLock { $0 } }
        func append(_ number: Int) { numbers.withLock { $0.append(number) } }
    }

    /// Waits until as many wait for a slot.
    private func waiting(_ count: Int, for slots: Slots) async {
        while slots.waiting != count { await Task.yield() }
    }

    @Test func `slots are given in the order in which they were asked for`() async throws {
        let slots = Slots(1, maximumWaiting: 8)
        let order = Order()
        try await slots.take()
        try await withThrowingTaskGroup { group in
            for number in 0..<8 {
                group.addTask {
                    try await slots.take()
                    order.append(number)
                    slots.giveBack()
                }
                await waiting(number + 1, for: slots)
            }
            slots.giveBack()
            try await group.waitForAll()
        }
        #expect(order.all == Array(0..<8))
    }

    @Test func `a caller is refused where as many wait as may`() async throws {
        let slots = Slots(2, maximumWaiting: 1)
        try await slots.take()
        try await slots.take()
        let third = Task { try await slots.take() }
        await waiting(1, for: slots)
        await #expect(throws: Slots.Refusal.full) { try await slots.take() }
        slots.giveBack()
        try await third.value
        slots.giveBack()
        try await slots.take()
    }

    @Test func `a caller that is cancelled leaves the queue, and its slot goes to the next`() async throws {
        let slots = Slots(1, maximumWaiting: 2)
        try await slots.take()
        let (first, second) = (Task { try await slots.take() }, Task { try await slots.take() })
        await waiting(2, for: slots)
        first.cancel()
        await #expect(throws: Slots.Refusal.cancelled) { try await first.value }
        #expect(slots.waiting == 1)
        slots.giveBack()
        try await second.value
    }

    @Test func `no slot is lost, at whatever moment callers are cancelled`() async throws {
        let slots = Slots(2, maximumWaiting: 500)
        await withTaskGroup { group in
            for number in 0..<500 {
                group.addTask {
                    let task = Task {
                        try await slots.take()
                        await Task.yield()
                        slots.giveBack()
                    }
                    if number % 3 == 0 { task.cancel() }
                    try? await task.value
                }
            }
        }
        try await slots.take()
        try await slots.take()
        #expect(slots.waiting == 0)
    }
}
