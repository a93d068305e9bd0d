import CPostgreSQL

/// Where a database is and how to connect to it: a connection URI of PostgreSQL
/// (https://www.postgresql.org/docs/15/libpq-connect.html#LIBPQ-CONNSTRING), which may name several hosts.
///
/// What the URI leaves out is taken from libpq's environment and files (`PGPASSFILE`, `PGSSLROOTCERT`, …).
public struct ServerAddress: Hashable, Sendable, CustomStringConvertible {
    /// Without the password: safe to log.
    public let description: String
    /// Whether the URI holds a password. Then it belongs neither on a command line nor in a log.
    public let hasPassword: Bool
    let uri: String

    /// Fails unless `uri` begins with `postgresql://` or `postgres://`, and libpq can read it.
    public init?(_ uri: String) {
        guard uri.utf8.starts(with: "postgresql://".utf8) || uri.utf8.starts(with: "postgres://".utf8),
            let options = Self.options(of: uri)
        else { return nil }
        self.uri = uri
        hasPassword = options["password"] != nil
        let hosts = options["host"] ?? options["hostaddr"] ?? ""
        let ports = options["port"].map { ":\($0)" } ?? ""
        description = "postgresql://\(hosts)\(ports)/\(options["dbname"] ?? "")"
    }

    /// The options that a URI sets, by their names.
    private static func options(of uri: String) -> [String: String]? {
        guard let first = PQconninfoParse(uri, nil) else { return nil }
        defer { PQconninfoFree(first) }
        var options: [String: String] = [:]
        var option = first
        while let keyword = option.pointee.keyword {
            if let value = option.pointee.val { options[String(cString: keyword)] = String(cString: value) }
            option += 1
        }
        return options
    }
}
