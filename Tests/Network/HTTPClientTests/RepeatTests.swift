import HTTP
import HTTPClient
import Testing

@Suite struct RepeatTests {
    private func client(_ way: Way) -> CurlClient { way.client { $0.maximumConnectionsPerHost = 1 } }

    /// Answers the first request of a connection; reads every later one, says nothing, and closes.
    private static let answersOnce: RawServer.Behaviour = { request, connection in
        if request.number == 1 { connection.answer() } else { connection.close() }
    }

    @Test(
        "what is not idempotent reaches a server once, though its used connection dies without an answer",
        arguments: [(HTTP.Method.post, 3), (.post, 0), (.post, 1_000_000), (.patch, 3)])
    func once(method: HTTP.Method, size: Int) async throws {
        let client = client(.libcurl)
        try await RawServer.run(Self.answersOnce) { server in
            _ = try await client.send(ClientRequest(.get, server.url))
            let failure = await client.failure(
                ClientRequest(method, server.url, body: [UInt8](repeating: 1, count: size)))
            #expect(failure?.reason == .connectionLost)
            #expect(failure?.detail == "no answer, and not to be sent twice")
            #expect(server.requests.map(\.method) == ["GET", method.rawValue])
            #expect(server.requests.last?.number == 2, "the connection was used before")
        }
    }

    // Only a GET finds the plain connection of the GET before.
    @Test(
        "what is idempotent is repeated, and answered",
        arguments: [(HTTP.Method.get, Way.libcurl), (.put, .libcurl), (.delete, .libcurl), (.get, .plain)])
    func repeated(method: HTTP.Method, way: Way) async throws {
        let client = client(way)
        try await RawServer.run(Self.answersOnce) { server in
            _ = try await client.send(ClientRequest(.get, server.url))
            let answer = try await client.send(ClientRequest(method, server.url))
            #expect(answer.status == .ok)
            #expect(server.requests.map(\.method) == ["GET", method.rawValue, method.rawValue])
        }
    }

    @Test(
        "a request that was sent is not told as unsent, though connecting again is refused",
        arguments: [(HTTP.Method.post, Way.libcurl), (.get, .libcurl), (.get, .plain)])
    func sentThenRefused(method: HTTP.Method, way: Way) async throws {
        let client = client(way)
        try await RawServer.run(Self.answersOnce) { server in
            _ = try await client.send(ClientRequest(.get, server.url))
            server.stopListening()
            #expect(await client.failure(ClientRequest(method, server.url))?.reason == .connectionLost)
            #expect(server.requests.count == 2)
        }
    }

    @Test("a connection that was closed while idle costs a POST nothing")
    func closedWhileIdle() async throws {
        let client = client(.libcurl)
        try await RawServer.run { _, connection in
            connection.answer()
            connection.close()
        } body: { server in
            for number in 1...5 {
                let answer = try await client.send(ClientRequest(.post, server.url, body: [1]))
                #expect(answer.status == .ok)
                #expect(server.requests.count == number)
                try await server.waitForServed(number)
            }
        }
    }

    @Test("a POST uses a kept connection")
    func keepAlive() async throws {
        let client = client(.libcurl)
        try await RawServer.run { _, connection in
            connection.answer()
        } body: { server in
            for _ in 0..<20 { _ = try await client.send(ClientRequest(.post, server.url, body: [1])) }
            #expect(server.connections == 1)
        }
    }
}
