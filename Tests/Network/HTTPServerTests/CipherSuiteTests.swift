import Foundation
import HTTP
import HTTPServer
import Logging
import Testing

/// Which cipher suites the program speaks where it does TLS itself. With openssl, which the tests install.
@Suite struct CipherSuiteTests {
    private func run(_ arguments: [String], input: String = "") throws -> (status: Int32, output: String) {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["openssl"] + arguments
        let (input_, output) = (Pipe(), Pipe())
        process.standardInput = input_
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        try input_.fileHandleForWriting.write(contentsOf: Data(input.utf8))
        try input_.fileHandleForWriting.close()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationStatus, text)
    }

    /// A server with an RSA certificate, without which no suite of RSA key exchange could be chosen.
    private func server() throws -> Server {
        let pem = try run([
            "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=test", "-keyout", "-", "-out", "-",
        ]).output
        let certificate = try #require(pem.firstRange(of: "-----BEGIN CERTIFICATE-----"))
        var configuration = ServerConfiguration(listen: ListenAddress(host: "127.0.0.1", port: 0))
        configuration.tls = TLSIdentity(
            certificate: String(pem[certificate.lowerBound...]), key: String(pem[..<certificate.lowerBound]))
        return try Server(configuration, log: .silent) { _ in Response.text(.ok, "ok") }
    }

    /// The suite that is agreed on; `nil` where there is none.
    private func suite(_ server: Server, _ options: [String]) throws -> String? {
        let answer = try run(["s_client", "-connect", "127.0.0.1:\(server.address.port)"] + options)
        guard answer.status == 0 else { return nil }
        return try answer.output.firstMatch(of: Regex("Cipher is ([A-Z0-9_-]+)"))?.output[1].substring.map(String.init)
    }

    @Test(arguments: [
        "AES256-SHA", "AES128-SHA", "AES256-SHA256", "AES128-GCM-SHA256", "AES256-GCM-SHA384", "AES256-CCM",
        "CAMELLIA256-SHA", "kRSA",
    ])
    func `no suite is spoken whose key exchange is not forward secret`(cipher: String) async throws {
        let server = try server()
        #expect(try suite(server, ["-tls1_2", "-cipher", "\(cipher):@SECLEVEL=0"]) == nil)
        await server.stop()
    }

    @Test(arguments: ["ECDHE-RSA-AES256-SHA", "ECDHE-RSA-AES128-SHA", "ECDHE-RSA-AES256-SHA384"])
    func `no suite is spoken whose cipher does not authenticate`(cipher: String) async throws {
        let server = try server()
        #expect(try suite(server, ["-tls1_2", "-cipher", "\(cipher):@SECLEVEL=0"]) == nil)
        await server.stop()
    }

    @Test func `TLS 1.3 and TLS 1.2 with an ephemeral key exchange are spoken, and nothing older`() async throws {
        let server = try server()
        #expect(try suite(server, ["-tls1_3"])?.hasPrefix("TLS_") == true)
        for cipher in ["ECDHE-RSA-AES256-GCM-SHA384", "ECDHE-RSA-AES128-GCM-SHA256", "ECDHE-RSA-CHACHA20-POLY1305"] {
            #expect(try suite(server, ["-tls1_2", "-cipher", cipher]) == cipher)
        }
        for version in ["-tls1_1", "-tls1"] {
            #expect(try suite(server, [version, "-cipher", "ALL:@SECLEVEL=0"]) == nil)
        }
        await server.stop()
    }
}
