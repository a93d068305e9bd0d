import Synchronization
import Testing

@testable import HTTP

@Suite struct EventStreamTests {
    /// A connection that notes what it is told.
    private final class Carrier: EventStreamCarrier {
        let calls = Mutex<[String]>([])
        func wake() { calls.withLock { $0.append("wake") } }
        func cut() { calls.withLock { $0.append("cut") } }
    }

    private let carrier = Carrier()

    private func read(_ stream: EventStream, _ count: Int = 100) -> EventStream.Reading {
        withUnsafeTemporaryAllocation(byteCount: count, alignment: 1) { buffer in
            stream.read(into: buffer) { carrier.calls.withLock { $0.append("sleep") } }
        }
    }

    @Test func `a sleeping connection is woken once, however much is sent`() {
        let stream = EventStream()
        stream.open(carrier, greeting: [1])
        #expect(read(stream) == .bytes(1))
        #expect(read(stream) == .asleep)
        #expect(stream.send([2, 3]))
        #expect(stream.send([4]))
        #expect(read(stream, 2) == .bytes(2))
        #expect(read(stream) == .bytes(1))
        #expect(carrier.calls.withLock { $0 } == ["sleep", "wake"])
    }

    @Test func `what is sent before the stream is open comes after the greeting`() {
        let stream = EventStream()
        #expect(stream.send([2, 3]))
        stream.end()
        stream.open(carrier, greeting: [1])
        #expect(read(stream) == .bytes(3))
        #expect(read(stream) == .end)
    }

    @Test func `more than the limit ends the stream, without what was waiting`() {
        let endings = Mutex<[EventStream.Ending]>([])
        let stream = EventStream(limit: .bytes(4)) { ending in endings.withLock { $0.append(ending) } }
        stream.open(carrier, greeting: [])
        #expect(read(stream) == .asleep)
        #expect(stream.send([1, 2]))
        #expect(stream.send([3, 4]))
        #expect(!stream.send([5]))
        #expect(!stream.isOpen)
        #expect(read(stream) == .broken)
        #expect(carrier.calls.withLock { $0 } == ["sleep", "wake", "cut"])
        #expect(endings.withLock { $0 } == [], "told by the server only")
        #expect(stream.close(.clientGone) == (.tooSlow, 0))
        stream.close(.ended)
        #expect(endings.withLock { $0 } == [.tooSlow])
    }

    @Test func `nobody calls a connection that has been taken away`() {
        let stream = EventStream()
        stream.open(carrier, greeting: [])
        #expect(read(stream) == .asleep)
        #expect(stream.close(.clientGone) == (.clientGone, 0))
        #expect(!stream.send([1]))
        stream.end()
        stream.drop(.stopping)
        #expect(carrier.calls.withLock { $0 } == ["sleep"])
    }

    @Test func `the one who waits for the end may hold the lock under which it sends`() {
        let lock = Mutex(0)
        let stream = EventStream(limit: .bytes(1)) { _ in lock.withLock { $0 += 1 } }
        stream.open(carrier, greeting: [])
        lock.withLock { _ in _ = stream.send([1, 2]) }
        stream.close(.clientGone)
        #expect(lock.withLock { $0 } == 1)
    }
}
