import Dispatch
import Testing

@testable import Concurrency

@Suite struct LockTests {
    @Test func `one thread at a time changes the value`() {
        let count = Lock(0)
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            for _ in 0..<10_000 { count.withLock { $0 += 1 } }
        }
        #expect(count.withLock { $0 } == 80_000)
    }

    @Test func `an error leaves the lock open, and the change in place`() {
        struct Refused: Error {}
        let count = Lock(0)
        #expect(throws: Refused.self) {
            try count.withLock { count throws(Refused) in
                count += 1
                throw Refused()
            }
        }
        #expect(count.withLock { $0 } == 1)
    }

    @Test func `the value is released with the lock`() {
        final class Value: Sendable {}
        weak var released: Value?
        do {
            let value = Value()
            released = value
            let lock = Lock(value)
            #expect(lock.withLock { $0 === value })
        }
        #expect(released == nil)
    }
}
