import Concurrency
import Eventually
import Synchronization
import Testing

private final class Order: Sendable {
    private let noted = Mutex<[Int]>([])

    var numbers: [Int] { noted.withLock { $0 } }
    func note(_ number: Int) { noted.withLock { $0.append(number) } }
}

@Suite struct TurnsTests {
    private let turns = Turns<String>()

    @Test func `operations of one key run one after the other, in their order, and those of another at once`()
        async throws
    {
        let (gate, order) = (Gate(), Order())
        let first = Task { [turns] in
            try await turns.run("a") {
                await gate.wait()
                order.note(1)
            }
        }
        try await eventually { gate.waiting == 1 }
        let second = Task { [turns] in try await turns.run("a") { order.note(2) } }
        try await turns.run("b") { order.note(0) }
        gate.open()
        try await first.value
        try await second.value
        #expect(order.numbers == [0, 1, 2])
        #expect(turns.waiting == 0)
    }

    @Test func `an error ends a turn as a result does`() async throws {
        await #expect(throws: CancellationError.self) { try await turns.run("a") { throw CancellationError() } }
        #expect(try await turns.run("a") { 1 } == 1)
        #expect(turns.waiting == 0)
    }
}
