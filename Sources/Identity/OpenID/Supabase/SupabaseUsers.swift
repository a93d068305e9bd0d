import Bytes
public import Cryptography
public import HTTP
import JOSE

/// The table `users` of a Supabase project, accessed through PostgREST with the person's own token; row-level security
/// decides what they may read and write.
public struct SupabaseUsers: Sendable {
    public let provider: ProviderID
    private let table: String
    private let apiKey: Secret
    private let wire: ProviderWire

    /// - Parameters:
    ///   - base: the project's URL, without `/rest/v1`.
    ///   - apiKey: the project's anonymous key.
    public init(_ provider: ProviderID, base: EndpointURL, apiKey: Secret, transport: any Transport) {
        self.provider = provider
        let base = base.description
        table = (base.last == "/" ? String(base.dropLast()) : base) + "/rest/v1/users"
        self.apiKey = apiKey
        wire = ProviderWire(provider: provider, transport: transport)
    }

    /// The row of the person with `id`; `nil` if there is none.
    /// - Throws: `sessionEnded` if the access token is rejected, `refused` with 42501 if reading the row is not
    ///   permitted.
    public func row(of id: String, _ accessToken: Secret) async throws(ProviderError) -> SupabaseRow? {
        let query: Query = ["id": "eq.\(id)", "select": "*"]
        let answer = try await wire.send(
            request(.get, "\(table)?\(query.serialized)", accessToken), during: .profile)
        // PostgREST's response to a request for a single row that does not exist.
        if answer.status == .notAcceptable, answer.json?["code"] == "PGRST116" { return nil }
        guard answer.status == .ok else { throw failure(answer) }
        guard let rows = answer.json?.array else { throw nonsense }
        guard let first = rows.first else { return nil }
        guard let row = SupabaseRow(first), row.id == id else { throw nonsense }
        return row
    }

    /// Adds a row.
    /// - Throws: `refused` with 23505 if there is one with that id or alias, or with 42501 if it is not permitted.
    public func insert(_ row: SupabaseRow, _ accessToken: Secret) async throws(ProviderError) -> SupabaseRow {
        var request = request(.post, table, accessToken)
        request.headers[.contentType] = "\(MediaType.json)"
        request.headers["Prefer"] = "return=representation"
        request.body = row.json.bytes
        let answer = try await wire.send(request, during: .profile)
        guard answer.status == .created else { throw failure(answer) }
        guard let made = answer.json?.array?.first.flatMap({ SupabaseRow($0) }) else { throw nonsense }
        return made
    }

    private func request(_ method: Method, _ url: String, _ accessToken: Secret) -> ClientRequest {
        ClientRequest(
            method, url,
            headers: ["apikey": apiKey.revealed, .authorization: "Bearer \(accessToken.revealed)"])
    }

    private var nonsense: ProviderError {
        ProviderError(.invalidAnswer("no rows"), during: .profile, at: provider)
    }

    private func failure(_ answer: ProviderWire.Response) -> ProviderError {
        guard answer.status.rawValue < 500, answer.status != .tooManyRequests,
            let code = ProviderWords.quotable(answer.json?["code"]?.string)
        else { return wire.failure(answer, during: .profile) }
        let words = ProviderWords.quotable(answer.json?["message"]?.string)
        return ProviderError(
            answer.status == .unauthorized ? .sessionEnded(code: code) : .refused(code: code, words: words),
            during: .profile, at: provider)
    }
}

extension ProviderError {
    /// Whether the row exists already (PostgreSQL's unique_violation).
    public var isTaken: Bool { if case .refused(code: "23505", _) = reason { true } else { false } }
}
