public import Bytes
import HTTP
import JOSE
import Synchronization

/// The table `users` as PostgREST shows it, with row-level security: everybody sees all rows, and adds their own.
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

    func table(_ request: Request) -> Response {
        guard
            let (user, areExpired) = state.withLock({ state in
                session(of: request, state).map { ($0.1.user, state.areExpired) }
            })
        else { return fault(.unauthorized, "PGRST301", "JWSError JWSInvalidSignature") }
        if areExpired { return fault(.unauthorized, "PGRST303", "JWT expired") }
        return switch request.method {
        case .get: rows(request)
        case .post: add(request.jsonBody, by: user, request.headers["Prefer"] ?? "")
        default: Response(.methodNotAllowed)
        }
    }

    private func rows(_ request: Request) -> Response {
        let wanted = request.target.query["id"]
        let rows = state.withLock {
            $0.rows.values.filter { wanted == nil || wanted == "eq.\($0["id"]?.string ?? "")" }
        }
        guard request.headers[.accept]?.hasPrefix("application/vnd.pgrst.object+json") == true else {
            return .json(.ok, .array(Array(rows)))
        }
        guard rows.count == 1, let row = rows.first else {
            return fault(.notAcceptable, "PGRST116", "Cannot coerce the result to a single JSON object")
        }
        return .json(.ok, row)
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
