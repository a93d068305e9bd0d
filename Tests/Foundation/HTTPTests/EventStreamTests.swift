import Synchronization
import Testing

@testable import HTTP

@Suite struct EventStreamTests {
    /// A connection that notes what it is told.
    private final class Carrier: EventStreamCarrier {
        let calls = Mutex<[String]>([])
        func wake() { calls.withLock { $0.append("wake") } }
        func cut() { calls.withLock { $0.append("cut") } }

        /// How many bytes the socket still takes.
        let room = Mutex(0)
        let written = Mutex<[UInt8]>([])

        func write(_ bytes: [UInt8]) -> [UInt8]? {
            let rest = writeOn(bytes)
            return rest.count == bytes.count ? nil : rest
        }

        func writeOn(_ rest: [UInt8]) -> [UInt8] {
            let taken = room.withLock { room in
                defer { room -= min(room, rest.count) }
                return min(room, rest.count)
            }
            written.withLock { $0 += rest.prefix(taken) }
            return Array(rest.dropFirst(taken))
        }
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

    /// A stream that is open and asleep, on a socket that takes so many bytes.
    private func asleep(limit: Int = 100, room: Int) -> EventStream {
        let stream = EventStream(limit: .bytes(limit))
        stream.open(carrier, greeting: [])
        #expect(read(stream) == .asleep)
        carrier.room.withLock { $0 = room }
        return stream
    }

    private var calls: [String] { carrier.calls.withLock { $0 } }
    private var written: [UInt8] { carrier.written.withLock { $0 } }

    @Test func `what a sleeping connection can write at once does not wake it`() {
        let stream = asleep(room: 3)
        #expect(stream.send([1, 2]))
        #expect(stream.send([3]))
        #expect(written == [1, 2, 3])
        #expect(calls == ["sleep"])
        #expect(stream.send([4]))
        #expect(calls == ["sleep", "wake"])
        carrier.room.withLock { $0 = 9 }
        #expect(stream.send([5]))
        #expect(written == [1, 2, 3], "an awake connection reads, and nobody else writes")
        #expect(read(stream) == .bytes(2))
        #expect(stream.close(.ended) == (.ended, 5))
    }

    @Test func `what was begun is written to its end before anything else`() {
        let stream = asleep(room: 1)
        #expect(stream.send([1, 2, 3]))
        #expect(stream.send([4]))
        stream.goOn()
        #expect(calls == ["sleep"], "the rest must not be overtaken")
        carrier.room.withLock { $0 = 1 }
        stream.goOn()
        #expect(calls == ["sleep"])
        carrier.room.withLock { $0 = 9 }
        stream.goOn()
        #expect(written == [1, 2, 3])
        #expect(calls == ["sleep", "wake"])
        #expect(read(stream) == .bytes(1))
    }

    @Test func `a stream that ends ends after what was begun`() {
        let stream = asleep(room: 1)
        #expect(stream.send([1, 2]))
        stream.end()
        #expect(calls == ["sleep"])
        carrier.room.withLock { $0 = 1 }
        stream.goOn()
        #expect(written == [1, 2])
        #expect(calls == ["sleep", "wake"])
        #expect(read(stream) == .end)
    }

    @Test func `what was begun counts as waiting, and goes with the stream that is dropped`() {
        let stream = asleep(limit: 4, room: 1)
        #expect(stream.send([1, 2, 3]))
        #expect(stream.send([4, 5]))
        #expect(!stream.send([6]))
        #expect(calls == ["sleep", "wake", "cut"])
        carrier.room.withLock { $0 = 9 }
        stream.goOn()
        #expect(written == [1])
        #expect(read(stream) == .broken)
    }
}
