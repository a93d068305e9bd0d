import Eventually
import HTTP
import HTTPServer
import Synchronization
import Testing

/// What is held for a response ends with it, and not before.
@Suite struct LeaseTests {
    private final class Held: Sendable {
        private let ended = Atomic(false)

        var isOver: Bool { ended.load(ordering: .sequentiallyConsistent) }

        /// More than the buffers of two sockets take.
        func response() -> Response {
            var response = Response(.ok, .plainText, [UInt8](repeating: UInt8(ascii: "x"), count: 32 << 20))
            response.lease = Lease { self.ended.store(true, ordering: .sequentiallyConsistent) }
            return response
        }
    }

    private static let request = "GET / HTTP/1.1\r\nHost: x\r\n\r\n"

    @Test func `a lease is held while its response is sent`() async throws {
        let held = Held()
        try await withServer(handler: { _ in held.response() }) { port in
            let client = try RawClient(port: port)
            client.send(Self.request)
            #expect(client.hasAnswer(within: .seconds(10)))
            #expect(!held.isOver)
            #expect(await client.response()?.body.utf8.count == 32 << 20)
            try await eventually { held.isOver }
        }
    }

    @Test func `a lease ends with the connection of a client that reads no further`() async throws {
        let held = Held()
        try await withServer(handler: { _ in held.response() }) { port in
            var client: RawClient? = try RawClient(port: port)
            client?.send(Self.request)
            #expect(client?.hasAnswer(within: .seconds(10)) == true)
            #expect(!held.isOver)
            // Closes it.
            client = nil
            try await eventually { held.isOver }
        }
    }

    @Test func `a lease ends where only the head was asked for`() async throws {
        let held = Held()
        try await withServer(handler: { _ in held.response() }) { port in
            let client = try RawClient(port: port)
            client.send("HEAD / HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(await client.response(isHead: true)?.status == 200)
            try await eventually { held.isOver }
        }
    }
}
