import Eventually
import HTTP
import HTTPServer
import Logging
import Testing

@Suite struct StopTests {
    private func start(_ limits: ServerLimits = ServerLimits(), _ handler: @escaping Handler) throws -> Server {
        var configuration = ServerConfiguration(listen: ListenAddress(host: "127.0.0.1", port: 0))
        configuration.limits = limits
        return try Server(configuration, log: .silent, handler: handler)
    }

    @Test func `requests in flight are finished before the server has stopped`() async throws {
        let gate = Gate()
        let server = try start { _ in
            await gate.wait()
            return .text(.ok, "finished")
        }
        let port = server.address.port
        let client = try RawClient(port: port)
        client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        try await eventually { gate.waiting == 1 }
        let stopping = Task { await server.stop() }
        // It stops when it takes no new connections.
        try await eventually { (try? RawClient(port: port)) == nil }
        gate.open()
        let response = await client.response()
        #expect(response?.body == "finished")
        #expect(response?.header("connection") == "close")
        await stopping.value
    }

    @Test func `a handler that hears its cancellation may still answer`() async throws {
        var limits = ServerLimits()
        limits.drainTime = .milliseconds(50)
        let begun = Gate()
        let server = try start(limits) { _ in
            begun.open()
            let (untilCancelled, continuation) = AsyncStream<Void>.makeStream()
            for await _ in untilCancelled {}
            continuation.finish()
            return .text(.serviceUnavailable, "cancelled")
        }
        let client = try RawClient(port: server.address.port)
        client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        await begun.wait()
        async let stopped: Void = server.stop()
        #expect(await client.response()?.body == "cancelled")
        await stopped
    }

    /// libmicrohttpd aborts the process when it is stopped with a suspended connection.
    @Test func `a handler that never ends does not keep the server from stopping`() async throws {
        var limits = ServerLimits()
        limits.drainTime = .milliseconds(50)
        limits.cancelTime = .milliseconds(50)
        let gate = Gate()
        var configuration = ServerConfiguration(listen: ListenAddress(host: "127.0.0.1", port: 0))
        configuration.limits = limits
        let server = try Server(configuration, log: .silent, fault: { status, _ in .text(status, "our own words") }) {
            _ in
            await gate.wait()
            return .text(.ok, "too late")
        }
        let client = try RawClient(port: server.address.port)
        client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        try await eventually { gate.waiting == 1 }
        await server.stop()
        let response = await client.response()
        #expect(response?.status == 503)
        #expect(response?.body == "our own words")
        gate.open()
        await server.stop()
    }

    /// Connections that are kept open ask as long as they are not closed, also when all others have been answered.
    @Test func `who asks while the server stops does not keep it from stopping`() async throws {
        for _ in 0..<10 {
            var configuration = ServerConfiguration(listen: ListenAddress(host: "127.0.0.1", port: 0))
            configuration.limits.drainTime = .milliseconds(20)
            configuration.limits.cancelTime = .milliseconds(20)
            let gate = Gate()
            let server = try Server(configuration, log: .silent) { request in
                if request.target.segments.first == "wait" { await gate.wait() }
                return .text(.ok, "")
            }
            let clients = try (0..<40).map { _ in try RawClient(port: server.address.port) }
            for client in clients {
                client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
                #expect(await client.response()?.status == 200)
            }
            let asking = Task.detached {
                for client in clients {
                    client.send("GET /wait HTTP/1.1\r\nHost: x\r\n\r\n")
                    try? await Task.sleep(for: .milliseconds(2))
                }
            }
            await server.stop()
            await asking.value
            gate.open()
        }
    }

    @Test func `idle connections do not hold the server up`() async throws {
        let server = try start { _ in .text(.ok, "") }
        let client = try RawClient(port: server.address.port)
        client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        _ = await client.response()
        let silent = try RawClient(port: server.address.port)
        await server.stop()
        #expect(await client.isClosed())
        #expect(await silent.isClosed())
    }
}
