import HTTP
import HTTPServer
import Testing

@Suite struct BodyTests {
    private static let echo: Handler = { request in
        switch request.body {
        case .none: .text(.ok, "none")
        case .bytes(let bytes): Response(.ok, .plainText, bytes)
        case .form(let form): .text(.ok, form.fields.map { "\($0.name)=\($0.value)" }.joined(separator: "|"))
        }
    }

    private func post(_ port: UInt16, type: String, _ body: String) async -> RawResponse? {
        guard let client = try? RawClient(port: port) else { return nil }
        client.send(
            "POST / HTTP/1.1\r\nHost: x\r\nContent-Type: \(type)\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
        return await client.response()
    }

    @Test func `a urlencoded form is read, whatever is in it`() async throws {
        try await withServer(handler: Self.echo) { port in
            let body = "text=%E7%B8%81+%26%3D%0D%0A&empty=&text=two&last=x"
            #expect(
                await post(port, type: "application/x-www-form-urlencoded", body)?.body
                    == "text=縁 &=\r\n|empty=|text=two|last=x")
            #expect(await post(port, type: "application/x-www-form-urlencoded; charset=UTF-8", "")?.body == "")
        }
    }

    @Test func `a long value that comes in pieces is put together`() async throws {
        try await withServer(handler: Self.echo) { port in
            let value = String(repeating: "%E7%B8%81", count: 12_000)
            let response = await post(port, type: "application/x-www-form-urlencoded", "text=\(value)&after=1")
            #expect(response?.body == "text=\(String(repeating: "縁", count: 12_000))|after=1")
        }
    }

    @Test func `a multipart form is read and its files are left out`() async throws {
        let body = [
            "--XbXbX", "Content-Disposition: form-data; name=\"text\"", "", "line 1\r\nline 2 縁",
            "--XbXbX", "Content-Disposition: form-data; name=\"file\"; filename=\"a.png\"", "Content-Type: image/png",
            "",
            "PNG", "--XbXbX", "Content-Disposition: form-data; name=\"after\"", "", "", "--XbXbX--", "",
        ].joined(separator: "\r\n")
        try await withServer(handler: Self.echo) { port in
            #expect(
                await post(port, type: "multipart/form-data; boundary=XbXbX", body)?.body
                    == "text=line 1\r\nline 2 縁|after=")
        }
    }

    @Test func `a form with too many fields is 400`() async throws {
        var limits = ServerLimits()
        limits.formFields = 3
        try await withServer(limits: limits, handler: Self.echo) { port in
            #expect(await post(port, type: "application/x-www-form-urlencoded", "a=1&b=2&c=3")?.status == 200)
            #expect(await post(port, type: "application/x-www-form-urlencoded", "a=1&b=2&c=3&d=4&e=5")?.status == 400)
        }
    }

    @Test func `a multipart form without a boundary is 400`() async throws {
        try await withServer(handler: Self.echo) { port in
            #expect(await post(port, type: "multipart/form-data", "x")?.status == 400)
        }
    }

    @Test func `bytes that are not UTF-8 are mended, not refused`() async throws {
        try await withServer(handler: Self.echo) { port in
            #expect(
                await post(port, type: "application/x-www-form-urlencoded", "text=a%FFb")?.body == "text=a\u{FFFD}b")
        }
    }

    @Test func `a body of another type arrives as it is, chunked too`() async throws {
        try await withServer(handler: Self.echo) { port in
            #expect(await post(port, type: "application/json", #"{"a":1}"#)?.body == #"{"a":1}"#)
            let client = try RawClient(port: port)
            client.send("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n")
            client.send("2\r\nde\r\n0\r\n\r\n")
            #expect(await client.response()?.body == "abcde")
        }
    }

    @Test func `a body over the limit is 413, and one that is far over is cut off`() async throws {
        var limits = ServerLimits()
        limits.body = .kibibytes(4)
        limits.discardedBody = .kibibytes(64)
        try await withServer(limits: limits, handler: Self.echo) { port in
            #expect(await post(port, type: "text/plain", String(repeating: "a", count: 4_096))?.status == 200)
            #expect(await post(port, type: "text/plain", String(repeating: "a", count: 4_097))?.status == 413)
            #expect(
                await post(
                    port, type: "application/x-www-form-urlencoded", "a=\(String(repeating: "a", count: 50_000))")?
                    .status == 413)
            let client = try RawClient(port: port)
            client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000000\r\n\r\n")
            #expect(await client.response()?.status == 413)
            #expect(await client.isClosed())
        }
    }

    @Test func `headers over the limit are refused and the server goes on`() async throws {
        try await withServer(handler: Self.echo) { port in
            let client = try RawClient(port: port)
            client.send("GET / HTTP/1.1\r\nHost: x\r\nX-Big: \(String(repeating: "a", count: 100_000))\r\n\r\n")
            let status = await client.response()?.status
            #expect(status == 431 || status == 413 || status == 414 || status == nil)
            #expect(await post(port, type: "text/plain", "still here")?.body == "still here")
        }
    }

    @Test func `a silent connection is closed after the idle time`() async throws {
        var limits = ServerLimits()
        limits.idleTime = .seconds(1)
        try await withServer(limits: limits, handler: Self.echo) { port in
            let client = try RawClient(port: port)
            client.send("GET / HTTP/1.1\r\nHost:")
            #expect(await client.isClosed())
        }
    }
}
