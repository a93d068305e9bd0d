import Eventually
import Glibc
import HTTP
import HTTPServer
import Logging
import Testing

/// How long a client may hold a connection, how many, and what each costs.
@Suite struct ConnectionTests {
    /// A part of a request, with the end of the sender's side in the same moment.
    @Test(arguments: [
        "", "G", "GET /a HTTP/1.1\r\n", "GET /a HTTP/1.1\r\nHost: x\r\nX: ",
        "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nabc",
    ])
    func `a client that ends in the middle of a request is let go at once`(part: String) async throws {
        try await withServer(handler: { _ in .text(.ok, "") }) { port in
            for _ in 0..<20 {
                let client = try RawClient(port: port)
                client.sendAndFinish(part)
                let start = ContinuousClock.now
                #expect(await client.isClosed())
                #expect(ContinuousClock.now - start < .seconds(3))
            }
        }
    }

    @Test func `a client that ends after its requests gets all answers`() async throws {
        let gate = Gate()
        try await withServer(handler: { request in
            if request.target.rawPath == "/slow" { await gate.wait() }
            return .text(.ok, "answered \(request.target.rawPath)")
        }) { port in
            let client = try RawClient(port: port)
            let rest = "Host: x\r\n\r\n"
            client.sendAndFinish("GET /1 HTTP/1.1\r\n\(rest)GET /slow HTTP/1.1\r\n\(rest)GET /3 HTTP/1.1\r\n\(rest)")
            #expect(await client.response()?.body.hasPrefix("answered /1") == true)
            gate.open()
            let answers = await client.all()
            #expect(answers.contains("answered /slow") && answers.contains("answered /3"), "\(answers)")
        }
    }

    @Test func `a head that comes byte by byte has a total time`() async throws {
        var limits = ServerLimits()
        limits.headTime = .milliseconds(300)
        try await withServer(limits: limits, handler: { _ in .text(.ok, "") }) { port in
            let client = try RawClient(port: port)
            client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(await client.response()?.status == 200)
            let start = ContinuousClock.now
            while !client.hasAnswer(within: .milliseconds(20)), ContinuousClock.now - start < .seconds(5) {
                client.send("G")
            }
            #expect(client.read() == nil)
            #expect(ContinuousClock.now - start < .seconds(3))
        }
    }

    @Test func `a body that comes byte by byte has a total time`() async throws {
        var limits = ServerLimits()
        limits.uploadTime = .milliseconds(300)
        try await withServer(limits: limits, handler: { _ in .text(.ok, "") }) { port in
            let client = try RawClient(port: port)
            client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n")
            let start = ContinuousClock.now
            while !client.hasAnswer(within: .milliseconds(20)), ContinuousClock.now - start < .seconds(5) {
                client.send("a")
            }
            #expect(client.read() == nil)
            #expect(ContinuousClock.now - start < .seconds(3))
        }
    }

    @Test func `an answer that nobody receives has a total time`() async throws {
        var limits = ServerLimits()
        limits.answerTime = .milliseconds(300)
        let body = [UInt8](repeating: 0x61, count: 8_000_000)
        let lines = LogLines()
        try await withServer(limits: limits, log: lines.logger, handler: { _ in Response(.ok, body: body) }) { port in
            let client = try RawClient(port: port)
            client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            // It is written when the server has done with the request.
            #expect(try await lines.wait(for: "path=/") != nil)
            #expect(await client.all().utf8.count < body.count)
        }
    }

    @Test func `one address has a limit of connections, and others none of its`() async throws {
        var limits = ServerLimits()
        limits.connectionsPerAddress = 3
        let lines = LogLines()
        try await withServer(limits: limits, log: lines.logger, handler: { _ in .text(.ok, "come in") }) { port in
            let request = "GET / HTTP/1.1\r\nHost: x\r\n\r\n"
            func ask(from source: UInt32 = 0x7F00_0001) async throws -> RawClient? {
                let client = try RawClient(port: port, from: source)
                client.send(request)
                return await client.response()?.body == "come in" ? client : nil
            }
            var open: [RawClient?] = []
            for _ in 0..<3 { open.append(try await ask()) }
            #expect(!open.contains { $0 == nil })
            #expect(try await ask() == nil)
            #expect(try await ask(from: 0x7F00_0002) != nil)
            // The place of one that has gone is free as soon as the server has noticed.
            open[0]?.finishSending()
            #expect(await open[0]?.isClosed() == true)
            #expect(try await ask() != nil)
            let line = try #require(try await lines.wait(for: "connections refused"))
            #expect(line.contains("address=127.0.0.1"))
        }
    }

