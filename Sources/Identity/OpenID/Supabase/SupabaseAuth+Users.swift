import Bytes
public import Cryptography
import HTTP
import JOSE

/// The table `users`, accessed through PostgREST with the person's own token; row-level security decides what they may
/// read and write.
extension SupabaseAuth {
    var table: String { base + "/rest/v1/users" }

    /// The row of the person with `id`; `nil` if there is none.
    /// - Throws: `sessionEnded` if the access token is rejected, `refused` with 42501 if reading the row is not
    ///   permitted.
    public func row(of id: String, _ accessToken: Secret) async throws(ProviderError) -> SupabaseRow? {
        let query: Query = [columns.id: "eq.\(id)", "select": "*"]
        let answer = try await wire.send(
            rowRequest(.get, "\(table)?\(query.serialized)", accessToken), during: .profile)
        // PostgREST's response to a request for a single row that does not exist.
        if answer.status == .notAcceptable, answer.json?["code"] == "PGRST116" { return nil }
        guard answer.status == .ok else { throw rowFailure(answer) }
        guard let rows = answer.json?.array else { throw nonsense }
        guard let first = rows.first else { return nil }
        guard let row = SupabaseRow(first, columns), row.id == id else { throw nonsense }
        return row
    }

    /// Adds a row.
    /// - Throws: `refused` with 23505 if there is one with that id or alias, or with 42501 if it is not permitted.
    public func insert(_ row: SupabaseRow, _ accessToken: Secret) async throws(ProviderError) -> SupabaseRow {
        var request = rowRequest(.post, table, accessToken)
        request.headers[.contentType] = "\(MediaType.json)"
        request.headers["Prefer"] = "return=representation"
        request.body = row.json(columns).bytes
        let answer = try await wire.send(request, during: .profile)
        guard answer.status == .created else { throw rowFailure(answer) }
        guard let made = answer.json?.array?.first.flatMap({ SupabaseRow($0, columns) }) else { throw nonsense }
        return made
    }

    func rowRequest(_ method: Method, _ url: String, _ accessToken: Secret) -> ClientRequest {
        ClientRequest(
            method, url,
            headers: ["apikey": apiKey.revealed, .authorization: "Bearer \(accessToken.revealed)"])
    }

    var nonsense: ProviderError {
        ProviderError(.invalidAnswer("no rows"), during: .profile, at: provider)
    }

    func rowFailure(_ answer: ProviderWire.Response) -> ProviderError {
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
