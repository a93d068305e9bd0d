public import HTTP
public final class CurlClient: Transport {
    public init() throws {}
    public func send(_ request: ClientRequest) async throws(TransportError) -> ClientResponse { throw TransportError(.cannotConnect, method: request.method, url: request.url, detail: "none") }
}
