import HTTP
import JOSE

/// Asks a provider, and reads what it answers as JSON.
struct ProviderWire: Sendable {
    /// How long an answer may be.
    static let maximumAnswer = ByteCount.mebibytes(1)

    let provider: ProviderID
    let transport: any Transport

    /// An answer that came.
    struct Answer: Sendable {
        let status: Status
        let headers: HeaderFields
        /// `nil` where the body is not JSON, or has a member twice.
        let json: JSON?
        let isEmpty: Bool
    }

    /// Some refuse requests of nobody in particular.
    private static let userAgent = "Engawa"

    func send(
        _ request: ClientRequest, during operation: ProviderError.Operation
    ) async throws(ProviderError) -> Answer {
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
        return Answer(
            status: answer.status, headers: answer.headers, json: JSON(parsing: answer.body),
            isEmpty: answer.body.isEmpty)
    }

    /// The JSON object of an answer that says success; anything else is thrown as what it means.
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

    /// What an answer without success means.
    func failure(_ answer: Answer, during operation: ProviderError.Operation) -> ProviderError {
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

extension ProviderWire.Answer {
    /// The longest time that a provider may tell us to wait.
    private static let maximumRetryAfter = 3_600

    /// `Retry-After` in seconds (RFC 9110 §10.2.3); its dates are not read.
    var retryAfter: Duration? {
        headers[.retryAfter].flatMap { Int($0) }.flatMap { seconds in
            seconds >= 0 ? .seconds(min(seconds, Self.maximumRetryAfter)) : nil
        }
    }

    /// The `error` of RFC 6749 §5.2; where there is none, some providers send an empty body, the status.
    var errorCode: String { ProviderWords.quotable(json?["error"]?.string) ?? "status \(status)" }

    var errorWords: String? { ProviderWords.quotable(json?["error_description"]?.string) }
}

extension ProviderError.Reason {
    /// What it means that no answer came.
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
