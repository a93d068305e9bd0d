import Bytes
import Chat
import ChildProcess
import Foundation
import HTTP
import HTTPServer
import Logging
import LyingProvider
import TestAuthority
import Testing

@testable import engawa

/// Private authorities and pinned keys for backends and providers, with real servers and the program itself.
@Suite struct BackendTrustTests {
    private static let aliceID = "550e8400-e29b-41d4-a716-446655440001"
    private static let anyPin = "sha256//d6qzRu9zOECb90Uez27xWltNsj0e1Md7GkYYkVoZWmM="

    /// Runs `handler` behind TLS while `body` runs, with the server's URL.
    private func serving(
        _ identity: TestAuthority.Server, _ handler: @escaping Handler, _ body: (String) async throws -> Void
    ) async throws {
        var configuration = ServerConfiguration(listen: ListenAddress(host: "127.0.0.1", port: 0))
        configuration.tls = TLSIdentity(certificate: identity.certificate, key: identity.key)
        let server = try Server(configuration, log: .silent, handler: handler)
        let outcome: Result<Void, any Error>
        do { outcome = .success(try await body("https://\(server.address)")) } catch { outcome = .failure(error) }
        await server.stop()
        try outcome.get()
    }

    /// Runs the site with these settings.
    ///
    /// - Parameter system: the folder with the system's authorities; `nil` for those of this machine.
    private func site(
        _ settings: [String], system: String? = nil, _ body: (RunningProgram, Visitor) async throws -> Void
    ) async throws {
        let folder = try ExampleFolder()
        let program = try RunningProgram(
            ["serve", "--listen", "127.0.0.1:0", "--data", "\(folder.path)/data", "--mode", "development"] + settings,
            authorities: system)
        defer { program.kill() }
        try await body(program, Visitor(url: try await program.address(after: "Engawa is open:")))
    }

