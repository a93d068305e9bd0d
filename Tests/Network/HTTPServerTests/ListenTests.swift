import Glibc
import HTTP
import HTTPClient
import Logging
import Testing

@testable import HTTPServer

/// On which addresses a server can be reached, and what it takes its clients' addresses for.
@Suite struct ListenTests {
    private func withServer(
        _ listen: String, limits: ServerLimits = ServerLimits(), log: Logger = .silent,
        _ body: (UInt16) async throws -> Void
    ) async throws {
        var configuration = ServerConfiguration(listen: try #require(ListenAddress(listen)))
        configuration.limits = limits
        let server = try Server(configuration, log: log) { .text(.ok, $0.remoteAddress ?? "nobody") }
        do {
            try await body(server.address.port)
        } catch {
            await server.stop()
            throw error
        }
        await server.stop()
    }

    /// What the server answers under an address of this machine; `nil` where it can't be reached there.
    private func answer(_ host: String, _ port: UInt16) async -> String? {
        let answer = try? await CurlClient().send(ClientRequest(.get, "http://\(host):\(port)/"))
        return answer.map { String(decoding: $0.body, as: UTF8.self) }
    }

    @Test(arguments: [":0", "*:0", "[::]:0"])
    func `without a host, every address of IPv4 and IPv6 is listened on`(listen: String) async throws {
        try await withServer(listen) { port in
            #expect(await answer("127.0.0.1", port) == "127.0.0.1")
            #expect(await answer("[::1]", port) == "::1")
        }
    }

    @Test func `the addresses of one family only can be chosen`() async throws {
        try await withServer("0.0.0.0:0") { port in
            #expect(await answer("127.0.0.1", port) == "127.0.0.1")
            #expect(await answer("[::1]", port) == nil)
        }
        try await withServer("[::1]:0") { port in
            #expect(await answer("[::1]", port) == "::1")
            #expect(await answer("127.0.0.1", port) == nil)
        }
    }

    @Test func `a client of IPv4 counts by its IPv4 address where the socket is of IPv6`() async throws {
        var limits = ServerLimits()
        limits.connectionsPerAddress = 1
        let lines = LogLines()
        try await withServer(":0", limits: limits, log: lines.logger) { port in
            var clients: [RawClient] = []
            // As addresses of IPv6 they would all be of one network.
            for source: UInt32 in [0x7F00_0001, 0x7F00_0002] {
                let client = try RawClient(port: port, from: source)
                client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
                #expect(await client.response()?.body == "127.0.0.\(source & 0xFF)")
                clients.append(client)
            }
            let refused = try RawClient(port: port, from: 0x7F00_0002)
            #expect(await refused.isClosed())
            #expect(try await lines.wait(for: "too many from one address")?.contains("address=127.0.0.2") == true)
            #expect(try await lines.wait(for: "from=127.0.0.1 ") != nil)
        }
    }

    @Test func `where the machine has no IPv6, every address is every IPv4 address`() throws {
        func withoutIPv6(_ family: Int32) -> Int32 {
            guard family == AF_INET6 else { return ListenSocket.makeSocket(family) }
            errno = EAFNOSUPPORT
            return -1
        }
        let socket = try ListenSocket.listening(
            on: try #require(ListenAddress(":0")), backlog: 1, makeSocket: withoutIPv6)
        socket.close()
        #expect(socket.address.host == "0.0.0.0")
        let error = #expect(throws: ServerError.self) {
            try ListenSocket.listening(
                on: try #require(ListenAddress("[::1]:0")), backlog: 1, makeSocket: withoutIPv6)
        }
        #expect(error?.description.contains("cannot listen on [::1]:0: Address family not supported") == true)
    }
}
