import Chat
import ChatREST
import HTTP
import Synchronization
import Testing

/// Records the routes of requests, and never responds.
private final class RouteTransport: Transport {
    private let seen = Mutex<Set<String>>([])

    var routes: Set<String> { seen.withLock { $0 } }

    func send(_ request: ClientRequest) async throws(TransportError) -> ClientResponse {
        seen.withLock { _ = $0.insert("\(request.method) \(request.route)") }
        throw TransportError(.cannotConnect, method: request.method, url: request.url, detail: "for a test")
    }
}

@Suite struct RouteTests {
    @Test func `a request's route contains no parameters`() async throws {
        let transport = RouteTransport()
        for exchange in Recorded.exchanges {
            do throws(ChatError) { _ = try await RecordedOperation(exchange)?.run(.overREST(transport)) } catch {}
        }
        #expect(
            transport.routes == [
                "GET /health",
                "GET /users", "POST /users", "POST /users/login", "GET /users/:id", "GET /users/:id/bookmarks",
                "GET /conversations", "POST /conversations", "GET /conversations/:id",
                "POST /conversations/:id/participants", "DELETE /conversations/:id/participants/:id",
                "GET /conversations/:id/messages", "POST /conversations/:id/messages",
                "POST /conversations/:id/read", "GET /conversations/:id/unread-count",
                "DELETE /messages/:id", "GET /messages/:id/reactions", "POST /messages/:id/reactions",
                "DELETE /messages/:id/reactions/:id", "POST /messages/:id/bookmarks", "DELETE /messages/:id/bookmarks",
            ])
    }

    @Test func `a rejected request means that the backend is unavailable`() async throws {
        struct Holding: Transport {
            func send(_ request: ClientRequest) async throws(TransportError) -> ClientResponse {
                throw TransportError(.heldBack, method: request.method, url: request.url, detail: "queue full")
            }
        }
        let error = await #expect(throws: ChatError.self) { try await Repositories.overREST(Holding()).health.check() }
        #expect(error?.reason == .unavailable("GET http://backend.test/health: heldBack (queue full)"))
    }
}
