import Chat
import HTTP

/// The health check over REST.
struct RESTHealth: HealthCheck {
    /// The response to `GET /health`.
    private struct WireHealth: Decodable {
        let ok: Bool
    }

    let client: BackendClient

    func check() async throws(ChatError) {
        let health = try await client.value(WireHealth.self, of: Call(.get, ["health"], success: .ok))
        guard health.ok else { throw ChatError(.unavailable("not ok"), during: #function) }
    }
}
