import Concurrency
import Eventually
import Foundation
import HTTP
import HTTPClient
import HTTPServer
import Metrics
import PrometheusText
import Testing

@testable import engawa

@Suite struct MetricsEndpointTests {
    @Test func `only GET metrics is answered, in Prometheus' format`() async throws {
        let registry = MetricsRegistry()
        registry.counter("a_total", "Some.").increment()
        ProcessMetrics.register(in: registry)
        BuildInfo.register(in: registry)
        let server = try MetricsEndpoint(registry: registry).serve(on: ListenAddress(host: "127.0.0.1", port: 0))
        let client = CurlClient()
        let url = "http://\(server.address)"
        let answer = try await client.send(ClientRequest(.get, "\(url)/metrics"))
        #expect(answer.status == .ok)
        #expect(answer.headers[.contentType] == "text/plain; version=0.0.4; charset=utf-8")
        let text = String(decoding: answer.body, as: UTF8.self)
        #expect(text.hasPrefix("# HELP a_total Some.\n# TYPE a_total counter\na_total 1\n"))
        let commit = BuildCommit.commit ?? "unknown"
        #expect(text.contains("\nengawa_build_info{version=\"\(Version.number)\",commit=\"\(commit)\"} 1\n"))
        for target in ["/", "/metrics/", "/metrics/x", "/conversations", "/healthz"] {
            #expect(try await client.send(ClientRequest(.get, url + target)).status == .notFound)
        }
        let post = try await client.send(ClientRequest(.post, "\(url)/metrics", body: [1]))
        #expect(post.status == .methodNotAllowed)
        #expect(post.headers[.allow] == "GET, HEAD")
        await server.stop()
    }
}

@Suite struct BlockingPoolMetricsTests {
    @Test func `the pool for blocking work shows its figures`() async throws {
        let (registry, pool) = (MetricsRegistry(), BlockingPool(threads: 2, maximumWaiting: 0))
        BlockingPoolMetrics.register(pool, in: registry)
        await #expect(throws: BlockingPool.Full.self) { try await pool.run {} }
        let figures = try ExpositionParser(registry.text)
        #expect(figures.value("engawa_blocking_pool_refused_total") == 1)
        for name in ["threads", "running", "waiting", "begun_total", "wait_seconds_total"] {
            #expect(figures.value("engawa_blocking_pool_\(name)") == 0)
        }
    }
}

/// The whole program with a backend in another process, which is killed.
@Suite struct ProgramMetricsTests {
    private let client = CurlClient()

    private func scrape(_ url: String) async throws -> ExpositionParser {
        let answer = try await client.send(ClientRequest(.get, url))
        return try ExpositionParser(String(decoding: answer.body, as: UTF8.self))
    }

    /// Waits until a metric has a value.
    private func scrape(_ url: String, until name: String, is value: Double) async throws -> ExpositionParser {
        try await eventually { try await scrape(url).value(name) == value }
        return try await scrape(url)
    }

    @Test func `the backend is killed and comes back, and site, log and metrics say so`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        func backend(on port: String) throws -> RunningProgram {
            try RunningProgram(["backend", "--listen", "127.0.0.1:\(port)", "--data", "\(folder)/backend"])
        }
        var running = try backend(on: "0")
        defer { running.kill() }
        let backendURL = try await running.address(after: "listens on")
        let program = try RunningProgram([
            "serve", "--sign-in", "user-id", "--backend", backendURL, "--listen", "127.0.0.1:0", "--metrics-listen",
            "127.0.0.1:0",
            "--data", "\(folder)/site", "--backend-concurrency", "3", "--assets", Self.assets,
        ])
        defer { program.kill() }
        let metricsURL = try await program.address(after: "Metrics are at")
        let site = try await program.address(after: "Engawa is open")

        func ask(_ path: String, _ status: Int) async throws {
            let answer = try await client.send(ClientRequest(.get, site + path))
            #expect(answer.status.rawValue == status, "\(path)")
        }
        // The site asks the backend once by itself when it starts.
        _ = try await program.logLine(with: "the backend answers")
        try await ask("/readyz", 200)
        try await ask("/sign-in", 200)
        try await ask("/metrics", 404)
        try await ask("/no/such/path", 404)
        var metrics = try await scrape(metricsURL)
        let ready = ["route": "readiness", "method": "GET"]
        let health = ["route": "/health", "method": "GET"]
        func requests(_ labels: [String: String], _ status: String) -> Double? {
            metrics.value("engawa_http_requests_total", labels.merging(["status": status]) { $1 })
        }
        func upstream(_ outcome: String) -> Double? {
            metrics.value("engawa_upstream_requests_total", health.merging(["outcome": outcome]) { $1 })
        }
        #expect(requests(ready, "2xx") == 1)
        #expect(requests(["route": "unknown", "method": "GET"], "4xx") == 2)
        #expect(metrics.value("engawa_http_request_duration_seconds_count", ["route": "readiness"]) == 1)
        #expect(upstream("2xx") == 2)
        #expect(metrics.value("engawa_upstream_request_duration_seconds_count", health) == 2)
        #expect(metrics.value("engawa_upstream_breaker_state") == 0)
        #expect(metrics.value("engawa_upstream_requests_in_flight") == 0)
        #expect(metrics.value("engawa_upstream_requests_queued") == 0)
        #expect(try #require(metrics.value("process_open_fds")) > 5)
        for name in ["live_streams_open", "live_feeds", "live_polls_total", "page_cache_entries"] {
            #expect(metrics.value("engawa_\(name)") == 0)
        }

        running.kill()
        for _ in 0..<12 { try await ask("/readyz", 503) }
        metrics = try await scrape(metricsURL)
        #expect(metrics.value("engawa_upstream_breaker_state") == 2)
        #expect(metrics.value("engawa_upstream_breaker_openings_total") == 1)
        #expect((upstream("cannotConnect") ?? 0) + (upstream("connectionLost") ?? 0) == 5)
        #expect(upstream("backendFailing") == 7)
        #expect(requests(ready, "5xx") == 12)
        #expect(program.log.contains("warning the backend fails, and is not asked for now"))

        running = try backend(on: String(backendURL.split(separator: ":").last ?? ""))
        _ = try await running.address(after: "listens on")
        try await eventually { try await client.send(ClientRequest(.get, "\(site)/readyz")).status == .ok }
        metrics = try await scrape(metricsURL, until: "engawa_upstream_breaker_state", is: 0)
        #expect(metrics.value("engawa_upstream_breaker_openings_total") == 1)
        #expect(program.log.contains("info the backend answers again ms="))
    }

    @Test func `without the setting there is no second listener`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let program = try RunningProgram([
            "serve", "--sign-in", "user-id", "--listen", "127.0.0.1:0", "--data", folder, "--assets", Self.assets,
        ])
        defer { program.kill() }
        let site = try await program.address(after: "Engawa is open")
        #expect(try await client.send(ClientRequest(.get, "\(site)/metrics")).status == .notFound)
        #expect(!program.output.contains("etrics"))
    }

    private static let assets =
        URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Public").standardized.path
}
