import HTTP

/// A request whose caller waits for the response. A class, so that it is passed on as one reference.
///
/// `@unchecked Sendable`: once it has been made, it is used on the loop's thread only; where the loop has ended, by who
/// made it.
final class PendingRequest: @unchecked Sendable {
    let token: RequestToken
    let request: ClientRequest
    let files: FileTransfer?
    private let continuation: TransferLoop.Continuation
    /// Whether the server may have got it.
    var mayHaveBeenSent = false

    init(
        _ token: RequestToken, _ request: ClientRequest, _ files: FileTransfer?,
        _ continuation: TransferLoop.Continuation
    ) {
        self.token = token
        self.request = request
        self.files = files
        self.continuation = continuation
    }

    /// Resumes who waits; to be called once.
    func finish(_ result: Result<ClientResponse, TransportError>) {
        token.end()
        continuation.resume(returning: result)
    }

    /// Resumes who waits, without an answer.
    func fail(_ reason: TransportError.Reason, _ detail: String) {
        finish(.failure(request.error(reason, detail)))
    }
}
