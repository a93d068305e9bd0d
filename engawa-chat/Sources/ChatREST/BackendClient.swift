import Bytes
import Chat
import HTTP

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
    func said(_ user: UserID) -> JSON? { access == .open ? user.json : nil }

    /// Decodes the response body.
    func value<Value: JSONReadable>(_ type: Value.Type, of call: Call) async throws(ChatError) -> Value {
        try read(try await perform(call), of: call) { (json) throws(JSONReader.Stop) in try Value(from: &json) }
    }

    /// Decodes a response body that is an array of entities.
    func entities<Entity: JSONReadable>(_ type: Entity.Type, of call: Call) async throws(ChatError) -> [Entity] {
        let answer = try await perform(call)
        return try read(answer, of: call) { (json) throws(JSONReader.Stop) in
            var entities: [Entity] = []
            entities.reserveCapacity(answer.body.count / Self.bytesPerEntity)
            try json.array { (json) throws(JSONReader.Stop) in entities.append(try Entity(from: &json)) }
            return entities
        }
    }

    /// The usual size of an entity, for reserving memory.
    private static let bytesPerEntity = 512

    private func read<Value>(
        _ answer: ClientResponse, of call: Call, _ value: (inout JSONReader) throws(JSONReader.Stop) -> Value
    ) throws(ChatError) -> Value {
        do throws(JSONReader.Stop) {
            return try JSONReader.read(answer.body, value)
        } catch {
            throw ChatError(.unexpectedAnswer("not as expected behind byte \(error.offset)"), during: call.operation)
        }
    }

    /// Decodes the response body with `value`.
    func value<Value>(of call: Call, _ value: (JSON) -> Value?) async throws(ChatError) -> Value {
        try self.value(in: try await perform(call), of: call, value)
    }

    func value<Value>(in answer: ClientResponse, of call: Call, _ value: (JSON) -> Value?) throws(ChatError) -> Value {
        guard let json = JSON(parsing: answer.body) else {
            throw ChatError(.unexpectedAnswer("no JSON"), during: call.operation)
        }
        guard let value = value(json) else {
            throw ChatError(.unexpectedAnswer("a member is missing, or of another type"), during: call.operation)
        }
        return value
    }

    /// The response, if it has the expected status.
    @discardableResult
    func perform(_ call: Call) async throws(ChatError) -> ClientResponse {
        let request = request(for: call)
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

    func request(for call: Call) -> ClientRequest {
        var request = ClientRequest(
            call.method, call.url(under: baseURL, in: access), headers: Self.fields)
        request.route = call.route
        for field in call.headers.fields { request.headers.append(field.name, field.value) }
        switch call.body {
        case .json(let json):
            request.headers[.contentType] = MediaType.json.description
            request.body = json.bytes
        case .bytes(let bytes):
            request.headers[.contentType] = FileType.unknown.description
            request.body = bytes
        case nil: break
        }
        return request
    }
}
