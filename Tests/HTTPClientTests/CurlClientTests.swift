import HTTP
import HTTPClient
import Testing

private func ok(_ body: String, _ headers: String = "") -> String {
    "HTTP/1.1 200 OK\r\n\(headers)Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
}

/// Runs `body` with a server and a client before it.
private func with(
    configuration: ClientConfiguration = ClientConfiguration(),
    _ behaviour: @escaping @Sendable (String, Int) -> MisbehavingServer.Behaviour,
    _ body: (MisbehavingServer, CurlClient, String) async throws -> Void
) async throws {
    let server = MisbehavingServer(behaviour)
    defer { server.stop() }
    try await body(server, CurlClient(configuration), "http://127.0.0.1:\(server.port)")
}

private func reason(_ client: CurlClient, _ request: ClientRequest) async -> TransportError.Reason? {
    do throws(TransportError) {
        _ = try await client.send(request)
        return nil
    } catch {
        return error.reason
    }
}

@Suite struct CurlClientTests {
    @Test func `status, headers and body come back, and connections are used again`() async throws {
        try await with({ _, number in .answer([ok("body \(number)", "X-A: 1\r\nx-a:  2 \r\n")]) }) {
            server, client, url in
            for number in 0..<3 {
                let response = try await client.send(
                    ClientRequest(.get, "\(url)/a%2Fb?c=%20d", headers: ["X-Sent": "é"]))
                #expect(response.status == .ok)
                #expect(response.body == Array("body \(number)".utf8))
                #expect(response.headers.values(of: "X-A") == ["1", "2"])
            }
            #expect(server.requests[0].hasPrefix("GET /a%2Fb?c=%20d HTTP/1.1\r\n"))
            #expect(server.requests[0].contains("x-sent: é\r\n"))
        }
    }

    @Test(arguments: [Method.post, .put, .delete, .patch]) func `a body is sent as it is`(method: Method) async throws {
        try await with({ _, _ in .answer([ok("")]) }) { server, client, url in
            let body = #"{"text":"縁側"}"#
            let request = ClientRequest(
                method, url, headers: [.contentType: "application/json"], body: Array(body.utf8))
            _ = try await client.send(request)
            let sent = try #require(server.requests.first)
            #expect(sent.hasPrefix("\(method) / HTTP/1.1\r\n"))
            #expect(sent.hasSuffix("\r\n\r\n\(body)"))
            #expect(sent.lowercased().contains("content-length: \(body.utf8.count)\r\n"))
            #expect(!sent.lowercased().contains("expect:"))
        }
    }

    @Test func `nothing is followed, kept or guessed`() async throws {
        let answer =
            "HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\nSet-Cookie: a=1\r\nContent-Length: 0\r\n\r\n"
        try await with({ _, _ in .answer([answer]) }) { server, client, url in
            let response = try await client.send(ClientRequest(.get, url))
            #expect(response.status.rawValue == 302)
            _ = try await client.send(ClientRequest(.post, url))
            #expect(!server.requests[1].lowercased().contains("cookie"))
            #expect(!server.requests[1].lowercased().contains("content-type"))
        }
    }

    @Test func `an interim answer and an answer in pieces are put together`() async throws {
        let pieces = [
            "HTTP/1.1 103 Early Hints\r\nX-Early: 1\r\n\r\n", "HTTP/1.1 200 OK\r\nX-Late: 1\r\nContent-",
            "Length: 4\r\n\r\nab", "cd",
        ]
        try await with({ _, _ in .answer(pieces) }) { _, client, url in
            let response = try await client.send(ClientRequest(.get, url))
            #expect(response.body == Array("abcd".utf8))
            #expect(response.headers["X-Early"] == nil)
            #expect(response.headers["X-Late"] == "1")
        }
    }

    @Test func `many requests at once each get their own answer`() async throws {
        try await with({ request, _ in .answer([ok(String(request.split(separator: " ")[1]))]) }) { _, client, url in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<500 {
                    group.addTask {
                        let response = try await client.send(ClientRequest(.get, "\(url)/\(number)"))
                        #expect(response.body == Array("/\(number)".utf8))
                    }
                }
                try await group.waitForAll()
            }
        }
    }
}

