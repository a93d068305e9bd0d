import Eventually
import Foundation
import HTTP
import HTTPServer
import Synchronization
import Testing

/// Streams that a handler has opened, by request target, and how they closed.
final class Streams: Sendable {
    private struct State {
        var streams: [String: EventStream] = [:]
        var endings: [EventStream.Ending] = []
    }
    private let state = Mutex(State())
    private let limit: ByteCount

    /// - Parameter limit: how much may wait in each stream.
    init(limit: ByteCount = EventStream.defaultLimit) { self.limit = limit }

    var handler: Handler {
        { request in
            let stream = EventStream(limit: self.limit) { ending in self.state.withLock { $0.endings.append(ending) } }
            self.state.withLock { $0.streams[request.target.rawPath] = stream }
            return Response(.ok, stream: stream)
        }
    }

    var endings: [EventStream.Ending] { state.withLock { $0.endings } }
    var all: [EventStream] { state.withLock { Array($0.streams.values) } }

    func stream(_ path: String = "/") throws -> EventStream { try #require(state.withLock { $0.streams[path] }) }

    /// Waits until `count` streams have closed.
    func endings(_ count: Int, sourceLocation: SourceLocation = #_sourceLocation) async throws
        -> [EventStream.Ending]
    {
        try await eventually(sourceLocation: sourceLocation) { endings.count >= count }
        return endings
    }
}

/// What no two sockets of a connection take, however far the system lets them grow.
let moreThanSocketsHold = [UInt8](repeating: 120, count: 48 << 20)

@Suite struct StreamTests {
    @Test func `what is sent arrives whole and in order, from whatever thread`() async throws {
        let streams = Streams()
        try await withServer(handler: streams.handler) { port in
            let client = try await StreamClient(port: port)
            #expect(client.head.contains("200 OK"))
            #expect(client.head.lowercased().contains("content-type: text/event-stream"))
            let stream = try streams.stream()
            async let received = client.text(until: "data: 1999\n\n")
            for number in 0..<2_000 {
                if number % 2 == 0 {
                    stream.send(Array("data: \(number)\n\n".utf8))
                } else {
                    _ = await onThread { stream.send(Array("data: \(number)\n\n".utf8)) }
                }
            }
            #expect(await received == (0..<2_000).map { "data: \($0)\n\n" }.joined())
        }
    }

    @Test func `an event larger than any buffer arrives as it was sent`() async throws {
        let streams = Streams()
        try await withServer(handler: streams.handler) { port in
            let client = try await StreamClient(port: port)
            let text = (0..<20_000).map { "縁\($0)" }.joined(separator: ",") + "!"
            #expect(try streams.stream().send(Array(text.utf8)))
            #expect(await client.text(until: "!") == text)
        }
    }

    @Test func `a reader that pauses now and then gets everything, whole and in order`() async throws {
        let stream = EventStream(limit: .mebibytes(64))
        var limits = ServerLimits()
        limits.heartbeat = .seconds(600)
        try await withServer(limits: limits, handler: { _ in Response(.ok, stream: stream) }) { port in
            let client = try await StreamClient(port: port)
            let filling = String(repeating: "x", count: 30_000)
            for round in 0..<20 {
                // More than the sockets hold: some of it waits, in the middle of a chunk.
                let lines = (0..<200).map { "\(round).\($0) \(filling)" } + ["!"]
                for line in lines { stream.send(Array(line.utf8)) }
                try await Task.sleep(for: .milliseconds(5))
                #expect(await client.text(until: "!") == lines.joined())
            }
        }
    }

    @Test func `a sign of life comes at once, and again and again`() async throws {
        let streams = Streams()
        var limits = ServerLimits()
        limits.heartbeat = .milliseconds(200)
        try await withServer(limits: limits, handler: streams.handler) { port in
            let client = try await StreamClient(port: port)
            #expect(await client.heartbeats(1))
            let start = ContinuousClock.now
            #expect(await client.heartbeats(4))
            #expect(ContinuousClock.now - start >= .milliseconds(600))
            try streams.stream().end()
            #expect(await client.rest().isWhole)
        }
    }

    /// More streams than get a heartbeat in one turn of a loop.
    @Test func `each of many streams gets its heartbeats`() async throws {
        let streams = Streams()
        var limits = ServerLimits()
        limits.heartbeat = .milliseconds(300)
        try await withServer(limits: limits, handler: streams.handler) { port in
            var clients: [StreamClient] = []
            for number in 0..<200 { clients.append(try await StreamClient(port: port, target: "/\(number)")) }
            for client in clients { #expect(await client.heartbeats(3)) }
        }
    }

    @Test func `a stream outlives the time that a connection may be silent`() async throws {
        let streams = Streams()
        var limits = ServerLimits()
        limits.idleTime = .seconds(1)
        let open = streams.handler
        try await withServer(
            limits: limits, handler: { $0.target.rawPath == "/" ? await open($0) : .text(.ok, "") }
        ) { port in
            let client = try await StreamClient(port: port)
            for _ in 0..<2 {
                let silent = try RawClient(port: port)
                silent.send("GET /silent HTTP/1.1\r\nHost: x\r\n\r\n")
                _ = await silent.response()
                #expect(await silent.isClosed())
            }
            try streams.stream().send(Array("late".utf8))
            #expect(await client.text(until: "late") == "late")
        }
    }

    @Test func `what was sent before the end arrives, and the connection goes on`() async throws {
        let streams = Streams()
        try await withServer(handler: streams.handler) { port in
            let client = try await StreamClient(port: port, target: "/1")
            let stream = try streams.stream("/1")
            stream.send(Array("last words".utf8))
            stream.end()
            #expect(!stream.send(Array("too late".utf8)))
            #expect(await client.rest() == (":\n\nlast words", true))
            #expect(try await streams.endings(1) == [.ended])
            await client.ask("/2")
            try streams.stream("/2").end()
            #expect(await client.rest() == (":\n\n", true))
        }
        #expect(streams.endings == [.ended, .ended])
    }

    @Test(arguments: [true, false]) func `a client that goes is noticed at once`(resets: Bool) async throws {
        let streams = Streams()
        try await withServer(handler: streams.handler) { port in
            var client: StreamClient? = try await StreamClient(port: port)
            #expect(await client?.heartbeats(1) == true)
            if resets { client?.reset() }
            client = nil
            let start = ContinuousClock.now
            #expect(try await streams.endings(1) == [.clientGone])
            #expect(ContinuousClock.now - start < .seconds(1))
            #expect(try !streams.stream().isOpen)
        }
    }

    /// What it has not read is in the middle of a chunk, which waits for room that never comes.
    @Test func `a client that goes in the middle of a chunk of an ended stream is noticed`() async throws {
        let streams = Streams(limit: .mebibytes(64))
        try await withServer(handler: streams.handler) { port in
            let client = try await StreamClient(port: port)
            let stream = try streams.stream()
            #expect(stream.send(moreThanSocketsHold))
            stream.end()
            client.reset()
            #expect(try await streams.endings(1) == [.ended])
        }
    }

    @Test func `a slow reader is dropped, and the others go on`() async throws {
        let streams = Streams()
        try await withServer(handler: streams.handler) { port in
            let slow = try await StreamClient(port: port, target: "/slow")
            let quick = try await StreamClient(port: port, target: "/quick")
            let (slowStream, quickStream) = (try streams.stream("/slow"), try streams.stream("/quick"))
            let line = Array(String(repeating: "x", count: 65_535).utf8) + [10]
            var sent = 0
            while slowStream.send(line) {
                sent += 1
                #expect(quickStream.send(line))
                _ = await quick.text(until: "\n")
                try #require(sent < 1_000)
            }
            #expect(try await streams.endings(1) == [.tooSlow])
            quickStream.send(Array("still there".utf8))
            #expect(await quick.text(until: "still there") == "still there")
            #expect(await slow.rest().isWhole == false)
        }
    }

    @Test func `HEAD gets the head of a stream and nothing else`() async throws {
        let streams = Streams()
        try await withServer(handler: streams.handler) { port in
            let client = try await StreamClient(port: port, method: "HEAD")
            #expect(client.head.contains("text/event-stream"))
            #expect(try await streams.endings(1) == [.ended])
        }
    }

    @Test func `a client of HTTP 1.0 gets the bytes without chunks, until the connection closes`() async throws {
        let streams = Streams()
        try await withServer(handler: streams.handler) { port in
            let client = try RawClient(port: port)
            client.send("GET / HTTP/1.0\r\n\r\n")
            let response = await client.response()
            #expect(response?.header("transfer-encoding") == nil)
            #expect(response?.header("connection") == "close")
            let stream = try streams.stream()
            let text = String(repeating: "abcdefghij", count: 10_000)
            stream.send(Array(text.utf8))
            stream.end()
            var rest = response?.body ?? ""
            while let more = await onThread({ client.read() }) { rest += String(decoding: more, as: UTF8.self) }
            #expect(rest == ":\n\n" + text)
        }
    }

    @Test func `a thousand streams hear the same`() async throws {
        let streams = Streams()
        var limits = ServerLimits()
        limits.connectionsPerAddress = 1_000
        try await withServer(limits: limits, handler: streams.handler) { port in
            var clients: [StreamClient] = []
            for number in 0..<1_000 { clients.append(try await StreamClient(port: port, target: "/\(number)")) }
            for round in 0..<5 {
                let bytes = Array("data: round \(round)\n\n".utf8)
                for stream in streams.all { #expect(stream.send(bytes)) }
                for client in clients {
                    #expect(await client.text(until: "\n\n") == "data: round \(round)\n\n")
                }
            }
        }
        #expect(streams.endings.count == 1_000)
    }

    @Test func `one line is logged when a stream closes`() async throws {
        let streams = Streams()
        let lines = LogLines()
        try await withServer(log: lines.logger, handler: streams.handler) { port in
            let client = try await StreamClient(port: port, target: "/events?secret=1")
            try streams.stream("/events").send(Array("12345".utf8))
            _ = await client.text(until: "12345")
            #expect(lines.all == [])
            try streams.stream("/events").end()
            let line = try #require(try await lines.wait(for: "/events"))
            #expect(line.contains("info stream method=GET path=/events status=200 bytes=8"))
            #expect(line.contains("why=ended from=127.0.0.1"))
        }
        #expect(lines.all.count == 1)
    }
}
