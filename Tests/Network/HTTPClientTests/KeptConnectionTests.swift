import EventLoops
import Glibc
import HTTP
import HTTPClient
import Testing

@Suite struct KeptConnectionTests {
    @Test func `one GET follows the other over one connection, with its target and fields`() async throws {
        let client = CurlClient()
        try await RawServer.run { request, connection in
            connection.answer(body: Array(request.target.utf8))
        } body: { server in
            for number in 0..<20 {
                let request = ClientRequest(
                    .get, "\(server.url)/a/../b%2Fc?q=\(number)#part",
                    headers: ["X-Number": "\(number)", "X-Empty": "", .connection: "close", .contentLength: "3"])
                let answer = try await client.send(request)
                #expect(answer.body == Array("/a/../b%2Fc?q=\(number)".utf8))
                let sent = try #require(server.requests.last)
                #expect(sent.value(of: "Host") == "127.0.0.1:\(server.port)")
                #expect(sent.value(of: "x-number") == "\(number)")
                #expect(sent.value(of: "x-empty") == "")
                #expect(sent.value(of: "Connection") == nil)
                #expect(sent.value(of: "Content-Length") == nil)
            }
            #expect(server.connections == 1)
        }
    }

    @Test func `a connection that the server closes, or says something on unasked, is not used again`() async throws {
        let client = CurlClient()
        try await RawServer.run { request, connection in
            connection.answer(body: Array(request.target.utf8))
            if request.target == "/talk" { connection.write("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil") }
            if request.target == "/close" { connection.close() }
        } body: { server in
            for (number, target) in ["/talk", "/close", "/talk", "/close", "/talk"].enumerated() {
                let answer = try await client.send(ClientRequest(.get, "\(server.url)\(target)"))
                #expect(answer.body == Array(target.utf8))
                #expect(server.requests.count == number + 1)
                #expect(server.connections == number + 1)
                // For what follows the answer to come in.
                try await Task.sleep(for: .milliseconds(20))
            }
        }
    }

    /// libcurl reads it with the answer, and leaves it out.
    @Test func `what comes behind an answer without a body is not the next answer`() async throws {
        let client = CurlClient()
        try await RawServer.run { request, connection in
            let length = request.number == 1 ? "Content-Length: 0\r\n\r\n" : "Content-Length: 2\r\n\r\nok"
            connection.write("HTTP/1.1 200 OK\r\n\(length)HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil")
        } body: { server in
            for _ in 0..<6 {
                let answer = try await client.send(ClientRequest(.get, server.url))
                #expect(answer.body == [] || answer.body == Array("ok".utf8))
            }
        }
    }

    @Test func `an answer that came unasked is none, though the loop has had no turn since`() async throws {
        let loop = EventLoop()
        defer { loop.stop() }
        let client = CurlClient(CurlClient.Configuration(), on: [loop])
        try await RawServer.run { request, connection in
            connection.answer(body: Array(request.target.utf8))
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil")
        } body: { server in
            let bodies = try await Task(executorPreference: loop) {
                var bodies: [[UInt8]] = []
                for number in 0..<5 {
                    bodies.append(try await client.send(ClientRequest(.get, "\(server.url)/\(number)")).body)
                    // Blocks the loop's thread.
                    usleep(20_000)
                }
                return bodies
            }.value
            #expect(bodies == (0..<5).map { Array("/\($0)".utf8) })
        }
    }

    /// libcurl counts whole seconds, and closes such a connection when the next request comes.
    @Test func `a connection that was idle for longer than its lifetime is not used again`() async throws {
        let client = CurlClient.with { $0.idleConnectionLifetime = .seconds(1) }
        try await RawServer.run { _, connection in
            connection.answer()
        } body: { server in
            _ = try await client.send(ClientRequest(.get, server.url))
            try await Task.sleep(for: .seconds(2.1))
            _ = try await client.send(ClientRequest(.get, server.url))
            #expect(server.connections == 2)
            #expect(await server.waitForHangUps(1))
        }
    }

    @Test func `a GET may have a body, and a host of its own`() async throws {
        let client = CurlClient()
        try await RawServer.run { _, connection in
            connection.answer()
        } body: { server in
            _ = try await client.send(ClientRequest(.get, server.url, body: [1]))
            #expect(server.requests.last?.body == [1])
            _ = try await client.send(ClientRequest(.get, server.url, headers: [.host: "elsewhere"]))
            #expect(server.requests.last?.value(of: "Host") == "elsewhere")
        }
    }
}
