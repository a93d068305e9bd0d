import Eventually
import Foundation
import HTTP
import HTTPServer
import Logging
import Synchronization
import Testing

/// Runs a server for the time of `body`, and stops it.
func withServer(
    limits: ServerLimits = ServerLimits(), proxies: TrustedProxies = TrustedProxies(), log: Logger = .silent,
    handler: @escaping Handler,
    _ body: (UInt16) async throws -> Void
) async throws {
    var configuration = ServerConfiguration(listen: ListenAddress(host: "127.0.0.1", port: 0))
    configuration.limits = limits
    configuration.proxies = proxies
    let server = try Server(configuration, log: log, handler: handler)
    do {
        try await body(server.address.port)
    } catch {
        await server.stop()
        throw error
    }
    await server.stop()
}

/// Keeps log lines.
final class LogLines: Sendable {
    private let lines = Mutex<[String]>([])
    var all: [String] { lines.withLock { $0 } }
    var logger: Logger {
        Logger(
            level: .info, format: .text, timestamp: { "now" }, sink: { line in self.lines.withLock { $0.append(line) } }
        )
    }
    /// Waits until a line holds `text`.
    func wait(for text: String, sourceLocation: SourceLocation = #_sourceLocation) async throws -> String? {
        try await eventually(sourceLocation: sourceLocation) { all.contains { $0.contains(text) } }
        return all.first { $0.contains(text) }
    }
}

@Suite struct ServerTests {
    @Test func `a handler that never waits is answered at once`() async throws {
        try await withServer(handler: { .text(.ok, "\($0.target.segments)") }) { port in
            let client = try RawClient(port: port)
            for _ in 0..<3 {
                client.send("GET /a%2Fb/c HTTP/1.1\r\nHost: x\r\n\r\n")
                let response = await client.response()
                #expect(response?.status == 200)
                #expect(response?.body == #"["a/b", "c"]"#)
            }
        }
    }

