/// The response to `GET /health`.
struct WireHealth: Encodable {
    let ok: Bool
}

/// The response to `GET /health` in session access.
struct WireDatabaseHealth: Encodable {
    struct Database: Encodable {
        let status = "healthy"
        let message = "Database connection is operational"
    }

    let ok: Bool
    let database = Database()
}
