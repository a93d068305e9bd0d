import ChildProcess
import Cryptography
import Foundation
import HTTP
import HTTPClient
import Testing

@testable import engawa

/// `engawa certificate`, judged by OpenSSL's own program and by a TLS client.
@Suite struct CertificateCommandTests {
    /// A folder that is not there yet, for the time of `body`.
    private func withFolder(_ body: (String) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "certificate-\(UUID())").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await body(folder)
    }

    private func openssl(_ arguments: String...) async throws -> (status: Int32, output: String) {
        let process = try await ChildProcess.run(["openssl"] + arguments)
        return (process.status, process.text + process.errors)
    }

    private func bytes(_ path: String) throws -> Data { try Data(contentsOf: URL(filePath: path)) }

    @Test func `openssl verifies the certificate for each of the names`() async throws {
        try await withFolder { folder in
            let made = try await RunningProgram.run(["certificate", "chat.home.arpa", "192.168.7.7", "--out", folder])
            #expect(made.status == 0, "\(made.error)")
            #expect(made.output.contains("A new authority is in \(folder)/authority.crt"))
            let (ca, leaf) = ("\(folder)/authority.crt", "\(folder)/certificate.pem")
            for name in ["chat.home.arpa", "localhost"] {
                let verified = try await openssl(
                    "verify", "-x509_strict", "-purpose", "sslserver", "-verify_hostname", name, "-CAfile", ca, leaf)
                #expect(verified.status == 0, "\(verified.output)")
            }
            for address in ["192.168.7.7", "127.0.0.1", "::1"] {
                let verified = try await openssl("verify", "-x509_strict", "-verify_ip", address, "-CAfile", ca, leaf)
                #expect(verified.status == 0, "\(verified.output)")
            }
            let other = try await openssl("verify", "-verify_hostname", "other.home.arpa", "-CAfile", ca, leaf)
            #expect(other.status != 0)
            let text = try await openssl("x509", "-in", ca, "-noout", "-text", "-fingerprint", "-sha256").output
            #expect(text.contains("X509v3 Name Constraints: critical") && text.contains("CA:TRUE, pathlen:0"))
            let fingerprint = try #require(text.firstMatch(of: /[Ff]ingerprint=([0-9A-F:]+)/)?.output.1)
            #expect(made.output.contains(fingerprint))
        }
    }

    @Test func `all files are for their owner only`() async throws {
        try await withFolder { folder in
            #expect(try await RunningProgram.run(["certificate", "--data", folder]).status == 0)
            let files = try FileManager.default.contentsOfDirectory(atPath: "\(folder)/tls")
            #expect(Set(files) == ["authority.crt", "authority.key", "certificate.pem", "key.pem"])
            for file in files + ["."] {
                let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder)/tls/\(file)")
                #expect(attributes[.posixPermissions] as? Int == (file == "." ? 0o700 : 0o600), "\(file)")
            }
        }
    }

    @Test func `a client that trusts the authority reaches the site, and a renewed one, over TLS`() async throws {
        try await withFolder { folder in
            let tls = "\(folder)/tls"
            var certificates: [Data] = []
            var authorities: [Data] = []
            for words in ["A new authority is in", "The authority is kept: "] {
                let made = try await RunningProgram.run(["certificate", "chat.home.arpa", "--data", folder])
                #expect(made.output.hasPrefix(words), "\(made.output) \(made.error)")
                certificates.append(try bytes("\(tls)/certificate.pem"))
                authorities.append(try bytes("\(tls)/authority.crt") + bytes("\(tls)/authority.key"))
                let port = try freePort()
                let program = try RunningProgram([
                    "serve", "--listen", "127.0.0.1:\(port)", "--data", folder, "--mode", "development",
                    "--tls-certificate", "\(tls)/certificate.pem", "--tls-key", "\(tls)/key.pem",
                ])
                defer { program.kill() }
                if certificates.count == 1 {
                    try FileManager.default.copyItem(atPath: "\(tls)/authority.crt", toPath: "\(folder)/trusted.crt")
                }
                var trusting = CurlClient.Configuration()
                let trusted = try String(contentsOfFile: "\(folder)/trusted.crt", encoding: .utf8)
                trusting.trust = ServerTrust(.only(try CertificateAuthorities(pem: trusted)))
                let visitor = Visitor(url: "https://localhost:\(port)", trusting)
                try await visitor.waitUntilOpen(program)
                #expect(try await visitor.get("/healthz").status == .ok)
                await #expect(throws: TransportError.self) {
                    try await CurlClient().send(ClientRequest(.get, "https://localhost:\(port)/healthz"))
                }
            }
            #expect(certificates[0] != certificates[1], "it is renewed")
            #expect(authorities[0] == authorities[1], "it is kept")
        }
    }

    @Test func `an authority that does not permit a name says so, and nothing changes`() async throws {
        try await withFolder { folder in
            #expect(try await RunningProgram.run(["certificate", "--out", folder]).status == 0)
            let before = try bytes("\(folder)/certificate.pem")
            let refused = try await RunningProgram.run(["certificate", "another-label", "--out", folder])
            #expect(refused.status == ExitStatus.usage)
            #expect(refused.error.contains("does not permit one of another-label, "))
            #expect(try bytes("\(folder)/certificate.pem") == before)
        }
    }

    @Test func `half an authority is not replaced`() async throws {
        try await withFolder { folder in
            #expect(try await RunningProgram.run(["certificate", "--out", folder]).status == 0)
            try FileManager.default.removeItem(atPath: "\(folder)/authority.key")
            let refused = try await RunningProgram.run(["certificate", "--out", folder])
            #expect(refused.status == ExitStatus.usage)
            #expect(refused.error.contains("\"\(folder)/authority.key\" can't be read"))
            try Data("x".utf8).write(to: URL(filePath: "\(folder)/authority.key"))
            #expect(try await RunningProgram.run(["certificate", "--out", folder]).error.contains("are no authority"))
        }
    }

    @Test(arguments: ["chat.example.org", "8.8.8.8", "b_x"]) func `a public name is refused`(name: String) async throws
    {
        let refused = try await RunningProgram.run(["certificate", name])
        #expect(refused.status == ExitStatus.usage)
        #expect(refused.error.contains("\"\(name)\" is no name or address of a local network"))
    }
}
