/// What `/health` answers.
struct WireHealth: Encodable {
    let ok: Bool
}

/// `GET /health` in session access
struct WireDatabaseHealth: Encodable {
    struct Database: Encodable {
        let status = "healthy"
        let message = "Database connection is operational"
    }

    let ok: Bool
    let database = Database()
}
