import Chat
import ChatStore
import HTTP
import HTTPClient
import HTTPServer
import Logging
import Testing

@testable import engawa

@Suite struct BackendServerTests {
    /// Runs the embedded backend with an empty store.
    private func withBackend(_ body: (String) async throws -> Void) async throws {
        let settings = try Settings(arguments: ["--listen", "127.0.0.1:0"], environment: [:])
        let store = try ChatStore(.memory, clock: .system)
        let configuration = try Configuration(settings, defaultPort: 3000)
        let server = try EmbeddedStore.serve(
            store.repositories, passwords: nil, files: nil, configuration,
            over: ServerConfiguration(configuration, log: .silent), log: .silent)
        do {
            try await body("http://\(server.address)")
        } catch {
            await server.stop()
            throw error
        }
        await server.stop()
    }

    @Test func `errors of the server itself are JSON, too`() async throws {
        try await withBackend { url in
            let client = CurlClient()
            let tooLarge = [UInt8](repeating: UInt8(ascii: " "), count: 2_000_000)
            let form: HeaderFields = [.contentType: "multipart/form-data"]
            for (request, status, message) in [
                (ClientRequest(.get, "\(url)/users/%zz"), 400, "The request can't be read"),
                (ClientRequest(.post, "\(url)/users", headers: form, body: [0]), 400, "The request can't be read"),
                (ClientRequest(.post, "\(url)/users", body: tooLarge), 413, "The body is too large"),
                (ClientRequest(.get, "\(url)/health", headers: form, body: tooLarge), 413, "The body is too large"),
            ] {
                let answer = try await client.send(request)
                #expect(answer.status.rawValue == status)
                #expect(answer.headers[.contentType] == "application/json")
                #expect(String(decoding: answer.body, as: UTF8.self) == #"{"message":"\#(message)"}"#)
            }
        }
    }
}
