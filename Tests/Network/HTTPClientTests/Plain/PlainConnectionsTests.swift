import EventLoops
import Glibc
import HTTP
import HTTPClient
import Testing

@Suite struct PlainConnectionsTests {
    private let client = Way.plain.client()

    @Test func `one GET follows the other over one connection, with its fields and asking for no coding`() async throws
    {
        try await RawServer.run { request, connection in
            connection.answer(body: Array(request.target.utf8))
        } body: { server in
            for number in 0..<20 {
                let request = ClientRequest(
                    .get, "\(server.url)/a/../b%2Fc?q=\(number)#part",
                    headers: ["X-Number": "\(number)", "X-Empty": "", .connection: "close", .contentLength: "3"])
                let answer = try await client.send(request)
                #expect(answer.body == Array("/a/../b%2Fc?q=\(number)".utf8))
                #expect(
                    server.requests.last?.lines
                        == ["Host: 127.0.0.1:\(server.port)", "x-number: \(number)", "x-empty: "])
            }
            #expect(server.connections == 1)
        }
    }

    @Test func `what is not plain is asked for once more by libcurl, until the route is left to it`() async throws {
        try await RawServer.run { _, connection in
            connection.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n")
        } body: { server in
            for _ in 0..<20 {
                let answer = try await client.send(ClientRequest(.get, server.url))
                #expect(answer.body == Array("hello".utf8))
            }
            #expect(server.requests.count == 28)
            // libcurl keeps its connection.
            #expect(server.connections == 9)
        }
    }

    @Test func `what one server says is not held against another`() async throws {
        try await RawServer.run { _, connection in
            connection.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n")
        } body: { odd in
            for _ in 0..<10 { _ = try await client.send(ClientRequest(.get, odd.url)) }
            try await RawServer.run { _, connection in
                connection.answer()
            } body: { server in
                for _ in 0..<10 { _ = try await client.send(ClientRequest(.get, server.url)) }
                #expect(server.requests.allSatisfy { $0.value(of: "Accept-Encoding") == nil })
                #expect(server.connections == 1)
            }
        }
    }

    @Test func `a route that is left to libcurl leaves the others where they are`() async throws {
        try await RawServer.run { request, connection in
            guard request.target == "/odd" else { return connection.answer() }
            connection.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n")
        } body: { server in
            func ask(_ route: String) async throws -> Bool {
                var request = ClientRequest(.get, server.url + route)
                request.route = route
                _ = try await client.send(request)
                return server.requests.last?.value(of: "Accept-Encoding") == nil
            }
            for _ in 0..<10 {
                let isPlain = try await ask("/odd")
                #expect(!isPlain)
            }
            #expect(server.requests.count == 18)
            let isPlain = try await ask("/even")
            #expect(isPlain)
        }
    }

    @Test func `an answer that breaks off is asked for once more`() async throws {
        try await RawServer.run { request, connection in
            if request.value(of: "Accept-Encoding") != nil { return connection.answer(body: Array("whole".utf8)) }
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nwh")
            connection.close()
        } body: { server in
            let answer = try await client.send(ClientRequest(.get, server.url))
            #expect(answer.body == Array("whole".utf8))
            #expect(server.requests.count == 2)
        }
    }

    @Test func `a connection that the server closes, or says something on unasked, is not used again`() async throws {
        try await RawServer.run { request, connection in
            connection.answer()
            if request.target == "/talk" { connection.write("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil") }
            if request.target == "/close" { connection.close() }
        } body: { server in
            for (number, target) in ["/talk", "/close", "/talk", "/close", "/talk"].enumerated() {
                let answer = try await client.send(ClientRequest(.get, "\(server.url)\(target)"))
                #expect(answer.body == [])
                #expect(server.requests.count == number + 1)
                #expect(server.connections == number + 1)
                try await server.waitForServed(number + 1)
            }
        }
    }

    @Test func `what nobody has asked for is no answer, though the loop has not heard of it yet`() async throws {
        let loop = EventLoop()
        defer { loop.stop() }
        let client = CurlClient(Way.plain.configuration(), on: [loop])
        try await RawServer.run { request, connection in
            connection.answer(body: Array(request.target.utf8))
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil")
        } body: { server in
            let bodies = try await Task(executorPreference: loop) {
                var bodies: [[UInt8]] = []
                for number in 0..<5 {
                    bodies.append(try await client.send(ClientRequest(.get, "\(server.url)/\(number)")).body)
                    // The loop's own thread: it hears of nothing meanwhile.
                    while server.served == number { sched_yield() }
                }
                return bodies
            }.value
            #expect(bodies == (0..<5).map { Array("/\($0)".utf8) })
        }
    }

    @Test func `a connection that nobody uses is closed when its time is over`() async throws {
        let client = Way.plain.client { $0.idleConnectionLifetime = .milliseconds(100) }
        try await RawServer.run { _, connection in
            connection.answer()
        } body: { server in
            _ = try await client.send(ClientRequest(.get, server.url))
            try await server.waitForHangUps(1)
        }
    }

    @Test func `what is sent and not asked for goes over libcurl`() async throws {
        try await RawServer.run { _, connection in
            connection.answer()
        } body: { server in
            _ = try await client.send(ClientRequest(.post, server.url, body: [1]))
            _ = try await client.send(ClientRequest(.get, server.url, body: [1]))
            _ = try await client.send(ClientRequest(.get, server.url, headers: [.host: "elsewhere"]))
            #expect(server.requests.allSatisfy { $0.value(of: "Accept-Encoding") != nil })
            #expect(server.requests.last?.value(of: "Host") == "elsewhere")
        }
    }
}
