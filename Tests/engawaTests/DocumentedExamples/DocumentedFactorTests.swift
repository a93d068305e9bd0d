import ChildProcess
import Eventually
import Foundation
import HTTP
import Testing

/// The examples for second factors and passkeys in `docs/sign-in.md`.
@Suite struct DocumentedFactorTests {
    @Test func `a second factor that is required, with grace`() async throws {
        let folder = try ExampleFolder()
        let address = "127.0.0.1:\(try freePort())"
        let example = try DocumentedExample(
            "Second factor", replacing: ["https://chat.example": "http://\(address)"])
        let program = try example.start(["--listen", address, "--data", "\(folder.path)/data"])
        defer { program.kill() }
        let visitor = Visitor(url: "http://\(address)")
        try await visitor.waitUntilOpen(program)
        let made = try await visitor.post(
            "/register", ["username": "kim", "email": "kim@example.test", "name": "Kim", "password": "correct horse"])
        #expect(made.headers[.location] == "/conversations")
        #expect(try await visitor.get("/conversations").text.contains("A second step will soon be required."))
        #expect(try await visitor.get("/profile/security").text.contains("Set up an authenticator app"))
    }

    @Test func `passkeys at an address that can carry them`() async throws {
        let folder = try ExampleFolder()
        let port = try freePort()
        let (certificate, key) = ("\(folder.path)/chain.pem", "\(folder.path)/key.pem")
        _ = try await ChildProcess.run([
            "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "1",
            "-subj", "/CN=chat.example", "-addext", "subjectAltName=DNS:chat.example", "-keyout", key, "-out",
            certificate,
        ])
        let example = try DocumentedExample(
            "Passkeys",
            replacing: [
                "0.0.0.0:8443": "127.0.0.1:\(port)", "chat.example:8443": "chat.example:\(port)",
                "/etc/engawa/chain.pem": certificate, "/etc/engawa/key.pem": key,
            ])
        let program = try example.start(["--data", "\(folder.path)/data"])
        defer { program.kill() }
        var page = ""
        try await eventually {
            page = try await ChildProcess.run([
                "curl", "--silent", "--cacert", certificate, "--resolve", "chat.example:\(port):127.0.0.1",
                "https://chat.example:\(port)/sign-in",
            ]).text
            return !page.isEmpty
        }
        #expect(page.contains("data-passkey=\"offer\""))
        #expect(
            page.contains(#"&quot;rpId&quot;:&quot;chat.example&quot;"#) || page.contains(#""rpId":"chat.example""#))
        #expect(page.contains("autocomplete=\"username webauthn\""))
    }
}