    @Test func `a proxy that is trusted may have as many connections as there are places`() async throws {
        var limits = ServerLimits()
        limits.connectionsPerAddress = 1
        let proxies = try #require(TrustedProxies("127.0.0.1"))
        try await withServer(limits: limits, proxies: proxies, handler: { _ in .text(.ok, "come in") }) { port in
            var open: [RawClient] = []
            for _ in 0..<5 {
                let client = try RawClient(port: port)
                client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
                #expect(await client.response()?.body == "come in")
                open.append(client)
            }
        }
    }

    @Test func `who has waited longest for a request makes room when all places are taken`() async throws {
        var limits = ServerLimits()
        limits.connections = 4
        limits.waitBeforeMakingRoom = .milliseconds(50)
        try await withServer(limits: limits, handler: { _ in .text(.ok, "come in") }) { port in
            var idle: [RawClient] = []
            for _ in 0..<4 { idle.append(try RawClient(port: port)) }
            let late = try RawClient(port: port)
            late.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(await late.response()?.body == "come in")
            #expect(await idle[0].isClosed())
        }
    }

    /// libmicrohttpd 0.9.75 never completes a request whose arguments overflow a connection's memory.
    @Test func `a target with thousands of arguments is answered, and keeps nothing`() async throws {
        let lines = LogLines()
        try await withServer(log: lines.logger, handler: { .text(.ok, "\($0.target.query.items.count)") }) { port in
            for _ in 0..<50 {
                let client = try RawClient(port: port)
                client.send("GET /?\(String(repeating: "a&", count: 3_000)) HTTP/1.1\r\nHost: x\r\n\r\n")
                #expect(await client.response()?.status == 200)
            }
        }
        #expect(lines.all.count { $0.contains("status=200") } == 50)
    }

    /// A head with one part again and again.
    struct LongHead: Sendable, CustomTestStringConvertible {
        let start: String
        let unit: String
        let count: Int
        let end: String

        var text: String { start + String(repeating: unit, count: count) + end }
        var testDescription: String { "\(start)\(count) × \(unit)".debugDescription }
    }

    @Test(arguments: [
        LongHead(start: "GET /path?", unit: "a&", count: 40_000, end: " HTTP/1.1\r\nHost: x\r\n\r\n"),
        LongHead(start: "GET /path HTTP/1.1\r\nHost: x\r\nCookie: ", unit: "a;", count: 7_000, end: "\r\n\r\n"),
        LongHead(start: "GET /path HTTP/1.1\r\nHost: x\r\n", unit: "X: y\r\n", count: 3_000, end: "\r\n"),
        LongHead(start: "GET /path HTTP/1.1\r\nHost: x\r\nX: y\r\n", unit: " z\r\n", count: 9_000, end: "\r\n"),
    ]) func `a head that overflows a connection's memory is refused at once`(head: LongHead) async throws {
        try await withServer(handler: { _ in .text(.ok, "") }) { port in
            let start = ContinuousClock.now
            let client = try RawClient(port: port)
            client.send(head.text)
            let answer = await client.all()
            #expect(answer.hasPrefix("HTTP/1.1 4") || answer.hasPrefix("HTTP/1.0 4") || answer.isEmpty, "\(answer)")
            #expect(ContinuousClock.now - start < .seconds(3))
        }
    }
}

extension RawClient {
    /// Sends text and says in the same segment that nothing more comes.
    fileprivate func sendAndFinish(_ text: String) {
        var cork: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_CORK, &cork, socklen_t(MemoryLayout<Int32>.size))
        send(text)
        finishSending()
    }
}
