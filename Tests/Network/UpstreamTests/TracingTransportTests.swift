import HTTP
import Synchronization
import Testing
import Upstream

@Suite struct TracingTransportTests {
    /// Keeps the traces of the requests.
    private final class Tape: Transport {
        let traces = Mutex<[TraceParent?]>([])

        func send(_ request: ClientRequest) async throws(TransportError) -> ClientResponse {
            traces.withLock { $0.append(request.trace) }
            return ClientResponse(.ok)
        }
    }

    private func traces(_ count: Int, of request: TraceParent?) async throws -> [TraceParent] {
        let tape = Tape()
        let transport = TracingTransport(tape)
        try await TraceParent.$current.withValue(request) {
            for _ in 0..<count { _ = try await transport.send(ClientRequest(.get, "http://backend")) }
        }
        return tape.traces.withLock { $0.compactMap { $0 } }
    }

    @Test func `requests to the backend belong to the trace of the request that is handled, with a parent id each`()
        async throws
    {
        let request = TraceParent(beginningWith: RequestID())
        let sent = try await traces(3, of: request)
        #expect(sent.map(\.traceID) == [request.traceID, request.traceID, request.traceID])
        #expect(Set(sent + [request]).count == 4)
    }

    @Test func `a request to the backend that belongs to none begins a trace`() async throws {
        #expect(Set(try await traces(3, of: nil).map(\.traceID)).count == 3)
    }
}
