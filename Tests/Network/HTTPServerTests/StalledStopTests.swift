import ChildProcess
import Eventually
import HTTP
import HTTPServer
import Logging
import Synchronization
import Testing

/// libmicrohttpd ends the process (SIGABRT) when it is stopped with a suspended connection. So a server is stopped here
/// with clients that stall wherever one can: in a head, in a body, in an answer, in the chunk of a stream.
@Suite struct StalledStopTests {
    /// What stalling clients have sent when the server stops; each behind a request that was answered.
    private static let beginnings = [
        "",
        "GE",
        "GET /seen HTTP/1.1\r\nHost:",
        "POST /seen HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n",
        "POST /seen HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf of it",
        "POST /seen HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\nExpect: 100-continue\r\n\r\n",
        "POST /seen HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n",
        "POST /seen HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n40\r\nhalf a chunk",
        "POST /seen HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nfull\r\n0",
        "POST /seen HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n"
            + "Content-Type: application/x-www-form-urlencoded\r\n\r\na=%2",
    ]
    /// Requests whose answers the clients do not read, or do not get.
    private static let unread = [
        "GET /large HTTP/1.1\r\nHost: x\r\n\r\n", "GET /large HTTP/1.0\r\n\r\n",
        "GET /stream/1 HTTP/1.1\r\nHost: x\r\n\r\n", "GET /stream/2 HTTP/1.0\r\n\r\n",
        "GET /wait HTTP/1.1\r\nHost: x\r\n\r\n",
    ]
    private static let seen = "GET /seen HTTP/1.1\r\nHost: x\r\n\r\n"
    private static let firstBytesOfTLS: [UInt8] = [0x16, 0x03, 0x01, 0x02, 0x00, 0x01]

    private final class Counter: Sendable {
        private let count = Atomic(0)
        var value: Int { count.load(ordering: .relaxed) }
        func add() { count.add(1, ordering: .relaxed) }
    }

    /// A server whose clients stall.
    private struct Scene {
        let streams = Streams(limit: .mebibytes(64))
        let gate = Gate()
        let large = Counter()
        let server: Server

        init(tls: TLSIdentity? = nil) throws {
            var configuration = ServerConfiguration(listen: ListenAddress(host: "127.0.0.1", port: 0))
            configuration.tls = tls
            configuration.limits.drainTime = .milliseconds(50)
            configuration.limits.cancelTime = .milliseconds(100)
            server = try Server(configuration, log: .silent) { [streams, gate, large] request in
                switch request.target.segments.first {
                case "large":
                    large.add()
                    return Response(.ok, body: moreThanSocketsHold)
                case "stream": return await streams.handler(request)
                case "wait":
                    await gate.wait()
                    return .text(.ok, "too late")
                default: return .text(.ok, "seen")
                }
            }
        }

        /// Waits until all requests whose answers are not read have arrived.
        func requestsArrived() async throws {
            try await eventually { streams.all.count == 2 && large.value == 2 && gate.waiting == 1 }
        }

        /// Leaves the streams in the middle of a chunk that nobody reads.
        func fillStreams() { for stream in streams.all { #expect(stream.send(moreThanSocketsHold)) } }
    }

    @Test(arguments: 0..<4) func `a server stops while its clients stall`(round: Int) async throws {
        let scene = try Scene()
        let port = scene.server.address.port
        let begun = try Self.beginnings.map { beginning in
            let client = try RawClient(port: port)
            client.send(Self.seen + beginning)
            return client
        }
        // Behind it, "100 Continue" may have come already.
        for client in begun { #expect(await client.response()?.body.hasPrefix("seen") == true) }
        let silent = try RawClient(port: port)
        let unread = try Self.unread.map { request in
            let client = try RawClient(port: port)
            client.send(request)
            return client
        }
        try await scene.requestsArrived()
        scene.fillStreams()
        // Some go at the same moment, and others come.
        let crowd = Task.detached {
            for (number, client) in unread.enumerated() where number % 4 == round { client.reset() }
            for number in 0..<50 {
                guard let client = try? RawClient(port: port) else { return }
                client.send(Self.beginnings[number % Self.beginnings.count])
            }
        }
        await scene.server.stop()
        await crowd.value
        for client in begun + [silent] { _ = await client.all() }
        #expect(scene.streams.endings.count == 2)
        scene.gate.open()
    }

    /// With openssl; those whose answers are not read are made to stand still.
    @Test func `a server stops while its clients stall over TLS`() async throws {
        let scene = try Scene(
            tls: try await TLSIdentity.selfSigned("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"))
        let port = scene.server.address.port
        func client(_ text: String) throws -> ChildProcess {
            try ChildProcess(
                ["openssl", "s_client", "-quiet", "-connect", "127.0.0.1:\(port)"], input: Array(text.utf8))
        }
        let begun = try Self.beginnings.map { try client(Self.seen + $0) }
        for client in begun { try await eventually { client.text.contains("seen") } }
        let shaking = try RawClient(port: port)
        shaking.send(Self.firstBytesOfTLS)
        let unread = try Self.unread.map { try client($0) }
        try await scene.requestsArrived()
        for client in unread { client.pause() }
        scene.fillStreams()
        await scene.server.stop()
        for client in begun { try await client.end() }
        _ = await shaking.all()
        #expect(scene.streams.endings.count == 2)
        scene.gate.open()
    }
}
