import HTTP
import HTTPClient
import Testing

/// What a server says that nobody has asked for is never taken for the answer to the next request.
@Suite struct UnaskedAnswerTests {
    private static let evil = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil"

    @Test(arguments: Way.allCases, [Method.get, .post])
    func `a whole answer behind the one that was asked for`(way: Way, method: Method) async throws {
        let client = way.client()
        try await RawServer.run { request, connection in
            let body = "for \(request.target)"
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)\(Self.evil)")
        } body: { server in
            for number in 0..<6 {
                let answer = try await client.send(ClientRequest(method, "\(server.url)/\(number)"))
                #expect(String(decoding: answer.body, as: UTF8.self) == "for /\(number)")
            }
            #expect(server.connections == 6)
            #expect(server.requests.count == 6)
        }
    }

    @Test(arguments: Way.allCases, [Method.get, .post])
    func `a whole answer that comes late, before the next request`(way: Way, method: Method) async throws {
        let client = way.client()
        try await RawServer.run { request, connection in
            connection.answer(body: Array("for \(request.target)".utf8))
            connection.write(Self.evil)
        } body: { server in
            for number in 0..<6 {
                let answer = try await client.send(ClientRequest(method, "\(server.url)/\(number)"))
                #expect(String(decoding: answer.body, as: UTF8.self) == "for /\(number)")
                try await server.waitForServed(number + 1)
            }
            #expect(server.connections == 6)
            #expect(server.requests.count == 6)
        }
    }

    @Test func `a server that has said something unasked gets each request over a connection of its own`() async throws
    {
        let client = Way.plain.client()
        try await RawServer.run { request, connection in
            connection.answer(body: Array("for \(request.target)".utf8))
            if request.target == "/0" {
                connection.write(Self.evil)
            }
        } body: { server in
            for number in 0..<4 {
                for method in [Method.get, .post] where number > 0 || method == .get {
                    _ = try await client.send(ClientRequest(method, "\(server.url)/\(number)"))
                }
                try await server.waitForServed(1)
            }
            #expect(server.requests.count == 7)
            #expect(server.connections == 7)
        }
    }

    @Test(arguments: [
        "Content-Length: 2\r\nContent-Length: 2\r\n\r\nok", "Content-Length: 2\r\nContent-Length: 1\r\n\r\nok",
        "Content-Length: +2\r\n\r\nok", "Content-Length: 2, 2\r\n\r\nok", "Content-Length: -2\r\n\r\nok",
        "Content-Length: 0x2\r\n\r\nok", "Content-Length: 2 2\r\n\r\nok", "Content-Length:\r\n\r\n",
        "Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n",
        "Transfer-Encoding: chunked\r\nContent-Length: 99\r\n\r\n2\r\nok\r\n0\r\n\r\n",
        "Transfer-Encoding: identity\r\nContent-Length: 2\r\n\r\nok",
        "Transfer-Encoding : chunked\r\nContent-Length: 2\r\n\r\nok",
        "X: 1\r\n folded\r\nContent-Length: 2\r\n\r\nok", "X: 1\nContent-Length: 2\r\n\r\nok",
        "Content-Length: 2\n\nok",
    ])
    func `after a head that can be read in two ways no request goes over its connection`(lie: String) async throws {
        for way in Way.allCases {
            for method in [Method.get, .post] {
                let client = way.client { $0.timeout = .milliseconds(500) }
                try await RawServer.run { request, connection in
                    guard request.target == "/lie" else { return connection.answer(body: Array("honest".utf8)) }
                    connection.write("HTTP/1.1 200 OK\r\n\(lie)")
                } body: { server in
                    // Whether it counts as an answer is not asked here.
                    _ = await client.failure(ClientRequest(method, "\(server.url)/lie"))
                    let lies = server.connections
                    let answer = try await client.send(ClientRequest(method, "\(server.url)/honest"))
                    #expect(answer.body == Array("honest".utf8))
                    #expect(server.connections > lies, "\(way) \(method)")
                    #expect(server.requests.last?.number == 1)
                }
            }
        }
    }

    @Test(arguments: Way.allCases, [Method.get, .post])
    func `after a status that has no body, and a body, no request goes over its connection`(way: Way, method: Method)
        async throws
    {
        let client = way.client()
        try await RawServer.run { request, connection in
            guard request.target == "/lie" else { return connection.answer(body: Array("honest".utf8)) }
            connection.write("HTTP/1.1 204 No Content\r\nContent-Length: 4\r\n\r\nevil")
        } body: { server in
            let lie = try await client.send(ClientRequest(method, "\(server.url)/lie"))
            #expect(lie.status == .noContent)
            #expect(lie.body == [])
            let answer = try await client.send(ClientRequest(method, "\(server.url)/honest"))
            #expect(answer.body == Array("honest".utf8))
            #expect(server.requests.last?.number == 1)
        }
    }
}