    @Test func `a handler that waits is answered when it is done, and the connection goes on`() async throws {
        try await withServer(handler: { request in
            for _ in 0..<Int.random(in: 0...20) { await Task.yield() }
            return .text(.ok, request.target.query["n"] ?? "")
        }) { port in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for client in 0..<16 {
                    group.addTask {
                        let connection = try RawClient(port: port)
                        for number in 0..<40 {
                            connection.send("GET /?n=\(client)-\(number) HTTP/1.1\r\nHost: x\r\n\r\n")
                            #expect(await connection.response()?.body == "\(client)-\(number)")
                        }
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    /// The race between "done before the connection was suspended" and "done after it": both orders, many times.
    @Test func `an answer that comes at the moment of suspending is neither lost nor sent twice`() async throws {
        try await withServer(handler: { request in
            await withCheckedContinuation { continuation in
                Thread.detachNewThread { continuation.resume() }
            }
            return .text(.ok, request.target.query["n"] ?? "")
        }) { port in
            let connection = try RawClient(port: port)
            for number in 0..<1_500 {
                connection.send("GET /?n=\(number) HTTP/1.1\r\nHost: x\r\n\r\n")
                #expect(await connection.response()?.body == "\(number)")
            }
        }
    }

    @Test func `a client that leaves while the handler works does no harm`() async throws {
        let gate = Gate()
        try await withServer(handler: { request in
            if request.target.rawPath == "/slow" { await gate.wait() }
            return .text(.ok, "fine")
        }) { port in
            for _ in 0..<20 {
                let client = try RawClient(port: port)
                client.send("GET /slow HTTP/1.1\r\nHost: x\r\n\r\n")
                client.reset()
            }
            gate.open()
            let client = try RawClient(port: port)
            client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(await client.response()?.body == "fine")
        }
    }

    @Test func `HEAD answers as GET does, without the body`() async throws {
        try await withServer(handler: { .text(.ok, "\($0.method)") }) { port in
            let client = try RawClient(port: port)
            client.send("HEAD / HTTP/1.1\r\nHost: x\r\n\r\n")
            let head = await client.response(isHead: true)
            #expect(head?.status == 200)
            #expect(head?.header("content-length") == "3")
            client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(await client.response()?.body == "GET")
        }
    }

    @Test func `who already has it gets 304 without a body`() async throws {
        try await withServer(handler: { _ in
            Response(.ok, headers: [.eTag: #""v1""#, .contentType: "text/plain"], body: Array("body".utf8))
        }) { port in
            let client = try RawClient(port: port)
            client.send("GET / HTTP/1.1\r\nHost: x\r\nIf-None-Match: \"v0\", W/\"v1\"\r\n\r\n")
            let response = await client.response()
            #expect(response?.status == 304)
            #expect(response?.header("etag") == #""v1""#)
            #expect(response?.header("content-type") == nil)
            #expect(response?.body == "")
            client.send("GET / HTTP/1.1\r\nHost: x\r\nIf-None-Match: \"v2\"\r\n\r\n")
            #expect(await client.response()?.body == "body")
        }
    }

    @Test func `a body that answers many requests at once is sent whole to each`() async throws {
        let body = (0..<400_000).map { UInt8(ascii: "a") + UInt8($0 % 26) }
        try await withServer(handler: { _ in Response(.ok, body: body) }) { port in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        let client = try RawClient(port: port)
                        for _ in 0..<5 {
                            client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
                            #expect(await client.response()?.body.utf8.elementsEqual(body) == true)
                        }
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    @Test func `a request head of 16 KiB is read`() async throws {
        try await withServer(handler: { .text(.ok, "\($0.headers["X-Long"]?.utf8.count ?? 0)") }) { port in
            let client = try RawClient(port: port)
            client.send("GET / HTTP/1.1\r\nHost: x\r\nX-Long: \(String(repeating: "x", count: 16_300))\r\n\r\n")
            #expect(await client.response()?.body == "16300")
        }
    }

    @Test(arguments: ["/%zz", "/x?%FF", "*"]) func `a target that can't be read is 400`(target: String) async throws {
        try await withServer(handler: { _ in .text(.ok, "") }) { port in
            let client = try RawClient(port: port)
            client.send("GET \(target) HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(await client.response()?.status == 400)
        }
    }

    @Test func `one line is logged for each request, without its query`() async throws {
        let lines = LogLines()
        try await withServer(log: lines.logger, handler: { _ in .text(.ok, "12345") }) { port in
            let client = try RawClient(port: port)
            client.send("GET /path?token=secret HTTP/1.1\r\nHost: x\r\nCookie: session=hidden\r\n\r\n")
            _ = await client.response()
            let line = try #require(try await lines.wait(for: "/path"))
            #expect(line.contains("method=GET path=/path status=200 bytes=5"))
            #expect(line.contains("from=127.0.0.1"))
        }
        #expect(lines.all.count == 1)
        #expect(!lines.all.joined().contains("secret"))
        #expect(!lines.all.joined().contains("hidden"))
    }

    @Test(arguments: ["\u{301}", "\u{200D}", "\u{FE0F}", "\u{1F3FD}", "\u{E0100}", "\u{20DD}", "\u{600}"])
    func `what joins the question mark does not bring the query into the log`(mark: String) async throws {
        let lines = LogLines()
        try await withServer(log: lines.logger, handler: { _ in .text(.ok, "12345") }) { port in
            let client = try RawClient(port: port)
            for target in ["/path?\(mark)token=secret", "/path\(mark)?token=secret"] {
                client.send("GET \(target) HTTP/1.1\r\nHost: x\r\n\r\n")
                _ = await client.response()
            }
            #expect(try await lines.wait(for: "/path") != nil)
        }
        #expect(!lines.all.joined().contains("secret"), "\(lines.all)")
    }

    @Test func `an address that is taken is told with the reason`() async throws {
        try await withServer(handler: { _ in .text(.ok, "") }) { port in
            let taken = ListenAddress(host: "127.0.0.1", port: port)
            #expect(throws: ServerError.cannotListen(taken, "Address already in use")) {
                _ = try Server(ServerConfiguration(listen: taken), log: .silent) { _ in .text(.ok, "") }
            }
        }
    }

    @Test func `a certificate that is none is told`() throws {
        var configuration = ServerConfiguration(listen: ListenAddress(host: "127.0.0.1", port: 0))
        configuration.tls = TLSIdentity(certificate: "no", key: "no")
        #expect(throws: ServerError.self) { try Server(configuration, log: .silent) { _ in .text(.ok, "") } }
    }
}
