import Dispatch
import Eventually
import HTTP
import HTTPClient
import Testing

@Suite struct LimitTests {
    private static let silence: RawServer.Behaviour = { _, _ in }

    @Test(
        "a server that never answers is given up when the time is over, and its connection closed",
        arguments: Way.allCases)
    func timeout(way: Way) async throws {
        let client = way.client { $0.timeout = .milliseconds(100) }
        try await RawServer.run(Self.silence) { server in
            let time = await ContinuousClock().measure {
                #expect(await client.failure(ClientRequest(.get, server.url))?.reason == .timedOut)
            }
            #expect(time > .milliseconds(95) && time < .seconds(30))
            try await server.waitForHangUps(1)
        }
    }

    @Test("an answer that drips is given up when the time is over, however much has come", arguments: Way.allCases)
    func dripping(way: Way) async throws {
        let client = way.client { $0.timeout = .milliseconds(100) }
        try await RawServer.run { _, connection in
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\ndrip")
        } body: { server in
            #expect(await client.failure(ClientRequest(.get, server.url))?.reason == .timedOut)
        }
    }

    @Test("waiting for a free connection counts as waiting", arguments: Way.allCases)
    func timeoutInQueue(way: Way) async throws {
        let client = way.client {
            $0.timeout = .milliseconds(500)
            $0.maximumConnectionsPerHost = 1
        }
        try await RawServer.run(Self.silence) { server in
            let time = await ContinuousClock().measure {
                await withTaskGroup(of: TransportError.Reason?.self) { group in
                    for _ in 0..<10 {
                        group.addTask { await client.failure(ClientRequest(.get, server.url))?.reason }
                    }
                    for await reason in group { #expect(reason == .timedOut) }
                }
            }
            #expect(time < .seconds(30))
        }
    }

    @Test("a server that takes no connection is given up when the time for connecting is over", arguments: Way.allCases)
    func connectTimeout(way: Way) async throws {
        let client = way.client { $0.connectTimeout = .milliseconds(100) }
        try await Loopback.withSilentPort { port in
            let time = await ContinuousClock().measure {
                let failure = await client.failure(ClientRequest(.post, "http://127.0.0.1:\(port)/"))
                #expect(failure?.reason == .cannotConnect)
            }
            #expect(time < .seconds(30))
        }
    }

    @Test("a body over the limit is broken off, one at the limit arrives", arguments: [0, 1, 5_000_000], Way.allCases)
    func bodySize(excess: Int, way: Way) async throws {
        let client = way.client { $0.maximumBodySize = .kibibytes(100) }
        let body = [UInt8](repeating: 7, count: ByteCount.kibibytes(100).bytes + excess)
        try await RawServer.run { _, connection in
            connection.answer(body: body)
        } body: { server in
            if excess == 0 {
                let answer = try await client.send(ClientRequest(.get, server.url))
                #expect(answer.body == body)
            } else {
                #expect(await client.failure(ClientRequest(.get, server.url))?.reason == .bodyTooLarge)
                try await server.waitForHangUps(1)
            }
        }
    }

    @Test("the beginning of a body over the limit is the answer where that is wanted", arguments: [0, 1, 5_000_000])
    func beginning(excess: Int) async throws {
        var configuration = CurlClient.Configuration()
        (configuration.maximumBodySize, configuration.cutsLongBodies) = (.kibibytes(100), true)
        let client = CurlClient(configuration)
        let body = (0..<ByteCount.kibibytes(100).bytes + excess).map { UInt8(truncatingIfNeeded: $0 / 7) }
        try await RawServer.run { _, connection in
            connection.answer(body: body)
        } body: { server in
            let answer = try await client.send(ClientRequest(.get, server.url))
            #expect(answer.status == .ok)
            #expect(answer.body == Array(body.prefix(ByteCount.kibibytes(100).bytes)))
            if excess > 0 { try await server.waitForHangUps(1) }
        }
    }

    @Test("a head over the limit is broken off", arguments: Way.allCases)
    func headSize(way: Way) async throws {
        let client = way.client { $0.maximumHeadSize = .kibibytes(4) }
        try await RawServer.run { _, connection in
            connection.answer(headers: String(repeating: "X: \(String(repeating: "x", count: 90))\r\n", count: 50))
        } body: { server in
            #expect(await client.failure(ClientRequest(.get, server.url))?.reason == .connectionLost)
        }
    }

    /// libcurl may have as many as are allowed, and as many again are used past it for what is plain.
    @Test("no more connections are open at once than allowed", arguments: Way.allCases)
    func connections(way: Way) async throws {
        let allowed = 3
        let most = way == .plain ? 2 * allowed : allowed
        let client = way.client { $0.maximumConnectionsPerHost = allowed }
        let mayAnswer = DispatchSemaphore(value: 0)
        try await RawServer.run { _, connection in
            mayAnswer.wait()
            mayAnswer.signal()
            connection.answer()
        } body: { server in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<100 { group.addTask { _ = try await client.send(ClientRequest(.get, server.url)) } }
                try await server.waitForRequests(allowed)
                // libcurl closes one to open another, which the server may see the other way round.
                try await eventually { server.openConnections <= most }
                #expect(server.requests.count <= most, "each holds a connection")
                mayAnswer.signal()
                try await group.waitForAll()
            }
            #expect(server.requests.count == 100)
        }
    }
}
