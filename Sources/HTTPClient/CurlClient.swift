public import HTTP

/// An HTTP client over libcurl's multi interface: pooled connections, HTTP/2 where a server offers it over TLS,
/// one thread for all transfers.
///
/// Redirects are not followed, cookies are not kept, proxies of the environment are not used.
/// **Nothing that is not idempotent is sent twice.** libcurl by itself sends a request again when a kept connection
/// turns out to be dead; see `Transfer.prepareBody` for how that is prevented.
public final class CurlClient: Transport, Sendable {
    private let engine: Engine

    /// Starts the client's thread. It ends with the client, and what is under way then is cancelled.
    public init(_ configuration: ClientConfiguration = ClientConfiguration()) throws(ClientStartError) {
        engine = try Engine(configuration)
    }

    deinit { engine.stop() }

    /// Sends a request, and brings back the answer whole. Cancelling the task ends the transfer at once.
    public func send(_ request: ClientRequest) async throws(TransportError) -> ClientResponse {
        let id = TransferID()
        let engine = self.engine
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                engine.start(Transfer(id, request, continuation))
                // Cancelled before there was a transfer to end.
                if Task.isCancelled { engine.cancel(id) }
            }
        } onCancel: {
            engine.cancel(id)
        }
        return try result.get()
    }
}

/// libcurl or the system did not give what a client needs.
public struct ClientStartError: Error, Sendable, CustomStringConvertible {
    public let description: String
}