@Suite struct CurlClientFailureTests {
    /// libcurl would send it again by itself: the connection is reused and no byte of the answer has come.
    @Test(arguments: [nil, "{}"]) func `a POST whose answer is lost on a kept connection is sent once`(body: String?)
        async throws
    {
        try await with({ request, _ in request.hasPrefix("GET") ? .answer([ok("")]) : .close }) { server, client, url in
            _ = try await client.send(ClientRequest(.get, url))
            let request = ClientRequest(.post, url, body: body.map { Array($0.utf8) })
            #expect(await reason(client, request) == .connectionLost)
            #expect(server.requests.count { $0.hasPrefix("POST") } == 1)
        }
    }

    @Test func `what is idempotent may be sent again on a new connection`() async throws {
        try await with({ _, number in number == 0 ? .answer([ok("")]) : .close }) { server, client, url in
            _ = try await client.send(ClientRequest(.get, url))
            #expect(await reason(client, ClientRequest(.get, url)) == nil)
            #expect(await reason(client, ClientRequest(.put, url, body: [65])) == nil)
            #expect(server.requests.count == 5)
        }
    }

    @Test func `nobody there means not sent`() async throws {
        let server = MisbehavingServer { _, _ in .close }
        server.stop()
        let client = try CurlClient()
        #expect(await reason(client, ClientRequest(.post, "http://127.0.0.1:\(server.port)/")) == .cannotConnect)
        #expect(await reason(client, ClientRequest(.get, "http://name.invalid/")) == .cannotConnect)
    }

    @Test(arguments: ["ftp://127.0.0.1/", "file:///etc/passwd", "http://[", ""]) func `other schemes are refused`(
        url: String
    ) async throws {
        #expect(await reason(try CurlClient(), ClientRequest(.get, url)) == .badURL)
    }

    @Test func `an answer that takes too long is given up`() async throws {
        var configuration = ClientConfiguration()
        configuration.requestTime = .milliseconds(200)
        try await with(configuration: configuration, { _, _ in .never }) { _, client, url in
            #expect(await reason(client, ClientRequest(.get, url)) == .timedOut)
        }
    }

    @Test(arguments: [
        "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nshort", "HTTP/1.1 200 OK\r\nContent", "\0\0nonsense", "",
    ])
    func `an answer that breaks off or is none is a lost connection`(answer: String) async throws {
        try await with({ _, _ in .answerAndClose(answer) }) { _, client, url in
            #expect(await reason(client, ClientRequest(.post, url, body: [65])) == .connectionLost)
        }
    }

    @Test func `a body over the limit is not taken`() async throws {
        var configuration = ClientConfiguration()
        configuration.body = .bytes(1_000)
        try await with(configuration: configuration, { _, _ in .answer([ok(String(repeating: "a", count: 1_001))]) }) {
            _, client, url in
            #expect(await reason(client, ClientRequest(.get, url)) == .bodyTooLarge)
        }
    }

    @Test func `cancelling the task ends the transfer at once`() async throws {
        try await with({ _, _ in .never }) { _, client, url in
            let task = Task { await reason(client, ClientRequest(.get, url)) }
            try await Task.sleep(for: .milliseconds(100))
            task.cancel()
            #expect(await task.value == .cancelled)
            let cancelledBefore = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return await reason(client, ClientRequest(.get, url))
            }
            #expect(await cancelledBefore.value == .cancelled)
        }
    }

    @Test func `a client that goes away takes its thread along, again and again`() async throws {
        try await with({ _, _ in .answer([ok("x")]) }) { _, _, url in
            for _ in 0..<50 {
                let response = try await CurlClient().send(ClientRequest(.get, url))
                #expect(response.body == [UInt8(ascii: "x")])
            }
        }
    }

    @Test func `an error names the request without its query`() async throws {
        let error = TransportError(.timedOut, method: .get, url: "http://a/b?token=secret#x", detail: "slow")
        #expect(error.description == "GET http://a/b: timedOut (slow)")
    }
}
