import HTTP
import HTTPServer
import Testing

/// What two programs could read differently is refused, and the connection ends (RFC 9112 §11.2).
@Suite struct FramingTests {
    /// What a request that must not be read is followed by; it must not be answered.
    private static let hidden = "GET /hidden HTTP/1.1\r\nHost: x\r\n\r\n"

    /// Sends bytes, then the hidden request, and reads until the connection is closed.
    private func exchange(_ port: UInt16, _ bytes: [UInt8]) async throws -> String {
        let client = try RawClient(port: port)
        client.send(bytes + Array(Self.hidden.utf8))
        return await client.all()
    }

    private func withEcho(_ body: (UInt16) async throws -> Void) async throws {
        try await withServer(handler: { .text(.ok, "answered \($0.target.rawPath)") }, body)
    }

    @Test(arguments: [
        "GET /a HTTP/1.1\r\nHost : x\r\n\r\n",
        "GET /a HTTP/1.1\r\nHost: x\r\nContent-Length : 33\r\n\r\n",
        "GET /a HTTP/1.1\r\nHost: x\r\nContent-Length\t: 33\r\n\r\n",
        "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabcd",
        "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nContent-Length: 3\r\n\r\nabc",
        "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 3, 3\r\n\r\nabc",
        "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: +3\r\n\r\nabc",
        "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: -3\r\n\r\nabc",
        "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 0x3\r\n\r\nabc",
        "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 3 3\r\n\r\nabc",
        "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length:\r\n\r\n",
        "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\n",
        "POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n",
        "POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
        "POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: \u{0B}chunked\r\n\r\n0\r\n\r\n",
        "POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding:\r\n\r\n0\r\n\r\n",
        "POST /a HTTP/1.0\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "GET /a HTTP/1.1\nHost: x\r\n\r\n",
        "GET /a HTTP/1.1\r\nHost: x\n\r\n",
        "GET /a HTTP/1.1\r\nHost: x\r\n\n",
        "GET /a HTTP/1.1\r\nHost: x\r\nX: a\nContent-Length: 33\r\n\r\n",
        "GET /a HTTP/1.1\r\nHost: x\r\nX: a\rContent-Length: 33\r\n\r\n",
        "GET /a HTTP/1.1\r\nHost: x\r\nX: a\r\n b\r\n\r\n",
        "GET /a HTTP/1.1\r\nHost: x\r\nX: a\r\n\tContent-Length: 33\r\n\r\n",
        "GET /a HTTP/1.1\r\nHost: x\r\nX: a\r\n b\r\n c\r\nY: d\r\n\r\n",
        "GET /a HTTP/1.1\r\n Host: x\r\n\r\n",
        "GET /a HTTP/1.1\r\n\r\n",
        "GET /a HTTP/1.1\r\nHost:\r\n\r\n",
        "GET /a HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n",
        "GET /a HTTP/1.1\r\nHost: x\r\nHost: x\r\n\r\n",
        "GET /a HTTP/1.1\r\nHost: x, y\r\n\r\n",
        "GET /a HTTP/1.1\r\nHost: x y\r\n\r\n",
        "GET /a HTTP/1.1\r\nHost: me@x\r\n\r\n",
        "GET /a HTTP/1.0\r\nHost: x\r\nHost: x\r\n\r\n",
        "GET /a\0b HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET /a HTTP/1.1\r\nHo\0st: x\r\n\r\n",
        "GET /a HTTP/1.1\r\nHost: x\r\nX: a\0b\r\n\r\n",
        "GET /a HTTP/1.1\r\nHost: x\r\nX: a\u{7F}b\r\n\r\n",
        "GET /a HTTP/1.1\r\nHost: x\r\nX(: a\r\n\r\n",
        "GET /a HTTP/1.1\r\nHost: x\r\nX\u{E9}: a\r\n\r\n",
        "GET /a HTTP/1.1\r\nHost: x\r\n: a\r\n\r\n",
        "GET /a HTTP/1.1\r\nHost: x\r\nno colon\r\n\r\n",
        "GET /a b HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET /a\tb HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET  /a HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET /a  HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET /a HTTP/1.1 \r\nHost: x\r\n\r\n",
        "GET /a HTTP/1.2\r\nHost: x\r\n\r\n",
        "GET /a http/1.1\r\nHost: x\r\n\r\n",
        "GET /a\u{01} HTTP/1.1\r\nHost: x\r\n\r\n",
    ]) func `a head that is not framed exactly is 400, and nothing after it is read`(head: String) async throws {
        try await withEcho { port in
            let answer = try await exchange(port, Array(head.utf8))
            #expect(answer.hasPrefix("HTTP/1.1 400 ") || answer.hasPrefix("HTTP/1.0 400 "), "\(answer)")
            #expect(!answer.contains("hidden"))
            #expect(!answer.contains("answered"))
        }
    }

    @Test(arguments: [
        "GET /a HTTP/1.1\r\nHost: x\r\n\r\n",
        "\r\n\r\nGET /a HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET /a?b=c&d HTTP/1.1\r\nHost: x:80\r\nX:\r\nY:\t a\tb \r\nZ:z\r\n\r\n",
        "GET /a? HTTP/1.1\r\nHost: [::1]:8080\r\nCookie: a=b; c=\r\nCookie: d=e\r\n\r\n",
        "GET /a HTTP/1.1\r\nhost: x\r\nX: \u{E9}\r\n\r\n",
        "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 0005\r\n\r\nabcde",
        "GET /a HTTP/1.0\r\nConnection: keep-alive\r\n\r\n",
        "POST /a HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\nabc",
    ]) func `a head that is framed exactly is read, and so is the next request`(head: String) async throws {
        try await withEcho { port in
            let client = try RawClient(port: port)
            client.send(head + "GET /next HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            let answer = await client.all()
            #expect(answer.contains("answered /a") && answer.contains("answered /next"), "\(answer)")
        }
    }

    @Test func `a head that arrives byte by byte is read as one that arrives at once`() async throws {
        try await withEcho { port in
            let client = try RawClient(port: port)
            for head in ["GET /a?b HTTP/1.1\r\nHost: x\r\nX: y\r\n\r\n", "GET /b HTTP/1.1\r\nHost: x\r\n\r\n"] {
                for byte in head.utf8 {
                    client.send([byte])
                    _ = client.hasAnswer(within: .zero)
                }
                #expect(await client.response()?.status == 200)
            }
        }
    }

    @Test func `a body in chunks is read, and ends the connection`() async throws {
        try await withEcho { port in
            let answer = try await exchange(
                port, Array("POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1;x\n0\r\n0\n\n".utf8))
            #expect(answer.contains("answered /a") && !answer.contains("hidden"), "\(answer)")
        }
    }

    @Test func `HEAD of a stream is answered by a head alone`() async throws {
        let stream = EventStream(onClose: { _ in })
        try await withServer(handler: { request in
            request.target.rawPath == "/events"
                ? Response(.ok, headers: [.contentType: "text/event-stream"], stream: stream) : .text(.ok, "next")
        }) { port in
            let client = try RawClient(port: port)
            client.send(
                "HEAD /events HTTP/1.1\r\nHost: x\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            let answer = await client.all()
            let heads = answer.split(separator: "\r\n\r\n")
            #expect(heads.count == 3 && heads[1].hasPrefix("HTTP/1.1 200") && heads[2] == "next", "\(answer)")
        }
    }
}
