import ChildProcess
import Eventually
import HTTP
import Logging
import Testing

@testable import HTTPServer

/// A server that gets another certificate while it runs. With curl and openssl, which the tests install.
@Suite struct CertificateReplacementTests {
    private static func identity() async throws -> TLSIdentity {
        try await TLSIdentity.selfSigned("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256")
    }

    private func server(_ identity: TLSIdentity, _ handler: @escaping Handler) throws -> Server {
        var configuration = ServerConfiguration(listen: ListenAddress(host: "127.0.0.1", port: 0))
        configuration.tls = identity
        return try Server(configuration, log: .silent, handler: handler)
    }

    /// Whether a new connection gets this certificate.
    private func shows(_ server: Server, _ identity: TLSIdentity) async throws -> Bool {
        let openssl = try await ChildProcess.run(
            ["openssl", "s_client", "-connect", "127.0.0.1:\(server.address.port)"])
        return openssl.text.contains(identity.certificate)
    }

    private func stream(_ server: Server, _ streams: Streams, _ path: String) async throws -> ChildProcess {
        let count = streams.all.count
        let curl = try ChildProcess([
            "curl", "-skN", "--max-time", "60", "https://127.0.0.1:\(server.address.port)\(path)",
        ])
        try await eventually { streams.all.count > count }
        return curl
    }

    @Test func `new connections get the new certificate, and open streams go on`() async throws {
        let (old, new) = (try await Self.identity(), try await Self.identity())
        let streams = Streams()
        let server = try server(old, streams.handler)
        #expect(try await shows(server, old))
        let before = try await stream(server, streams, "/before")
        try await server.replaceCertificate(new)
        #expect(try await shows(server, new))
        let after = try await stream(server, streams, "/after")
        for path in ["/before", "/after"] {
            try streams.stream(path).send(Array("hello".utf8))
            try streams.stream(path).end()
        }
        try await before.end()
        try await after.end()
        #expect(before.text == ":\n\nhello")
        #expect(after.text == ":\n\nhello")
        #expect(streams.endings == [.ended, .ended])
        await server.stop()
    }

    @Test func `a certificate that can't be used changes nothing`() async throws {
        let old = try await Self.identity()
        let server = try server(old) { _ in .text(.ok, "") }
        for certificate in ["", "nonsense", old.key] {
            await #expect(throws: ServerError.self) {
                try await server.replaceCertificate(TLSIdentity(certificate: certificate, key: old.key))
            }
        }
        #expect(try await shows(server, old))
        await server.stop()
    }

    @Test func `a server stops with streams under several certificates`() async throws {
        let streams = Streams()
        let server = try server(try await Self.identity(), streams.handler)
        let first = try await stream(server, streams, "/first")
        try await server.replaceCertificate(try await Self.identity())
        let second = try await stream(server, streams, "/second")
        await server.stop()
        #expect(streams.endings == [.stopping, .stopping])
        try await first.end()
        try await second.end()
    }

    @Test func `a connection does not outlive a bounded number of certificates`() async throws {
        let identities = [try await Self.identity(), try await Self.identity()]
        let streams = Streams()
        let server = try server(identities[0], streams.handler)
        var open = [try await stream(server, streams, "/0")]
        for count in 1...Acceptor.maximumRetired {
            try await server.replaceCertificate(identities[count % 2])
            open.append(try await stream(server, streams, "/\(count)"))
        }
        #expect(streams.endings.isEmpty)
        try await server.replaceCertificate(identities[1])
        #expect(try await streams.endings(1).count == 1)
        try await open[0].end()
        #expect(open.filter(\.isRunning).count == open.count - 1)
        await server.stop()
        #expect(streams.endings.count == open.count)
    }
}