    private static let health: Handler = { _ in
        var response = Response.text(.ok, #"{"ok":true}"#)
        response.headers[.contentType] = "application/json"
        return response
    }

    private func expectAnswer(_ url: String, _ settings: [String], system: String? = nil) async throws {
        try await site(["--backend", url] + settings, system: system) { program, visitor in
            let line = try await program.logLine(with: "the backend answers")
            #expect(line.contains("url=\(url)"))
            #expect(try await visitor.get("/readyz").status == .ok)
        }
    }

    /// The site starts, tells its operator why the backend is not reached, and people that it is not.
    private func expectRefusal(
        _ url: String, _ settings: [String], _ reason: String, system: String? = nil
    ) async throws {
        try await site(["--backend", url] + settings, system: system) { program, visitor in
            let line = try await program.logLine(with: "the backend does not answer")
            #expect(line.contains("warning") && line.contains("url=\(url)"))
            #expect(line.contains("cannotConnect") && line.contains(reason), "\(line)")
            #expect(try await visitor.get("/readyz").status == .serviceUnavailable)
            let refused = try await visitor.post("/sign-in", ["user": "alice"])
            #expect(refused.status == .badGateway)
            #expect(refused.text.contains("The chat server can&#39;t be reached"))
        }
    }

    @Test func `a backend of a private authority is reached with its certificate, and no other way`() async throws {
        let (authority, other) = (try await TestAuthority(), try await TestAuthority())
        let identity = try await authority.certify()
        let trusted = ["--backend-ca", authority.file]
        try await serving(identity, Self.health) { url in
            try await expectAnswer(url, trusted)
            try await expectAnswer(url, trusted + ["--backend-pin", "\(Self.anyPin),\(identity.pin)"])
            try await expectRefusal(url, [], "SSL certificate problem")
            try await expectRefusal(url, ["--backend-ca", other.file], "SSL certificate problem")
            try await expectRefusal(url, ["--backend-pin", identity.pin], "SSL certificate problem")
            let reason = "does not match pinned public key"
            try await expectRefusal(url, trusted + ["--backend-pin", Self.anyPin], reason)
        }
    }

    @Test(.enabled("a program can't see other authorities here", RunningProgram.canReplaceAuthorities))
    func `an authority that is given takes the place of all of the system's`() async throws {
        let (system, given) = (try await TestAuthority("The system's"), try await TestAuthority("The one given"))
        let (inFile, inFolder) = (try ExampleFolder(), try ExampleFolder())
        _ = try inFile.file("ca-certificates.crt", try system.pem)
        // libcurl reads both.
        _ = try inFolder.file("ca-certificates.crt", try given.pem)
        let hash = try await ChildProcess.run(["openssl", "x509", "-in", system.file, "-hash", "-noout"])
        _ = try inFolder.file("\(hash.text.trimmingCharacters(in: .newlines)).0", try system.pem)
        try await serving(try await system.certify(), Self.health) { url in
            for folder in [inFile.path, inFolder.path] {
                try await expectAnswer(url, [], system: folder)
                let reason = "SSL certificate problem"
                try await expectRefusal(url, ["--backend-ca", given.file], reason, system: folder)
            }
        }
        try await serving(try await given.certify(), Self.health) { url in
            try await expectAnswer(url, ["--backend-ca", given.file], system: inFile.path)
        }
    }

    @Test func `the operator's commands trust the backend as the site does`() async throws {
        let authority = try await TestAuthority()
        let folder = try ExampleFolder()
        try await serving(try await authority.certify(), Self.health) { url in
            let record = ["record", "--backend", url, "--out", "\(folder.path)/recorded"]
            let refused = try await RunningProgram.run(record)
            #expect(refused.status != 0)
            #expect(refused.error.contains("SSL certificate problem"), "\(refused.error)")
            // This backend has nothing to tell, but it was asked.
            let asked = try await RunningProgram.run(record + ["--backend-ca", authority.file])
            #expect(!asked.error.contains("SSL certificate problem"), "\(asked.error)")
        }
    }

    @Test func `a token service of a private authority is reached with its certificate`() async throws {
        let authority = try await TestAuthority()
        let identity = try await authority.certify()
        let service = try TokenServiceStand(subject: Self.aliceID, clock: .system)
        let method = "--sign-in-token-service"
        let trusted = ["\(method)-ca", authority.file]
        func expect(_ status: Status, _ url: String, _ settings: [String]) async throws {
            try await site(["--sign-in", "token-service", "\(method)-url", url] + settings) { program, visitor in
                let answer = try await visitor.post(
                    "/sign-in", ["method": "token-service", "user": service.email, "password": service.password])
                #expect(answer.status == status, "\(settings) \(answer.text)")
                guard status != .seeOther else { return }
                let line = try await program.logLine(with: "sign-in failed")
                #expect(line.contains("SSL"), "\(line)")
            }
        }
        try await serving(identity, service.handler) { url in
            try await expect(.seeOther, url, trusted)
            try await expect(.seeOther, url, trusted + ["\(method)-pin", identity.pin])
            try await expect(.badGateway, url, trusted + ["\(method)-pin", Self.anyPin])
            try await expect(.badGateway, url, [])
        }
    }

    @Test func `each problem of a file is told with the file, before anything is begun`() async throws {
        let authority = try await TestAuthority()
        let folder = try ExampleFolder()
        let empty = try folder.file("empty.pem", "")
        let general = ["serve", "--listen", "127.0.0.1:0", "--data", "\(folder.path)/data"]
        let provider = [
            "--sign-in", "corp", "--sign-in-corp-issuer", "https://corp.example", "--sign-in-corp-client-id", "engawa",
            "--public-url", "https://chat.example",
        ]
        for (settings, setting, example) in [
            (["--mode", "development", "--backend", "https://backend.example"], "--backend-ca", "backend-ca.pem"),
            (provider, "--sign-in-corp-ca", "provider-ca.pem"),
        ] {
            for (path, reason) in [
                ("\(folder.path)/missing.pem", "it can't be read"), (empty, "it holds no certificate in PEM"),
                (authority.keyFile, "it holds a private key; that of an authority stays with the authority"),
            ] {
                let refused = try await RunningProgram.run(general + settings + [setting, path])
                #expect(refused.status == 64)
                #expect(
                    refused.error.contains(
                        """
                        \(setting): "\(path)" is not a file with certificates of authorities in PEM: \(reason); for \
                        example \(setting) /etc/engawa/\(example)
                        """), "\(refused.error)")
            }
        }
        #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/data"))
    }
}
