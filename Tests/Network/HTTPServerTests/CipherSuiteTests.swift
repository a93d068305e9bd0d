import ChildProcess
import HTTP
import HTTPServer
import Logging
import Testing

/// Which cipher suites the program speaks where it does TLS itself. With openssl, which the tests install.
@Suite struct CipherSuiteTests {
    /// RSA, without which no suite of RSA key exchange could be chosen. It takes long to make.
    private static let identity = Task { try await TLSIdentity.selfSigned("-newkey", "rsa:2048") }

    private func server() async throws -> Server {
        var configuration = ServerConfiguration(listen: ListenAddress(host: "127.0.0.1", port: 0))
        configuration.tls = try await Self.identity.value
        return try Server(configuration, log: .silent) { _ in Response.text(.ok, "ok") }
    }

    /// The suite that is agreed on; `nil` where there is none.
    private func suite(_ server: Server, _ options: [String]) async throws -> String? {
        let openssl = try await ChildProcess.run(
            ["openssl", "s_client", "-connect", "127.0.0.1:\(server.address.port)"] + options)
        guard openssl.status == 0 else { return nil }
        return try openssl.text.firstMatch(of: Regex("Cipher is ([A-Z0-9_-]+)"))?.output[1].substring.map(String.init)
    }

    @Test(arguments: [
        "AES256-SHA", "AES128-SHA", "AES256-SHA256", "AES128-GCM-SHA256", "AES256-GCM-SHA384", "AES256-CCM",
        "CAMELLIA256-SHA", "kRSA",
    ])
    func `no suite is spoken whose key exchange is not forward secret`(cipher: String) async throws {
        let server = try await server()
        #expect(try await suite(server, ["-tls1_2", "-cipher", "\(cipher):@SECLEVEL=0"]) == nil)
        await server.stop()
    }

    @Test(arguments: ["ECDHE-RSA-AES256-SHA", "ECDHE-RSA-AES128-SHA", "ECDHE-RSA-AES256-SHA384"])
    func `no suite is spoken whose cipher does not authenticate`(cipher: String) async throws {
        let server = try await server()
        #expect(try await suite(server, ["-tls1_2", "-cipher", "\(cipher):@SECLEVEL=0"]) == nil)
        await server.stop()
    }

    @Test func `TLS 1.3 and TLS 1.2 with an ephemeral key exchange are spoken, and nothing older`() async throws {
        let server = try await server()
        #expect(try await suite(server, ["-tls1_3"])?.hasPrefix("TLS_") == true)
        for cipher in ["ECDHE-RSA-AES256-GCM-SHA384", "ECDHE-RSA-AES128-GCM-SHA256", "ECDHE-RSA-CHACHA20-POLY1305"] {
            #expect(try await suite(server, ["-tls1_2", "-cipher", cipher]) == cipher)
        }
        for version in ["-tls1_1", "-tls1"] {
            #expect(try await suite(server, [version, "-cipher", "ALL:@SECLEVEL=0"]) == nil)
        }
        await server.stop()
    }
}

extension TLSIdentity {
    /// A certificate that signs itself, made by openssl.
    static func selfSigned(_ key: String...) async throws -> TLSIdentity {
        let pem = try await ChildProcess.run(
            ["openssl", "req", "-x509", "-nodes", "-subj", "/CN=test", "-keyout", "-", "-out", "-"] + key
        ).text
        let certificate = try #require(pem.firstRange(of: "-----BEGIN CERTIFICATE-----")).lowerBound
        return TLSIdentity(certificate: String(pem[certificate...]), key: String(pem[..<certificate]))
    }
}
