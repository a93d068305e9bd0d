import Bytes
import Chat
import HTTP
import HTTPServer
import JOSE
import Logging
import LyingProvider
import Testing

@Suite struct ProviderExampleTests {
    private let folder: ExampleFolder
    private let site: String
    private let further: [String]
    /// The stand-in's host, which differs from the site's, so that they share no cookies.
    private let port: UInt16
    private var base: String { "http://localhost:\(port)" }

    init() throws {
        folder = try ExampleFolder()
        let port = try freePort()
        site = "http://127.0.0.1:\(port)"
        further = ["--listen", "127.0.0.1:\(port)", "--data", folder.path + "/data"]
        self.port = try freePort()
    }

    /// Runs an example with a stand-in for the provider.
    private func run(
        _ example: DocumentedExample, _ further: [String] = [], beside handler: @escaping Handler,
        _ body: (Visitor) async throws -> Void
    ) async throws {
        let stand = try Server(
            ServerConfiguration(listen: ListenAddress(host: "127.0.0.1", port: port)), log: .silent, handler: handler)
        let program = try example.start(self.further + further)
        let visitor = Visitor(url: site)
        let outcome: Result<Void, any Error>
        do {
            try await visitor.waitUntilOpen(program)
            outcome = .success(try await body(visitor))
        } catch {
            outcome = .failure(error)
        }
        program.kill()
        await stand.stop()
        try outcome.get()
    }

    /// Sets up a profile, which signs in; then signs out.
    private func settle(_ visitor: Visitor, _ arrival: ClientResponse) async throws {
        #expect(arrival.headers[.location]?.hasPrefix("/welcome") == true, "\(arrival.text)")
        let done = try await visitor.post("/welcome", ["name": "Hanako", "alias": "hanako"])
        #expect(done.headers[.location] == "/conversations", "\(done.text)")
        #expect(try await visitor.get("/profile").status == .ok)
        #expect(try await visitor.post("/sign-out", [:]).status != .internalServerError)
        #expect(try await visitor.get("/profile").status == .seeOther)
    }

    @Test func `OpenID Connect, as documented`() async throws {
        let provider = LyingProvider(issuer: base, key: try SigningKey.random(.es256, keyID: "1"), clock: .system)
        let example = try DocumentedExample(
            "OpenID Connect",
            replacing: [
                "https://chat.example": site, "https://login.example": base,
                "/etc/engawa/corp.secret": try folder.file("secret", provider.clientSecret),
            ])
        try await run(example, beside: provider.handler) { visitor in
            #expect(try await visitor.get("/sign-in").text.contains("Sign in with Example"))
            let url = try #require(try await visitor.post("/sign-in/corp", [:]).leadsTo)
            let back = "/sign-in/corp/callback?\(try provider.consent(to: url).serialized)"
            try await settle(visitor, try await visitor.get(back))
        }
    }

    @Test func `plain OAuth 2.0, as documented`() async throws {
        let provider = LyingProvider(issuer: base, key: try SigningKey.random(.es256, keyID: "1"), clock: .system)
        provider.lie {
            $0.grant = { $0["id_token"] = nil }
            $0.userInfo = { answer in
                answer["sub"] = nil
                answer["id"] = 4711
            }
        }
        let example = try DocumentedExample(
            "Plain OAuth 2.0",
            replacing: [
                "https://chat.example": site, "https://hub.example": base,
                "/etc/engawa/hub.secret": try folder.file("secret", provider.clientSecret),
            ])
        try await run(example, beside: provider.handler) { visitor in
            let url = try #require(try await visitor.post("/sign-in/hub", [:]).leadsTo)
            #expect(!url.contains("scope="))
            let back = "/sign-in/hub/callback?\(try provider.consent(to: url).serialized)"
            try await settle(visitor, try await visitor.get(back))
        }
    }

    @Test func `Sign in with Apple, as documented`() async throws {
        let apple = AppleStand(base: base, key: try SigningKey.random(.rs256, keyID: "1"), clock: .system)
        let example = try DocumentedExample(
            "Sign in with Apple",
            replacing: [
                "https://chat.example": site, "example.chat.web": apple.provider.clientID,
                "/etc/engawa/AuthKey_KEY1234567.p8": try folder.file("key.p8", AppleStand.key),
            ])
        try await run(example, ["--sign-in-apple-url", base], beside: apple.handler) { visitor in
            #expect(try await visitor.get("/sign-in").text.contains("Sign in with Apple"))
            let url = try #require(try await visitor.post("/sign-in/apple", [:]).leadsTo)
            let user = #"{"name":{"firstName":"Hanako","lastName":"Yamada"}}"#
            let parked = try await Visitor(url: site).post(
                "/sign-in/apple/callback", try apple.consent(to: url, user: user), origin: base)
            let arrival = try await visitor.get(try #require(parked.headers[.location]))
            #expect(try await visitor.get("/welcome").text.contains("Hanako Yamada"))
            try await settle(visitor, arrival)
        }
    }
}
