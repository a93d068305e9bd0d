import ChildProcess
import Eventually
import HTTP
import HTTPServer
import Logging
import Testing

/// With curl and openssl, which the tests install.
@Suite struct TLSStreamTests {
    private func server(_ streams: Streams) async throws -> Server {
        var configuration = ServerConfiguration(listen: ListenAddress(host: "127.0.0.1", port: 0))
        configuration.tls = try await TLSIdentity.selfSigned(
            "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256")
        return try Server(configuration, log: .silent, handler: streams.handler)
    }

    /// Starts curl, and waits for its stream.
    private func curl(_ server: Server, _ streams: Streams) async throws -> ChildProcess {
        let count = streams.all.count
        let curl = try ChildProcess([
            "curl", "-skN", "--max-time", "20", "https://127.0.0.1:\(server.address.port)/\(count)",
        ])
        try await eventually { streams.all.count > count }
        return curl
    }

    @Test func `a stream over TLS carries what is sent, and ends`() async throws {
        let streams = Streams()
        let server = try await server(streams)
        let curl = try await curl(server, streams)
        let text = String(repeating: "0123456789", count: 5_000)
        try streams.stream("/0").send(Array(text.utf8))
        try await eventually { curl.text == ":\n\n\(text)" }
        try streams.stream("/0").send(Array("later".utf8))
        try streams.stream("/0").end()
        try await curl.end()
        #expect(curl.text == ":\n\n\(text)later")
        await server.stop()
        #expect(streams.endings == [.ended])
    }

    @Test func `a client that goes is noticed over TLS, and a server stops with streams open`() async throws {
        let streams = Streams()
        let server = try await server(streams)
        let gone = try await curl(server, streams)
        let stays = try await curl(server, streams)
        gone.kill()
        #expect(try await streams.endings(1) == [.clientGone])
        await server.stop()
        #expect(streams.endings == [.clientGone, .stopping])
        try await stays.end()
    }
}
