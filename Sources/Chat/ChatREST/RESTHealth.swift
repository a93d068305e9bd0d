import Chat
import HTTP

/// Whether the backend can work, over REST.
struct RESTHealth: HealthCheck {
    /// `GET /health` answers it.
    private struct WireHealth: Decodable {
        let ok: Bool
    }

    let client: BackendClient

    func check() async throws(ChatError) {
        let health = try await client.value(WireHealth.self, of: Call(.get, ["health"], success: .ok))
        guard health.ok else { throw ChatError(.unavailable("not ok"), during: #function) }
    }
}
