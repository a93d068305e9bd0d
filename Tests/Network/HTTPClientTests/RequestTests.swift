import HTTP
import HTTPClient
import Testing

@Suite struct RequestTests {
    let client = CurlClient()

    @Test("a GET goes out with its path, query and fields, and nothing else of weight")
    func get() async throws {
        try await RawServer.run { _, connection in
            connection.answer()
        } body: { server in
            _ = try await client.send(
                ClientRequest(
                    .get, "\(server.url)/a/../b%2Fc?q=%E7%B8%81",
                    headers: ["X-One": "1", "X-Empty": "", "Accept": "application/json"]))
            let request = try #require(server.requests.first)
            #expect(request.method == "GET")
            #expect(request.target == "/a/../b%2Fc?q=%E7%B8%81")
            #expect(
                request.lines.map { $0.lowercased() }.sorted() == [
                    "accept-encoding: br, zstd, gzip", "accept: application/json",
                    "host: 127.0.0.1:\(server.port)", "x-empty:", "x-one: 1",
                ])
        }
    }

    @Test(
        "a body goes out whole, with its length and type, and without waiting for leave",
        arguments: [Method.post, .put, .patch, .delete])
    func body(method: Method) async throws {
        let body = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        try await RawServer.run { _, connection in
            connection.answer()
        } body: { server in
            _ = try await client.send(
                ClientRequest(method, server.url, headers: [.contentType: "image/png"], body: body))
            let request = try #require(server.requests.first)
            #expect(request.method == method.rawValue)
            #expect(request.body == body)
            #expect(request.value(of: "Content-Type") == "image/png")
            #expect(request.value(of: "Expect") == nil)
        }
    }

    @Test("a POST without a body says that it has none, and claims no type", arguments: [nil, [UInt8]()])
    func emptyPost(body: [UInt8]?) async throws {
        try await RawServer.run { _, connection in
            connection.answer()
        } body: { server in
            _ = try await client.send(ClientRequest(.post, server.url, body: body))
            let request = try #require(server.requests.first)
            #expect(request.method == "POST")
            #expect(request.value(of: "Content-Length") == "0")
            #expect(request.value(of: "Content-Type") == nil)
        }
    }

    @Test("fields that frame the message are not taken from the caller")
    func framing() async throws {
        try await RawServer.run { _, connection in
            connection.answer()
        } body: { server in
            let headers: HeaderFields = [
                .contentLength: "3", "Transfer-Encoding": "chunked", .connection: "close", "Expect": "100-continue",
            ]
            _ = try await client.send(ClientRequest(.post, server.url, headers: headers, body: Array("12345".utf8)))
            let request = try #require(server.requests.first)
            #expect(request.value(of: "Content-Length") == "5")
            #expect(request.value(of: "Transfer-Encoding") == nil)
            #expect(request.value(of: "Connection") == nil)
            #expect(request.value(of: "Expect") == nil)
        }
    }

    @Test("nothing of one request stays for the next on the same handle")
    func reuse() async throws {
        try await RawServer.run { _, connection in
            connection.answer(headers: "Set-Cookie: a=b\r\n")
        } body: { server in
            let first = ClientRequest(.put, server.url, headers: [.cookie: "secret=1"], body: Array("text".utf8))
            _ = try await client.send(first)
            _ = try await client.send(ClientRequest(.head, server.url))
            _ = try await client.send(ClientRequest(.get, server.url))
            #expect(server.requests.map(\.method) == ["PUT", "HEAD", "GET"])
            let last = try #require(server.requests.last)
            #expect(last.value(of: "Cookie") == nil)
            #expect(last.value(of: "Content-Length") == nil)
            #expect(last.number == 3)
        }
    }

    @Test("one GET after the other has its own server, target and fields on the same handle", arguments: Way.allCases)
    func reuseByGet(way: Way) async throws {
        let client = way.client()
        try await RawServer.run { _, connection in
            connection.answer()
        } body: { first in
            try await RawServer.run { _, connection in
                connection.answer()
            } body: { second in
                for (server, target, cookie) in [
                    (first, "/a?x=1", "one"), (first, "", "two"), (second, "?q", nil), (first, "/b#part", "two"),
                    (second, "/c", "three"),
                ] {
                    let headers: HeaderFields = cookie.map { [.cookie: $0] } ?? [:]
                    _ = try await client.send(ClientRequest(.get, server.url + target, headers: headers))
                }
                #expect(first.requests.map(\.target) == ["/a?x=1", "/", "/b"])
                #expect(first.requests.map { $0.value(of: "Cookie") } == ["one", "two", "two"])
                #expect(second.requests.map(\.target) == ["/?q", "/c"])
                #expect(second.requests.map { $0.value(of: "Cookie") } == [nil, "three"])
                #expect(
                    second.requests.map { $0.value(of: "Host") }
                        == [String](repeating: "127.0.0.1:\(second.port)", count: 2))
            }
        }
    }

    @Test(
        "a URL that is not absolute, of another scheme, or with a password, is refused",
        arguments: [
            "", "/path", "127.0.0.1:80", "ftp://127.0.0.1/", "file:///etc/passwd", "http://", "http://127.0.0.1/a b",
            "http://127.0.0.1/\u{0}", "http://127.0.0.1:99999/", "http://me:secret@127.0.0.1/",
        ], Way.allCases)
    func badURL(url: String, way: Way) async {
        #expect(await way.client().failure(ClientRequest(.get, url))?.reason == .badURL)
    }
}
