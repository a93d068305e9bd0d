import Eventually
import Foundation
import HTTP
import HTTPClient
import HTTPServer
import Testing

@testable import engawa

/// The files of `deploy/` beside the program: settings, limits and metrics. `make deployment` checks them with the
/// programs that read them.
@Suite struct DeploymentFilesTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized

    private func text(_ path: String) throws -> String {
        try String(contentsOf: Self.root.appending(path: path), encoding: .utf8)
    }

    /// The settings in a file, where `SITE` and `BACKEND` are set.
    private func environment(_ path: String) throws -> [String: String] {
        let text = try text(path).replacing(/\$\{SITE[^}]*\}/, with: "chat.example.org")
            .replacing(/\$\{BACKEND[^}]*\}/, with: "https://chat-api.example.org")
            .replacing(/\$\{POSTGRES_PASSWORD[^}]*\}/, with: "a0b1c2")
            .replacing(/\$\{ENGAWA_VAULT_KEY[^}]*\}/, with: String(repeating: "5a", count: 32))
        return Dictionary(
            uniqueKeysWithValues: text.matches(of: /\n *(ENGAWA_[A-Z_]+)[:=] *"?([^"\n]*)"?/).map {
                (String($0.output.1), String($0.output.2))
            })
    }

    @Test(arguments: [
        "compose.yaml", "compose.scale.yaml", "deploy/compose/tls.yaml", "deploy/compose/remote-backend.yaml",
        "deploy/systemd/engawa.env",
    ]) func `the settings of each file exist and fit together`(file: String) throws {
        let environment = try environment(file)
        #expect(environment["ENGAWA_SIGN_IN"] != nil)
        let settings = try Settings(arguments: [], environment: environment)
        let configuration = try Configuration(settings, defaultPort: 8080)
        _ = try SignInConfiguration(settings, configuration)
        if file != "compose.yaml" {
            #expect(configuration.publicURL?.origin.scheme == .https)
            #expect(environment["ENGAWA_TRUSTED_PROXIES"] != nil)
        }
    }

    @Test func `the proxies have the limits of the site`() throws {
        let limits = ServerLimits()
        let nginx = try text("deploy/nginx/engawa.conf")
        #expect(limits.discardedBody == .mebibytes(16))
        #expect(nginx.contains("client_max_body_size 16m;"))
        #expect(limits.uploadTime == .seconds(60) && nginx.contains("client_body_timeout 60s;"))
        // A proxy closes its connections first, and never a stream that is alive.
        #expect(limits.idleTime > .seconds(20))
        #expect(nginx.contains("keepalive_timeout 20s;"))
        for file in ["Caddyfile", "Several.Caddyfile"] {
            let caddy = try text("deploy/caddy/\(file)")
            #expect(caddy.contains("max_size 16MiB\n") && caddy.contains("keepalive 20s\n"))
        }
        #expect(limits.heartbeat * 2 < .seconds(75) && nginx.contains("proxy_read_timeout 75s;"))
    }

    @Test func `the service may open a file for each connection, and more`() throws {
        let unit = try text("deploy/systemd/engawa.service")
        let limit = try #require(unit.firstMatch(of: /\nLimitNOFILE=(\d+)\n/).flatMap { Int($0.output.1) })
        #expect(limit > ServerLimits().connections + 1_024)
        #expect(unit.contains("RestartPreventExitStatus=\(ExitStatus.usage)\n"))
    }

    @Test func `the document names files that are there, and commands that the program takes`() throws {
        let document = try text("docs/deployment.md")
        for match in document.matches(of: /deploy\/[\w.\/-]*\w/) {
            #expect(
                FileManager.default.fileExists(atPath: Self.root.appending(path: match.output).path), "\(match.output)")
        }
        let commands = document.matches(of: /\n(engawa [^\n]+)/).map {
            $0.output.1.split(separator: " ").map(String.init)
        }
        #expect(commands.count >= 3)
        for words in commands {
            let (command, arguments) = try Command.parse(Array(words.dropFirst()))
            if command == .certificate {
                _ = try CertificateCommand(arguments, environment: [:])
            } else {
                let settings = try Settings(arguments: arguments, environment: [:])
                _ = try SignInConfiguration(settings, Configuration(settings, defaultPort: 8080))
            }
        }
    }

    @Test func `each metric in the alerts and the dashboard exists`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let backend = try RunningProgram(["backend", "--listen", "127.0.0.1:0", "--data", "\(folder)/backend"])
        defer { backend.kill() }
        let program = try RunningProgram([
            "serve", "--sign-in", "user-id", "--backend", try await backend.address(after: "listens on"),
            "--listen", "127.0.0.1:0", "--metrics-listen", "127.0.0.1:0", "--data", "\(folder)/site",
        ])
        defer { program.kill() }
        let metrics = try await program.address(after: "Metrics are at")
        let site = try await program.address(after: "Engawa is open")
        let client = CurlClient()
        #expect(try await client.send(ClientRequest(.get, "\(site)/readyz")).status == .ok)
        let exposition = String(decoding: try await client.send(ClientRequest(.get, metrics)).body, as: UTF8.self)
        let there = Set(exposition.matches(of: /\n# TYPE (\w+)\s/).map { String($0.output.1) })
        let files = ["prometheus/rules.yml", "prometheus/rules-tests.yml", "grafana/engawa.json"]
        let named = Set(
            try files.flatMap { file in
                try text("deploy/\(file)").matches(of: /\b(?:engawa|process)_[a-z_]+/).map {
                    String($0.output).replacing(/_(bucket|count|sum)$/, with: "")
                }
            })
        #expect(named.count > 20)
        #expect(named.subtracting(there).isEmpty)
    }
}
