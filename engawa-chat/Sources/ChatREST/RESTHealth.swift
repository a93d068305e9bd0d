import Bytes
import Chat
import HTTP

/// The health check over REST.
struct RESTHealth: HealthCheck {
    let client: BackendClient

    func check() async throws(ChatError) {
        let isHealthy = try await client.value(of: Call(.get, ["health"], success: .ok)) { $0["ok"]?.bool }
        guard isHealthy else { throw ChatError(.serverFault("not ok"), during: #function) }
    }
}
