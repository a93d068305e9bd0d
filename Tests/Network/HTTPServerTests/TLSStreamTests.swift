import Eventually
import Foundation
import HTTP
import HTTPServer
import Logging
import Testing

/// With curl and openssl, which the tests install.
@Suite struct TLSStreamTests {
    /// A process, and what it writes.
    private func start(_ command: String, _ arguments: [String]) throws -> (process: Process, output: Pipe) {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [command] + arguments
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        return (process, output)
    }

    private func server(_ streams: Streams) throws -> Server {
        let pem = try start(
            "openssl",
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj", "/CN=test",
                "-keyout", "-", "-out", "-",
            ])
        let text = String(decoding: pem.output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        let certificate = try #require(text.firstRange(of: "-----BEGIN CERTIFICATE-----"))
        var configuration = ServerConfiguration(listen: ListenAddress(host: "127.0.0.1", port: 0))
        configuration.tls = TLSIdentity(
            certificate: String(text[certificate.lowerBound...]), key: String(text[..<certificate.lowerBound]))
        return try Server(configuration, log: .silent, handler: streams.handler)
    }

    /// Starts curl, and waits for its stream.
    private func curl(_ server: Server, _ streams: Streams) async throws -> (process: Process, output: Pipe) {
        let count = streams.all.count
        let curl = try start("curl", ["-skN", "--max-time", "20", "https://127.0.0.1:\(server.address.port)/\(count)"])
        try await eventually { streams.all.count > count }
        return curl
    }

    @Test func `a stream over TLS carries what is sent, and ends`() async throws {
        let streams = Streams()
        let server = try server(streams)
        let curl = try await curl(server, streams)
        let text = String(repeating: "0123456789", count: 5_000)
        try streams.stream("/0").send(Array(text.utf8))
        let output = curl.output.fileHandleForReading
        let first = output.readData(ofLength: 3 + text.utf8.count)
        #expect(String(decoding: first, as: UTF8.self) == ":\n\n\(text)")
        try streams.stream("/0").send(Array("later".utf8))
        try streams.stream("/0").end()
        #expect(String(decoding: output.readDataToEndOfFile(), as: UTF8.self) == "later")
        await server.stop()
        #expect(streams.endings == [.ended])
    }

    @Test func `a client that goes is noticed over TLS, and a server stops with streams open`() async throws {
        let streams = Streams()
        let server = try server(streams)
        let gone = try await curl(server, streams)
        let stays = try await curl(server, streams)
        // Not SIGTERM, which it inherits blocked.
        kill(gone.process.processIdentifier, SIGKILL)
        #expect(try await streams.endings(1) == [.clientGone])
        await server.stop()
        #expect(streams.endings == [.clientGone, .stopping])
        stays.process.waitUntilExit()
    }
}
