import Eventually
import Foundation
import HTTP
import HTTPServer
import Logging
import Synchronization
import Testing

@Suite struct StreamRaceTests {
    /// Three threads at once, many times: one sends, one ends, and the client goes.
    @Test func `sending, ending and a client that goes may meet`() async throws {
        let streams = Streams()
        let rounds = 600
        try await withServer(handler: streams.handler) { port in
            for round in 0..<rounds {
                let client = try await StreamClient(port: port, target: "/\(round)")
                let stream = try streams.stream("/\(round)")
                let bytes = Array("data: \(round)\n\n".utf8)
                await withTaskGroup(of: Void.self) { group in
                    group.addTask { await onThread { for _ in 0..<20 { stream.send(bytes) } } }
                    group.addTask { await onThread { if round % 3 != 0 { stream.end() } } }
                    group.addTask { await onThread { if round % 3 != 1 { client.reset() } } }
                }
                if round % 50 == 0 { stream.end() }
            }
            for stream in streams.all { stream.end() }
            #expect(try await streams.endings(rounds).count == rounds)
        }
        #expect(streams.endings.count == rounds)
    }

    /// Awake and asleep, as fast as it can change: a wake-up that is lost would leave the client waiting.
    @Test func `no wake-up is lost between reading and sleeping`() async throws {
        let streams = Streams()
        try await withServer(handler: streams.handler) { port in
            let client = try await StreamClient(port: port)
            let stream = try streams.stream()
            for number in 0..<3_000 {
                stream.send(Array("\(number);".utf8))
                #expect(await client.text(until: ";") == "\(number);")
            }
        }
    }

    @Test func `a server stops with streams open, asleep, slow and just being opened`() async throws {
        for round in 0..<15 {
            let streams = Streams()
            var configuration = ServerConfiguration(listen: ListenAddress(host: "127.0.0.1", port: 0))
            configuration.limits.cancelTime = .milliseconds(200)
            let server = try Server(configuration, log: .silent, handler: streams.handler)
            let port = server.address.port
            var clients: [StreamClient] = []
            for number in 0..<10 { clients.append(try await StreamClient(port: port, target: "/\(number)")) }
            let slow = try await StreamClient(port: port, target: "/slow")
            let line = [UInt8](repeating: 120, count: 200_000)
            if round % 5 == 0 { while try streams.stream("/slow").send(line) {} }
            let opening = Task {
                for number in 0..<50 { _ = try? await StreamClient(port: port, target: "/late/\(number)") }
            }
            await server.stop()
            for client in clients { #expect(await client.rest().isWhole) }
            _ = slow.head
            await opening.value
            #expect(streams.endings.count == streams.all.count)
            #expect(Set(streams.endings).isSubset(of: [.stopping, .tooSlow, .clientGone]))
        }
    }

    /// libmicrohttpd aborts the process when it is stopped with a suspended connection.
    @Test func `a server stops with a stream in the middle of a chunk that its client does not read`() async throws {
        let streams = Streams(limit: .mebibytes(64))
        var configuration = ServerConfiguration(listen: ListenAddress(host: "127.0.0.1", port: 0))
        configuration.limits.cancelTime = .milliseconds(100)
        let server = try Server(configuration, log: .silent, handler: streams.handler)
        let client = try await StreamClient(port: server.address.port)
        #expect(try streams.stream().send(moreThanSocketsHold))
        await server.stop()
        #expect(streams.endings == [.stopping])
        #expect(await client.rest().isWhole == false)
    }

    @Test func `a stream that comes when the server has answered in its place is closed`() async throws {
        let gate = Gate()
        let endings = LogLines()
        var configuration = ServerConfiguration(listen: ListenAddress(host: "127.0.0.1", port: 0))
        configuration.limits.drainTime = .milliseconds(50)
        configuration.limits.cancelTime = .milliseconds(50)
        let server = try Server(configuration, log: .silent) { _ in
            await gate.wait()
            return Response(
                .ok, stream: EventStream { endings.logger.info("\($0)") })
        }
        let client = try RawClient(port: server.address.port)
        client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        try await eventually { gate.waiting == 1 }
        await server.stop()
        #expect(await client.response()?.status == 503)
        gate.open()
        #expect(try await endings.wait(for: "stopping") != nil)
    }
}
