import Eventually
import HTTP
import HTTPServer
import Logging
import Testing

@testable import URLSessionTransport

@Suite struct URLSessionTransportTests {
    private func withServer(
        limits: URLSessionTransport.Limits = .init(), _ handler: @escaping Handler,
        _ body: (URLSessionTransport, String) async throws -> Void
    ) async throws {
        let server = try Server(
            ServerConfiguration(listen: ListenAddress(host: "127.0.0.1", port: 0)), log: .silent, handler: handler)
        do {
            try await body(URLSessionTransport(limits: limits), "http://\(server.address)")
        } catch {
            await server.stop()
            throw error
        }
        await server.stop()
    }

    @Test func `method, target, fields and body arrive, and status, fields and body come back`() async throws {
        let handler: Handler = { request in
            guard case .bytes(let bytes) = request.body else { return Response(.badRequest) }
            let query = request.target.query["c"] == "縁"
            let text = "\(request.method) \(request.target.rawPath) \(query) \(request.headers["x-one"] ?? "none")"
            return Response(.conflict, headers: ["X-Seen": text], body: bytes)
        }
        try await withServer(handler) { transport, url in
            let response = try await transport.send(
                ClientRequest(
                    .put, "\(url)/a%2Fb?c=%E7%B8%81",
                    headers: ["X-One": "1", .contentType: "application/json"], body: Array("{}".utf8)))
            #expect(response.status == .conflict)
            #expect(response.headers["x-seen"] == "PUT /a%2Fb true 1")
            #expect(response.body == Array("{}".utf8))
        }
    }

    @Test func `cookies are sent and received as fields, and kept nowhere`() async throws {
        let handler: Handler = { request in
            var response = Response.text(.ok, request.headers[.cookie] ?? "none")
            response.headers.append(.setCookie, "a=1; Expires=Wed, 21 Oct 2037 07:28:00 GMT; Path=/")
            response.headers.append(.setCookie, "b=2; HttpOnly")
            return response
        }
        try await withServer(handler) { transport, url in
            let first = try await transport.send(ClientRequest(.get, url, headers: [.cookie: "c=3"]))
            #expect(String(decoding: first.body, as: UTF8.self) == "c=3")
            let cookies = first.headers.values(of: .setCookie)
            #expect(cookies == ["a=1; Expires=Wed, 21 Oct 2037 07:28:00 GMT; Path=/", "b=2; HttpOnly"])
            let second = try await transport.send(ClientRequest(.get, url))
            #expect(String(decoding: second.body, as: UTF8.self) == "none")
        }
    }

    @Test func `a redirect is a response`() async throws {
        try await withServer({ _ in .seeOther("/elsewhere") }) { transport, url in
            let response = try await transport.send(ClientRequest(.get, url))
            #expect(response.status == .seeOther)
            #expect(response.headers[.location] == "/elsewhere")
        }
    }

    @Test func `a body over the limit is refused`() async throws {
        let handler: Handler = { request in
            Response(.ok, body: Array(repeating: 0, count: request.target.segments == ["large"] ? 1_025 : 1_024))
        }
        try await withServer(limits: .init(body: .kibibytes(1)), handler) { transport, url in
            let small = try await transport.send(ClientRequest(.get, "\(url)/small"))
            #expect(small.body.count == 1_024)
            await #expect { try await transport.send(ClientRequest(.get, "\(url)/large")) } throws: {
                ($0 as? TransportError)?.reason == .bodyTooLarge
            }
        }
    }

    @Test func `an answer that does not come in time is given up`() async throws {
        let gate = Gate()
        let handler: Handler = { _ in
            await gate.wait()
            return Response(.ok)
        }
        try await withServer(limits: .init(time: .seconds(1)), handler) { transport, url in
            await #expect { try await transport.send(ClientRequest(.get, url)) } throws: {
                ($0 as? TransportError)?.reason == .timedOut
            }
            gate.open()
        }
    }

    @Test func `a caller that is cancelled does not wait`() async throws {
        let gate = Gate()
        let handler: Handler = { _ in
            await gate.wait()
            return Response(.ok)
        }
        try await withServer(handler) { transport, url in
            let task = Task { try await transport.send(ClientRequest(.get, url)) }
            try await eventually { gate.waiting == 1 }
            task.cancel()
            await #expect { try await task.value } throws: { ($0 as? TransportError)?.reason == .cancelled }
            gate.open()
        }
    }

    @Test func `a caller that was cancelled before sends nothing`() async throws {
        try await withServer({ _ in Response(.ok) }) { transport, url in
            let gate = Gate()
            let task = Task {
                await gate.wait()
                return try await transport.send(ClientRequest(.get, url))
            }
            task.cancel()
            gate.open()
            await #expect { try await task.value } throws: { ($0 as? TransportError)?.reason == .cancelled }
        }
    }

    @Test(arguments: ["http://127.0.0.1:1/", "http://nowhere.invalid/"])
    func `a server that is not there can't be connected to`(url: String) async {
        await #expect { try await URLSessionTransport().send(ClientRequest(.get, url)) } throws: {
            ($0 as? TransportError)?.reason == .cannotConnect
        }
    }

    @Test(arguments: ["", "/path", "ftp://127.0.0.1/", "file:///etc/passwd"])
    func `only http URLs are asked for`(url: String) async {
        await #expect { try await URLSessionTransport().send(ClientRequest(.get, url)) } throws: {
            ($0 as? TransportError)?.reason == .badURL
        }
    }

    @Test(
        arguments: [
            ("a=1", ["a=1"]),
            ("a=1, b=2", ["a=1", "b=2"]),
            (
                "a=1; Expires=Wed, 21 Oct 2037 07:28:00 GMT, b=2; Expires=Thu, 22 Oct 2037 07:28:00 GMT; Secure",
                ["a=1; Expires=Wed, 21 Oct 2037 07:28:00 GMT", "b=2; Expires=Thu, 22 Oct 2037 07:28:00 GMT; Secure"]
            ),
            ("", []),
        ] as [(String, [String])])
    func `joined cookies are taken apart`(joined: String, values: [String]) {
        #expect(SetCookieList(joined).values == values)
    }
}
