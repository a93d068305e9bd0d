public import Bytes
import HTTP
import JOSE
import Synchronization

/// The table `users` as PostgREST shows it, with row-level security: everybody sees all rows, and adds and changes their
/// own.
extension SupabaseStand {
    /// A row that is there, whoever added it.
    public func keep(row: JSON) { state.withLock { $0.rows[row["id"]?.string ?? ""] = row } }

    public func row(of id: String) -> JSON? { state.withLock { $0.rows[id] } }

    /// Takes every access token for expired from now on, or no longer.
    public func expireTokens(_ areExpired: Bool) { state.withLock { $0.areExpired = areExpired } }

    /// Lets nobody add a row from now on.
    public func lockTable() { state.withLock { $0.isReadOnly = true } }

    /// Gives the table these columns, of which no other may be written.
    public func limit(columns: Set<String>) { state.withLock { $0.columns = columns } }

    /// Answers every request for rows with 503 from now on, or no longer.
    public func breakTable(_ isDown: Bool) { state.withLock { $0.isDown = isDown } }

    /// The settings are of the type `json`, which has no equality, instead of `jsonb`.
    public func forbidComparison() { state.withLock { $0.comparesSettings = false } }

    /// After the next read of rows somebody else changes the row, once.
    public func interfere(_ change: @escaping @Sendable (JSON) -> JSON) {
        state.withLock { $0.interference = change }
    }

    func table(_ request: Request) -> Response {
        if state.withLock({ $0.isDown }) { return Response(.serviceUnavailable) }
        guard
            let (user, areExpired) = state.withLock({ state in
                session(of: request, state).map { ($0.1.user, state.areExpired) }
            })
        else { return fault(.unauthorized, "PGRST301", "JWSError JWSInvalidSignature") }
        if areExpired { return fault(.unauthorized, "PGRST303", "JWT expired") }
        return switch request.method {
        case .get: rows(request)
        case .patch: change(request, by: user)
        case .post: add(request.jsonBody, by: user, request.headers["Prefer"] ?? "")
        default: Response(.methodNotAllowed)
        }
    }

    private func rows(_ request: Request) -> Response {
        let wanted = request.target.query["id"]
        let rows = state.withLock { state in
            let found = state.rows.values.filter { wanted == nil || wanted == "eq.\($0["id"]?.string ?? "")" }
            if let interference = state.interference, let row = found.first {
                state.interference = nil
                state.rows[row["id"]?.string ?? ""] = interference(row)
            }
            return found
        }
        guard request.headers[.accept]?.hasPrefix("application/vnd.pgrst.object+json") == true else {
            return .json(.ok, .array(Array(rows)))
        }
        guard rows.count == 1, let row = rows.first else {
            return fault(.notAcceptable, "PGRST116", "Cannot coerce the result to a single JSON object")
        }
        return .json(.ok, row)
    }

    private func change(_ request: Request, by user: String) -> Response {
        let query = request.target.query
        return state.withLock { state in
            if query["settings"] != nil, !state.comparesSettings {
                return fault(.notFound, "42883", "operator does not exist: json = unknown")
            }
            guard !state.isReadOnly, query["id"] == "eq.\(user)", var row = state.rows[user]?.object,
                Self.fits(row["settings"] ?? .null, query["settings"]), let changes = request.jsonBody.object
            else { return .json(.ok, []) }
            row.merge(changes) { _, new in new }
            state.rows[user] = .object(row)
            return .json(.ok, [.object(row)])
        }
    }

    /// Whether settings fulfil a condition such as `eq.{}`.
    private static func fits(_ settings: JSON, _ condition: String?) -> Bool {
        guard let condition else { return true }
        if condition == "is.null" { return settings == .null }
        return condition.hasPrefix("eq.") && settings != .null
            && JSON(parsing: Array(condition.utf8.dropFirst(3))) == settings
    }

    private func add(_ body: JSON, by user: String, _ preference: String) -> Response {
        let row = body.array?.first ?? body
        let id = row["id"]?.string ?? ""
        return state.withLock { state in
            if let columns = state.columns, let other = row.object?.keys.first(where: { !columns.contains($0) }) {
                return fault(
                    .badRequest, "PGRST204", "Could not find the '\(other)' column of 'users' in the schema cache")
            }
            guard !state.isReadOnly, id == user else {
                return fault(
                    .forbidden, "42501", "new row violates row-level security policy for table \"users\"")
            }
            let isTaken = state.rows.contains { known in
                known.key == id || row["id_alias"] != nil && known.value["id_alias"] == row["id_alias"]
            }
            if isTaken { return fault(.conflict, "23505", "duplicate key value violates unique constraint") }
            state.rows[id] = row
            return preference.contains("return=representation")
                ? .json(.created, .array([row])) : Response(.created)
        }
    }

    private func fault(_ status: Status, _ code: String, _ message: String) -> Response {
        .json(status, ["code": .string(code), "details": .null, "hint": .null, "message": .string(message)])
    }
}
