import Chat
import ChildProcess
import Eventually
import Foundation
import HTTP
import HTTPClient
import Logging
import Synchronization
import Testing

@testable import engawa

/// The certificate files of the program, at its start and after SIGHUP. With openssl, which the tests install.
@Suite struct CertificateTests {
    /// A folder with a certificate and its key.
    private final class TLSFolder {
        let path = FileManager.default.temporaryDirectory.appending(path: "tls-\(UUID())").path
        var certificate: String { "\(path)/chain.pem" }
        var key: String { "\(path)/key.pem" }

        init() async throws {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            try await renew()
        }

        deinit { try? FileManager.default.removeItem(atPath: path) }

        /// Writes another certificate and key to the files.
        func renew(_ options: [String] = []) async throws {
            let made = try await ChildProcess.run(
                [
                    "openssl", "req", "-x509", "-nodes", "-subj", "/CN=test", "-newkey", "ec", "-pkeyopt",
                    "ec_paramgen_curve:P-256", "-keyout", key, "-out", certificate,
                ] + options)
            try #require(made.status == 0)
        }

        func write(_ text: String, to path: String) throws {
            try text.write(toFile: path, atomically: true, encoding: .utf8)
        }

        func read(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }
    }

    private func withProgram(
        _ command: String, _ settings: [String], _ body: (RunningProgram, _ address: String) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "data-\(UUID())").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let program = try RunningProgram(
            [command, "--listen", "127.0.0.1:0", "--data", folder, "--mode", "development"] + settings)
        defer { program.kill() }
        let words = command == "serve" ? "Engawa is open:" : "The backend listens on"
        try await body(program, try await program.address(after: words))
    }

    /// The certificate that a new connection gets.
    private func shown(at address: String) async throws -> String {
        let authority = try #require(address.firstMatch(of: /\/\/(.*)$/)?.output.1)
        let openssl = try await ChildProcess.run(["openssl", "s_client", "-connect", String(authority)])
        let begin = try #require(openssl.text.firstRange(of: "-----BEGIN CERTIFICATE-----")).lowerBound
        let end = try #require(openssl.text.firstRange(of: "-----END CERTIFICATE-----\n")).upperBound
        return String(openssl.text[begin..<end])
    }

    @Test(arguments: ["serve", "backend"])
    func `SIGHUP gives new connections the certificate that is in the files by then`(command: String) async throws {
        let tls = try await TLSFolder()
        let settings = ["--tls-certificate", tls.certificate, "--tls-key", tls.key]
        try await withProgram(command, settings) { program, address in
            let old = try tls.read(tls.certificate)
            #expect(try await shown(at: address) == old)
            try await tls.renew(["-days", "7"])
            let new = try tls.read(tls.certificate)
            #expect(try await shown(at: address) == old)
            program.send(SIGHUP)
            #expect(try await program.logLine(with: "new connections get the new certificate").contains("until="))
            #expect(try await shown(at: address) == new)
            program.send(SIGHUP)
            _ = try await program.logLine(with: "the certificate has not changed")
            #expect(try await shown(at: address) == new)
        }
    }

    @Test func `after SIGHUP with files that can't be used, the old certificate stays`() async throws {
        let tls = try await TLSFolder()
        let settings = ["--tls-certificate", tls.certificate, "--tls-key", tls.key]
        try await withProgram("serve", settings) { program, address in
            let old = try tls.read(tls.certificate)
            let key = try tls.read(tls.key)
            try await tls.renew()
            try tls.write(key, to: tls.key)
            program.send(SIGHUP)
            let line = try await program.logLine(with: "the certificate can't be used, and the old one stays")
            #expect(line.contains("error") && line.contains("the key does not belong to the certificate"))
            #expect(try await shown(at: address) == old)
            try await tls.renew()
            program.send(SIGHUP)
            _ = try await program.logLine(with: "new connections get the new certificate")
        }
    }

    @Test(arguments: ["serve", "backend"])
    func `without TLS, SIGHUP is logged and changes nothing`(command: String) async throws {
        try await withProgram(command, []) { program, address in
            program.send(SIGHUP)
            _ = try await program.logLine(with: "SIGHUP: there is no certificate to reload")
            let path = command == "serve" ? "/healthz" : "/health"
            #expect(try await CurlClient().send(ClientRequest(.get, address + path)).status == .ok)
        }
    }

    @Test func `each problem of the files is told with the file, at the start`() async throws {
        let (tls, other) = (try await TLSFolder(), try await TLSFolder())
        let (missing, empty) = ("\(tls.path)/missing.pem", "\(tls.path)/empty.pem")
        try tls.write("", to: empty)
        for (certificate, key, words) in [
            (tls.key, tls.certificate, "--tls-certificate: \"\(tls.key)\" is not a file with a certificate chain"),
            (tls.key, tls.certificate, "it holds a private key; the files of --tls-certificate and --tls-key may be"),
            (tls.certificate, tls.certificate, "--tls-key: \"\(tls.certificate)\" is not a file with the private key"),
            (tls.certificate, other.key, "the key does not belong to the certificate in \"\(tls.certificate)\""),
            (missing, tls.key, "--tls-certificate: \"\(missing)\" is not a file"),
            (missing, tls.key, "it can't be read; for example --tls-certificate /etc/engawa/chain.pem"),
            (tls.certificate, empty, "--tls-key: \"\(empty)\" is not a file"),
            (tls.certificate, empty, "it holds no private key in PEM; for example --tls-key /etc/engawa/key.pem"),
        ] {
            let error = #expect(throws: ConfigurationError.self) {
                try Certificate(Configuration.TLSFiles(certificate: certificate, key: key))
            }
            #expect(error?.description.contains(words) == true, "\(error?.description ?? "nothing") for \(words)")
        }
    }

    @Test func `a certificate that clients do not accept now is warned of`() async throws {
        let tls = try await TLSFolder()
        try await tls.renew(["-days", "7"])
        let certificate = try Certificate(Configuration.TLSFiles(certificate: tls.certificate, key: tls.key))
        let now = Clock.system.now()
        let day = Duration.seconds(24 * 3_600)
        for (moment, isValid) in [(now, true), (now.adding(day * 8), false), (now.adding(day * -1), false)] {
            let lines = Mutex<[String]>([])
            let log = Logger(level: .info, format: .text, timestamp: { "now" }) { line in
                lines.withLock { $0.append(line) }
            }
            certificate.warnOfInvalidity(log, at: moment)
            let written = lines.withLock { $0 }
            #expect(written.isEmpty == isValid)
            #expect(written.allSatisfy { $0.hasPrefix("now warning the certificate is not valid at this time from=") })
        }
    }
}
