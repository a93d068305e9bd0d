import Synchronization
import Testing

@testable import HTTP

@Suite struct EventStreamTests {
    /// A connection that notes what it is told.
    private final class Connection: EventStreamConnection {
        let calls = Mutex<[String]>([])
        func resume() { calls.withLock { $0.append("resume") } }
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

    private let connection = Connection()

    private func read(_ stream: EventStream, _ count: Int = 100) -> EventStream.Reading {
        withUnsafeTemporaryAllocation(byteCount: count, alignment: 1) { buffer in
            stream.read(into: buffer) { connection.calls.withLock { $0.append("suspend") } }
        }
    }

    @Test func `a suspended connection is resumed once, however much is sent`() {
        let stream = EventStream()
        stream.open(connection, greeting: [1])
        #expect(read(stream) == .bytes(1))
        #expect(read(stream) == .suspended)
        #expect(stream.send([2, 3]))
        #expect(stream.send([4]))
        #expect(read(stream, 2) == .bytes(2))
        #expect(read(stream) == .bytes(1))
        #expect(connection.calls.withLock { $0 } == ["suspend", "resume"])
    }

    @Test func `what is sent before the stream is open comes after the greeting`() {
        let stream = EventStream()
        #expect(stream.send([2, 3]))
        stream.end()
        stream.open(connection, greeting: [1])
        #expect(read(stream) == .bytes(3))
        #expect(read(stream) == .end)
    }

    @Test func `more than the limit ends the stream, without what was waiting`() {
        let endings = Mutex<[EventStream.Ending]>([])
        let stream = EventStream(limit: .bytes(4)) { ending in endings.withLock { $0.append(ending) } }
        stream.open(connection, greeting: [])
        #expect(read(stream) == .suspended)
        #expect(stream.send([1, 2]))
        #expect(stream.send([3, 4]))
        #expect(!stream.send([5]))
        #expect(!stream.isOpen)
        #expect(read(stream) == .broken)
        #expect(connection.calls.withLock { $0 } == ["suspend", "resume", "cut"])
        #expect(endings.withLock { $0 } == [], "told by the server only")
        #expect(stream.close(.clientGone) == (.tooSlow, 0))
        stream.close(.ended)
        #expect(endings.withLock { $0 } == [.tooSlow])
    }

    @Test func `no connection is called after it has been taken away`() {
        let stream = EventStream()
        stream.open(connection, greeting: [])
        #expect(read(stream) == .suspended)
        #expect(stream.close(.clientGone) == (.clientGone, 0))
        #expect(!stream.send([1]))
        stream.end()
        stream.drop(.stopping)
        #expect(connection.calls.withLock { $0 } == ["suspend"])
    }

    @Test func `the one who waits for the end may hold the lock under which it sends`() {
        let lock = Mutex(0)
        let stream = EventStream(limit: .bytes(1)) { _ in lock.withLock { $0 += 1 } }
        stream.open(connection, greeting: [])
        lock.withLock { _ in _ = stream.send([1, 2]) }
        stream.close(.clientGone)
        #expect(lock.withLock { $0 } == 1)
    }

    /// A stream whose connection is suspended, on a socket that takes so many bytes.
    private func suspended(limit: Int = 100, room: Int) -> EventStream {
        let stream = EventStream(limit: .bytes(limit))
        stream.open(connection, greeting: [])
        #expect(read(stream) == .suspended)
        connection.room.withLock { $0 = room }
        return stream
    }

    private var calls: [String] { connection.calls.withLock { $0 } }
    private var written: [UInt8] { connection.written.withLock { $0 } }

    @Test func `what a suspended connection can write at once does not resume it`() {
        let stream = suspended(room: 3)
        #expect(stream.send([1, 2]))
        #expect(stream.send([3]))
        #expect(written == [1, 2, 3])
        #expect(calls == ["suspend"])
        #expect(stream.send([4]))
        #expect(calls == ["suspend", "resume"])
        connection.room.withLock { $0 = 9 }
        #expect(stream.send([5]))
        #expect(written == [1, 2, 3], "a connection that was resumed reads, and nothing is written past it")
        #expect(read(stream) == .bytes(2))
        #expect(stream.close(.ended) == (.ended, 5))
    }

    @Test func `what was begun is written to its end before anything else`() {
        let stream = suspended(room: 1)
        #expect(stream.send([1, 2, 3]))
        #expect(stream.send([4]))
        stream.writeRest()
        #expect(calls == ["suspend"], "the rest must not be overtaken")
        connection.room.withLock { $0 = 1 }
        stream.writeRest()
        #expect(calls == ["suspend"])
        connection.room.withLock { $0 = 9 }
        stream.writeRest()
        #expect(written == [1, 2, 3])
        #expect(calls == ["suspend", "resume"])
        #expect(read(stream) == .bytes(1))
    }

    @Test func `a stream that ends ends after what was begun`() {
        let stream = suspended(room: 1)
        #expect(stream.send([1, 2]))
        stream.end()
        #expect(calls == ["suspend"])
        connection.room.withLock { $0 = 1 }
        stream.writeRest()
        #expect(written == [1, 2])
        #expect(calls == ["suspend", "resume"])
        #expect(read(stream) == .end)
    }

    @Test func `what was begun counts as waiting, and goes with the stream that is dropped`() {
        let stream = suspended(limit: 4, room: 1)
        #expect(stream.send([1, 2, 3]))
        #expect(stream.send([4, 5]))
        #expect(!stream.send([6]))
        #expect(calls == ["suspend", "resume", "cut"])
        connection.room.withLock { $0 = 9 }
        stream.writeRest()
        #expect(written == [1])
        #expect(read(stream) == .broken)
    }
}
