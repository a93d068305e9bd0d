import Bytes
import HTTP
import JOSE

/// Sends requests to a provider and parses JSON responses.
struct ProviderWire: Sendable {
    /// The maximum length of a response.
    static let maximumAnswer = ByteCount.mebibytes(1)

    let provider: ProviderID
    let transport: any Transport

    /// A response of a provider.
    struct Response: Sendable {
        let status: Status
        let headers: HeaderFields
        /// `nil` if the body is not JSON or has a duplicate member.
        let json: JSON?
    }

    /// Some providers reject requests without `User-Agent`.
    private static let userAgent = "Engawa"

    func send(
        _ request: ClientRequest, during operation: ProviderError.Operation
    ) async throws(ProviderError) -> Response {
        var request = request
        request.headers[.accept] = "application/json"
        request.headers[.userAgent] = Self.userAgent
        let answer: ClientResponse
        do throws(TransportError) { answer = try await transport.send(request) } catch {
            throw ProviderError(ProviderError.Reason(error), during: operation, at: provider)
        }
        guard answer.body.count <= Self.maximumAnswer.bytes else {
            throw ProviderError(.invalidAnswer("too large"), during: operation, at: provider)
        }
        return Response(status: answer.status, headers: answer.headers, json: JSON(parsing: answer.body))
    }

    /// The JSON object of a successful response; throws the meaning of any other response.
    func object(
        _ request: ClientRequest, during operation: ProviderError.Operation
    ) async throws(ProviderError) -> (object: JSON, headers: HeaderFields) {
        let answer = try await send(request, during: operation)
        guard answer.status == .ok else { throw failure(answer, during: operation) }
        guard let json = answer.json, json.object != nil else {
            throw ProviderError(.invalidAnswer("not a JSON object"), during: operation, at: provider)
        }
        return (json, answer.headers)
    }

    /// The meaning of an unsuccessful response.
    func failure(_ answer: Response, during operation: ProviderError.Operation) -> ProviderError {
        let reason: ProviderError.Reason =
            switch answer.status.rawValue {
            case 300...399: .invalidAnswer("a redirect elsewhere")
            case 429: .tooMany(retryAfter: answer.retryAfter)
            case 400...499: .refused(code: answer.errorCode, words: answer.errorWords)
            case 500...599: .unreachable("status \(answer.status)")
            default: .invalidAnswer("status \(answer.status)")
            }
        return ProviderError(reason, during: operation, at: provider)
    }
}

extension ProviderWire.Response {
    /// The maximum `Retry-After` that is respected.
    private static let maximumRetryAfter = 3_600

    /// `Retry-After` in seconds (RFC 9110 §10.2.3); dates are ignored.
    var retryAfter: Duration? {
        headers[.retryAfter].flatMap { Int($0) }.flatMap { seconds in
            seconds >= 0 ? .seconds(min(seconds, Self.maximumRetryAfter)) : nil
        }
    }

    /// The `error` of RFC 6749 §5.2; without one (some providers send an empty body), the status.
    var errorCode: String { ProviderWords.quotable(json?["error"]?.string) ?? "status \(status)" }

    var errorWords: String? { ProviderWords.quotable(json?["error_description"]?.string) }
}

extension ProviderError.Reason {
    /// The meaning of a request without a response.
    init(_ error: TransportError) {
        self =
            switch error.reason {
            case .timedOut: .timedOut
            case .cancelled: .cancelled
            case .bodyTooLarge: .invalidAnswer("too large")
            case .cannotConnect, .connectionLost, .badURL, .heldBack: .unreachable(error.description)
            }
    }
}
