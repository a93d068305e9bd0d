import Chat
import HTTP

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Sends calls to a backend and decodes its responses.
struct BackendClient: Sendable {
    /// The maximum number of retries with other sessions of the person after a 401.
    private static let maximumOtherSessions = 4

    /// The header fields of every request.
    private static let fields: HeaderFields = [.accept: MediaType.json.description]

    let transport: any Transport
    let baseURL: BaseURL
    let access: Access
    let credentials: any CallerCredentials

    /// The caller's id for a body, in open access.
    func said(_ user: UserID) -> WireIdentifier<User>? { access == .open ? WireIdentifier(user) : nil }

    /// Decodes the response body.
    func value<Value: Decodable>(_ type: Value.Type, of call: Call) async throws(ChatError) -> Value {
        try decode(type, from: try await perform(call), of: call)
    }

    /// Decodes the response body of frequent calls with `JSONReader`, and with `JSONDecoder` if that stops.
    func value<Value: JSONReadable>(_ type: Value.Type, of call: Call) async throws(ChatError) -> Value {
        let answer = try await perform(call)
        if let value = JSONReader.read(type, from: answer.body) { return value }
        return try decode(type, from: answer, of: call)
    }

    /// Decodes a response body that is an array of `Wire` into entities.
    func entities<Wire: JSONReadable & WireEntity>(_ type: Wire.Type, of call: Call)
        async throws(ChatError) -> [Wire.Entity]
    {
        let answer = try await perform(call)
        if let entities = JSONReader.readEntities(type, from: answer.body) { return entities }
        return try decode([Wire].self, from: answer, of: call).map(\.entity)
    }

    func decode<Value: Decodable>(_ type: Value.Type, from answer: ClientResponse, of call: Call)
        throws(ChatError) -> Value
    {
        do {
            return try JSONDecoder().decode(type, from: Data(answer.body))
        } catch {
            throw ChatError(.unexpectedAnswer(Self.describe(error)), during: call.operation)
        }
    }

    /// The response, if it has the expected status.
    @discardableResult
    func perform(_ call: Call) async throws(ChatError) -> ClientResponse {
        let request = try request(for: call)
        var proof = try await proof(of: call)
        var answer = try await send(request, with: proof, for: call)
        // A request with the answer 401 had no effect, and the person may have another session.
        for _ in 0..<Self.maximumOtherSessions where answer.status == .unauthorized && !proof.fields.isEmpty {
            let other = try await self.proof(of: call)
            if other.fields.isEmpty || other == proof { break }
            proof = other
            answer = try await send(request, with: proof, for: call)
        }
        guard answer.status == call.success else { throw call.failure(answer) }
        return answer
    }

    private func send(
        _ request: ClientRequest, with proof: HeaderFields, for call: Call
    ) async throws(ChatError) -> ClientResponse {
        var request = request
        request.headers.append(contentsOf: proof)
        let answer: ClientResponse
        do throws(TransportError) { answer = try await transport.send(request) } catch { throw call.failure(error) }
        await note(answer, to: call, with: proof)
        return answer
    }

    /// The header fields that authenticate the caller.
    private func proof(of call: Call) async throws(ChatError) -> HeaderFields {
        guard let caller = call.caller else { return [:] }
        do throws(ChatError) {
            return try await credentials.headers(for: caller)
        } catch {
            throw ChatError(error.reason, during: call.operation)
        }
    }

    /// Passes on renewed cookies and 401 to the credentials.
    private func note(_ answer: ClientResponse, to call: Call, with proof: HeaderFields) async {
        guard let caller = call.caller, !proof.fields.isEmpty else { return }
        if answer.status == .unauthorized { return await credentials.refused(proof, for: caller) }
        let cookies = answer.headers.values(of: .setCookie)
        if !cookies.isEmpty { await credentials.renewed(cookies, of: proof, for: caller) }
    }

    func request(for call: Call) throws(ChatError) -> ClientRequest {
        var request = ClientRequest(
            call.method, call.url(under: baseURL, in: access), headers: Self.fields)
        request.route = call.route
        if let body = call.body {
            request.headers[.contentType] = MediaType.json.description
            do {
                request.body = try Array(JSONEncoder().encode(body))
            } catch {
                throw ChatError(.invalid("it can't be encoded as JSON"), during: call.operation)
            }
        }
        return request
    }

    /// Where decoding failed, without any content of the body.
    private static func describe(_ error: any Error) -> String {
        func place(_ path: [any CodingKey]) -> String {
            path.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }.joined()
        }
        return switch error as? DecodingError {
        case .keyNotFound(let key, let context): "no \(key.stringValue) in $\(place(context.codingPath))"
        case .typeMismatch(_, let context): "another type at $\(place(context.codingPath))"
        case .valueNotFound(_, let context): "null at $\(place(context.codingPath))"
        case .dataCorrupted(let context): "nonsense at $\(place(context.codingPath))"
        default: "a body that can't be read"
        }
    }
}
