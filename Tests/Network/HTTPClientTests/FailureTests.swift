import HTTP
import HTTPClient
import Testing

@Suite struct FailureTests {
    /// Why the client finds no answer in `text`, after which the server closes the connection.
    private func reason(of text: String, by client: CurlClient) async throws -> TransportError.Reason? {
        try await RawServer.run { _, connection in
            connection.write(text)
            connection.close()
        } body: { server in
            await client.failure(ClientRequest(.get, server.url))?.reason
        }
    }

    @Test("a refused connection is one that can't be made", arguments: Way.allCases)
    func refused(way: Way) async throws {
        let client = way.client()
        let url = "http://127.0.0.1:\(Loopback.refusingPort())/path?token=secret"
        let error = try #require(await client.failure(ClientRequest(.post, url, body: [1])))
        #expect(error.reason == .cannotConnect)
        #expect(error.url == url.prefix { $0 != "?" })
        #expect(!error.description.contains("secret"))
        #expect(error.detail.contains("127.0.0.1"))
    }

    @Test("a name that nobody has, or a server that speaks no TLS, can't be connected to", arguments: Way.allCases)
    func neverSent(way: Way) async throws {
        let client = way.client()
        #expect(await client.failure(ClientRequest(.get, "http://nobody.invalid/"))?.reason == .cannotConnect)
        try await RawServer.run { _, connection in
            connection.answer()
        } body: { server in
            let url = "https://127.0.0.1:\(server.port)/"
            // The greeting of TLS is no request, and waits for more until the client gives up.
            let impatient = way.client { $0.connectTimeout = .milliseconds(200) }
            #expect(await impatient.failure(ClientRequest(.get, url))?.reason == .cannotConnect)
            #expect(server.requests.isEmpty)
        }
    }

    @Test(
        "what is no whole HTTP answer is a lost connection",
        arguments: [
            "", "SSH-2.0-OpenSSH_9.2\r\n", "HTTP/1.1 200 OK\r\nContent-",
            "HTTP/1.1 999 What\r\nContent-Length: 0\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\ncut",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n10\r\ncut",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nnot a number\r\n",
            "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 8\r\n\r\nnot gzip",
            "HTTP/1.1 100 Continue\r\n\r\n",
        ], Way.allCases)
    func lost(text: String, way: Way) async throws {
        #expect(try await reason(of: text, by: way.client()) == .connectionLost)
    }

    @Test("a client is fit for the next request after any failure", arguments: Way.allCases)
    func recovery(way: Way) async throws {
        let client = way.client()
        try await RawServer.run { request, connection in
            if request.target == "/bad" { connection.close() } else { connection.answer() }
        } body: { server in
            for _ in 0..<3 {
                #expect(await client.failure(ClientRequest(.post, "\(server.url)/bad"))?.reason == .connectionLost)
                let answer = try await client.send(ClientRequest(.post, "\(server.url)/good"))
                #expect(answer.status == .ok)
            }
        }
    }
}
