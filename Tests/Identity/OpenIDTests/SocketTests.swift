import Chat
import Cryptography
import HTTP
import HTTPClient
import HTTPServer
import JOSE
import Logging
import LyingProvider
import OpenID
import RepositoryBehaviour
import Testing

/// Tests over real sockets, for behaviour that `HandlerTransport` can't show.
@Suite(.serialized) struct SocketTests {
    /// Runs `body` with a provider on a free port.
    private func withProvider(
        timeout: Duration = .seconds(5), maximumBody: ByteCount = .mebibytes(1),
        _ body: (Stage) async throws -> Void
    ) async throws {
        // The issuer contains the port, which is known after listening, so the handler is set afterwards.
        let handler = Later()
        let server = try Server(
            ServerConfiguration(listen: ListenAddress(host: "127.0.0.1", port: 0)), log: .silent,
            handler: { await handler.answer($0) })
        var configuration = CurlClient.Configuration()
        configuration.timeout = timeout
        configuration.maximumBodySize = maximumBody
        let client = CurlClient(configuration)
        let stage = try Stage(transport: client, issuer: "http://127.0.0.1:\(server.address.port)")
        await handler.set(stage.provider.handler)
        do { try await body(stage) } catch {
            client.shutdown()
            await server.stop()
            throw error
        }
        client.shutdown()
        await server.stop()
    }

    private actor Later {
        private var handler: Handler = { _ in Response(.serviceUnavailable) }
        func set(_ handler: @escaping Handler) { self.handler = handler }
        func answer(_ request: Request) async -> Response { await handler(request) }
    }

    @Test func `a sign-in, a refresh and a revocation`() async throws {
        try await withProvider { stage in
            let proven = try await stage.signIn()
            #expect(proven.identity.subject == "subject-1")
            let renewed = try await stage.party.refresh(proven.grant, of: proven.identity)
            try await stage.party.revoke(renewed)
            #expect(stage.provider.revoked == [renewed.refreshToken?.revealed])
        }
    }

    @Test func `a slow endpoint times out`() async throws {
        for path in ["/.well-known/openid-configuration", "/keys", "/token"] {
            try await withProvider(timeout: .milliseconds(150)) { stage in
                stage.provider.lie { $0.delays[path] = .milliseconds(700) }
                let begin = ContinuousClock.now
                let found = try await stage.failure()
                #expect(found == .timedOut)
                #expect(ContinuousClock.now - begin < .milliseconds(600))
            }
        }
    }

    @Test func `a huge response is aborted`() async throws {
        for path in ["/.well-known/openid-configuration", "/keys", "/token"] {
            try await withProvider(maximumBody: .kibibytes(64)) { stage in
                stage.provider.lie { $0.answers[path] = Response(.ok, body: [UInt8](repeating: 0x20, count: 1 << 20)) }
                let found = try await stage.failure()
                #expect(found == .invalidAnswer("too large"))
            }
        }
    }

    @Test func `a redirect elsewhere is not followed`() async throws {
        for path in ["/.well-known/openid-configuration", "/keys", "/token"] {
            try await withProvider { stage in
                stage.provider.lie {
                    $0.answers[path] = Response(.seeOther, headers: [.location: stage.provider.issuer + "/elsewhere"])
                }
                let found = try await stage.failure()
                #expect(found == .invalidAnswer("a redirect elsewhere"))
                #expect(stage.provider.requests(for: "/elsewhere").isEmpty)
            }
        }
    }

    @Test func `a dead endpoint is unreachable`() async throws {
        let client = CurlClient()
        defer { client.shutdown() }
        let stage = try Stage(transport: client, issuer: "http://127.0.0.1:1")
        guard case .unreachable(let words)? = try await stage.failure() else {
            Issue.record("it was reached")
            return
        }
        #expect(words.contains("cannotConnect"))
    }
}
