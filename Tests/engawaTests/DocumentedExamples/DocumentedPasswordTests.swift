import Bytes
import Chat
import HTTP
import HTTPServer
import JOSE
import Logging
import LyingProvider
import Testing

/// The examples for sign-in methods with passwords in `docs/sign-in.md`.
@Suite struct DocumentedPasswordTests {
    private static let alice = "550e8400-e29b-41d4-a716-446655440001"
    private static let samplePassword = "veranda-by-the-sea"

    /// Starts the site as an example says, on loopback, for the time of `body`.
    ///
    /// - Parameter replacements: what stands in for what the example names, beside the site's own address.
    private func running(
        _ heading: String, replacing replacements: [String: String] = [:], _ body: (Visitor) async throws -> Void
    ) async throws {
        let folder = try ExampleFolder()
        let address = "127.0.0.1:\(try freePort())"
        let own = ["https://chat.example": "http://\(address)"]
        let example = try DocumentedExample(heading, replacing: replacements.merging(own) { $1 })
        let program = try example.start(["--listen", address, "--data", "\(folder.path)/data"])
        defer { program.kill() }
        let visitor = Visitor(url: "http://\(address)")
        try await visitor.waitUntilOpen(program)
        try await body(visitor)
    }

    /// Runs the embedded backend alone while `body` runs.
    private func backend(_ arguments: [String], _ body: (String) async throws -> Void) async throws {
        let folder = try ExampleFolder()
        let backend = try RunningProgram(
            ["backend", "--listen", "127.0.0.1:0", "--data", "\(folder.path)/data"] + arguments)
        defer { backend.kill() }
        try await body(try await backend.address(after: "listens on "))
    }

    /// Runs a server on a loopback port while `body` runs.
    private func serving(
        _ handler: @escaping Handler, at address: ListenAddress = ListenAddress(host: "127.0.0.1", port: 0),
        _ body: (String) async throws -> Void
    ) async throws {
        let server = try Server(ServerConfiguration(listen: address), log: .silent, handler: handler)
        let outcome: Result<Void, any Error>
        do { outcome = .success(try await body("http://\(server.address)")) } catch { outcome = .failure(error) }
        await server.stop()
        try outcome.get()
    }

    @Test func `passwords of the embedded backend`() async throws {
        try await running("Passwords (embedded backend)") { visitor in
            let made = try await visitor.post(
                "/register",
                ["username": "kim", "email": "kim@example.test", "name": "Kim", "password": "correct horse"])
            #expect(made.headers[.location] == "/conversations")
            let other = Visitor(url: visitor.url)
            let answer = try await other.post(
                "/sign-in", ["method": "password", "user": "kim", "password": "correct horse"])
            #expect(answer.headers[.location] == "/conversations")
            #expect(try await other.get("/profile").text.contains("Kim"))
        }
    }

    @Test func `passwords of a backend that goes by sessions`() async throws {
        try await backend(["--mode", "development", "--backend-access", "session"]) { address in
            try await running(
                "Passwords (remote backend)", replacing: ["http://127.0.0.1:3000": address]
            ) { visitor in
                let wrong = try await visitor.post(
                    "/sign-in", ["method": "password", "user": "alice", "password": "guess"])
                #expect(wrong.status == .unprocessableContent)
                let answer = try await visitor.post(
                    "/sign-in", ["method": "password", "user": "alice", "password": Self.samplePassword])
                #expect(answer.headers[.location] == "/conversations")
                let list = try await visitor.get("/conversations")
                #expect(list.status == .ok)
                let thread = try #require(list.text.firstMatch(of: /\/conversations\/[0-9a-f-]{36}/)?.output)
                let sent = try await visitor.post("\(thread)/messages", ["text": "said in a session"])
                #expect(sent.status == .seeOther)
                #expect(try await visitor.get(String(thread)).text.contains("said in a session"))
                #expect(try await visitor.get("/bookmarks").status == .ok)
                #expect(try await visitor.post("/sign-out", [:]).status == .seeOther)
                // Nobody registers there, so nothing is left behind.
                #expect(!(try await visitor.get("/sign-in").text.contains("/register")))
                #expect(try await visitor.get("/register").status == .forbidden)
                let account: Form = [
                    "username": "kim", "email": "kim@example.test", "name": "Kim", "password": "correct horse",
                ]
                #expect(try await visitor.post("/register", account).status == .forbidden)
                let entered = try await visitor.post(
                    "/sign-in", ["method": "password", "user": "kim", "password": "correct horse"])
                #expect(entered.status == .unprocessableContent)
            }
        }
    }

    @Test func `a token service`() async throws {
        let service = try TokenServiceStand(subject: Self.alice, clock: .system)
        try await backend(["--sample-world", "on"]) { address in
            try await serving(service.handler) { url in
                try await running(
                    "Passwords (token service)",
                    replacing: ["http://127.0.0.1:3000": address, "https://accounts.example": url]
                ) { visitor in
                    let answer = try await visitor.post(
                        "/sign-in",
                        ["method": "token-service", "user": service.email, "password": service.password])
                    #expect(answer.headers[.location] == "/conversations")
                    #expect(try await visitor.get("/profile").text.contains("alice"))
                }
            }
        }
    }

    @Test func `a simulated token service`() async throws {
        // Fails always, so that the outcome is known.
        let folder = try ExampleFolder()
        let address = "127.0.0.1:\(try freePort())"
        let example = try DocumentedExample(
            "Simulated token service", replacing: ["127.0.0.1:8080": address, "random": "failing"])
        let program = try example.start(["--data", "\(folder.path)/data"])
        defer { program.kill() }
        let visitor = Visitor(url: "http://\(address)")
        try await visitor.waitUntilOpen(program)
        let form: Form = ["method": "token-service", "user": "kim@example.test", "password": "anything"]
        #expect(try await visitor.post("/sign-in", form).status == .unprocessableContent)
        #expect(try await visitor.post("/sign-in", form).status == .tooManyRequests)
    }

    @Test func `a provider with Supabase behind it`() async throws {
        let key = try SigningKey.random(.es256, keyID: "ec-1")
        let supabase = SupabaseStand(trusting: KeySet([key.verificationKey]), clock: .system)
        supabase.keep(row: ["id": "subject-1", "id_alias": "hanako", "name": "Hanako"])
        let port = try freePort()
        let provider = LyingProvider(issuer: "http://127.0.0.1:\(port)", key: key, clock: .system)
        let files = try ExampleFolder()
        try await serving(supabase.handler) { project in
            try await serving(provider.handler, at: ListenAddress(host: "127.0.0.1", port: port)) { issuer in
                try await running(
                    "Supabase",
                    replacing: [
                        "https://accounts.google.com": issuer,
                        "1234.apps.googleusercontent.com": provider.clientID,
                        "/etc/engawa/google.secret": try files.file("google.secret", provider.clientSecret),
                        "https://project.supabase.co": project,
                        "/etc/engawa/supabase.key": try files.file("supabase.key", supabase.apiKey),
                    ]
                ) { visitor in
                    let leaving = try await visitor.post("/sign-in/google", [:])
                    let refresh = try #require(leaving.headers["Refresh"])
                    let url = String(try #require(refresh.split(separator: "url=", maxSplits: 1).last))
                    let answer = try await visitor.get(
                        "/sign-in/google/callback?\(try provider.consent(to: url).serialized)")
                    #expect(answer.headers[.location] == "/conversations")
                    #expect(try await visitor.get("/profile").text.contains("hanako"))
                }
            }
        }
    }
}
