import Chat
import HTTP

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Sends calls to one backend and reads its answers.
struct BackendClient: Sendable {
    /// How many sessions of a person are tried when the first is over.
    private static let maximumOtherSessions = 4

    /// What every request says.
    private static let fields: HeaderFields = [.accept: MediaType.json.description]

    let transport: any Transport
    let baseURL: BaseURL
    let access: Access
    let credentials: any CallerCredentials

    /// A person's id in a body, where the backend wants to be told who asks.
    func said(_ user: UserID) -> WireIdentifier<User>? { access == .open ? WireIdentifier(user) : nil }

    /// The value in the body of the answer.
    func value<Value: Decodable>(_ type: Value.Type, of call: Call) async throws(ChatError) -> Value {
        try decode(type, from: try await perform(call), of: call)
    }

    /// The same of the answers that pages wait for: `JSONDecoder` is asked only where they are not as expected.
    func value<Value: JSONReadable>(_ type: Value.Type, of call: Call) async throws(ChatError) -> Value {
        let answer = try await perform(call)
        if let value = JSONReader.read(type, from: answer.body) { return value }
        return try decode(type, from: answer, of: call)
    }

    /// The entities of an answer that is an array of `Wire`.
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

    /// The answer, which has the status that means success.
    @discardableResult
    func perform(_ call: Call) async throws(ChatError) -> ClientResponse {
        let request = try request(for: call)
        var proof = try await proof(of: call)
        var answer = try await send(request, with: proof, for: call)
        // A 401 has changed nothing there, and the person may have another session.
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

    /// By what the backend knows the caller.
    private func proof(of call: Call) async throws(ChatError) -> HeaderFields {
        guard let caller = call.caller else { return [:] }
        do throws(ChatError) {
            return try await credentials.headers(for: caller)
        } catch {
            throw ChatError(error.reason, during: call.operation)
        }
    }

    /// Passes on what an answer says of the caller's session.
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
                throw ChatError(.invalid("it can't be written as JSON"), during: call.operation)
            }
        }
        return request
    }

    /// Where a body went wrong, without what it holds.
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
