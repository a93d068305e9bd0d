public import HTTP

/// A transport that hands on the trace of the request that is being handled, each time with a new parent id. A request that
/// belongs to none, such as a poll, begins a trace of its own.
public struct TracingTransport<Base: Transport>: Transport {
    private let base: Base

    public init(_ base: Base) { self.base = base }

    public func send(_ request: ClientRequest) async throws(TransportError) -> ClientResponse {
        var request = request
        request.trace = TraceParent.current?.next() ?? TraceParent(beginningWith: RequestID())
        return try await base.send(request)
    }
}
