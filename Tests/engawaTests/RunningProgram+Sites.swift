import Chat
import ChatREST
import Foundation
import HTTP
import HTTPClient
import PostgreSQLServer
import Testing

@testable import engawa

/// Sites on one PostgreSQL database.
extension RunningProgram {
    static let siteKey = String(repeating: "5a", count: 32)

    /// Starts a site whose data is in the database at `url`.
    static func site(
        on url: String, key: String? = siteKey, _ arguments: [String] = []
    ) throws -> RunningProgram {
        var environment = ["ENGAWA_STORE": url]
        if let key { environment["ENGAWA_VAULT_KEY"] = key }
        let folder = FileManager.default.temporaryDirectory.appending(path: "shared-\(UUID())").path
        return try RunningProgram(
            ["serve", "--mode", "development", "--listen", "127.0.0.1:0", "--data", folder, "--sample-world", "off"]
                + arguments, environment: environment)
    }

    /// Makes a person in the database at `url`.
    /// - Returns: their id.
    static func createPerson(_ alias: String, on url: String) async throws -> String {
        let created = try await run(
            ["accounts", "create", "--alias", alias, "--name", alias.capitalized],
            environment: ["ENGAWA_STORE": url, "ENGAWA_VAULT_KEY": siteKey])
        try #require(created.status == 0, "\(created)")
        return String(created.output.prefix { $0 != " " })
    }

    /// Waits until a site listens.
    /// - Returns: its origin.
    func listenOrigin() async throws -> String {
        let line = try await logLine(with: " started ")
        let listen = try #require(line.split(separator: " ").first { $0.hasPrefix("listen=") })
        return "http://localhost:\(listen.split(separator: ":").last ?? "")"
    }
}

/// A backend, and two sites before it that share a database.
struct SitesBeforeBackend {
    let backend: RunningProgram
    let sites: [RunningProgram]
    /// The backend's chat.
    let chat: Repositories

    init() async throws {
        let server = try await PostgreSQLServer.shared()
        let url = server.url(of: try await server.databaseName())
        let folder = FileManager.default.temporaryDirectory.appending(path: "backend-\(UUID())").path
        backend = try RunningProgram([
            "backend", "--listen", "127.0.0.1:0", "--data", folder, "--sample-world", "off",
        ])
        let backendURL = try await backend.listenOrigin()
        sites = try (0..<2).map { _ in try RunningProgram.site(on: url, ["--backend", backendURL]) }
        chat = RESTRepositories(transport: CurlClient(), baseURL: try #require(BaseURL(backendURL))).repositories
    }

    func end() { for program in sites + [backend] { program.kill() } }
}
