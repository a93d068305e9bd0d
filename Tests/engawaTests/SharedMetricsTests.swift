import Eventually
import HTTP
import HTTPClient
import PostgreSQLServer
import PrometheusText
import Testing

@testable import engawa

@Suite("Metrics of sites on one PostgreSQL database") struct SharedMetricsTests {
    private func scrape(_ url: String) async throws -> ExpositionParser {
        let answer = try await CurlClient().send(ClientRequest(.get, url))
        return try ExpositionParser(String(decoding: answer.body, as: UTF8.self))
    }

    @Test("a page costs at most two round trips warm and five cold; hints and replayed events are counted")
    func roundTrips() async throws {
        let server = try await PostgreSQLServer.shared()
        let url = server.url(of: try await server.databaseName())
        let sites = try (0..<2).map { _ in
            try RunningProgram.site(on: url, ["--metrics-listen", "127.0.0.1:0"])
        }
        defer { for site in sites { site.kill() } }
        let metrics = try await sites[1].address(after: "Metrics are at")
        let (first, second) = (try await sites[0].listenOrigin(), try await sites[1].listenOrigin())
        let mia = try await RunningProgram.createPerson("mia", on: url)
        var browser = CookieBrowser()
        #expect(try await browser.send("user=\(mia)", to: "\(first)/sign-in").status == .seeOther)
        let kai = try await RunningProgram.createPerson("kai", on: url)
        let made = try await browser.send("kind=direct&people=\(kai)", to: "\(first)/conversations")
        let place = try #require(made.headers[.location]).prefix { $0 != "?" && $0 != "#" }

        func roundTrips(_ route: String, _ path: String) async throws -> Int {
            func value() async throws -> Int {
                try await Int(scrape(metrics).value("engawa_store_round_trips_total", ["route": route]) ?? 0)
            }
            let before = try await value()
            let status = try await browser.load(second + path).status
            try #require(status == 200)
            return try await value() - before
        }
        // At a site that has read nothing of it.
        let cold = try await roundTrips("thread", "\(place)")
        #expect((1...5).contains(cold), "\(cold)")
        let coldList = try await roundTrips("conversations", "/conversations")
        #expect((1...5).contains(coldList), "\(coldList)")
        // The session is read once a second, and what has changed meanwhile is there.
        var warm: [Int] = []
        for number in 0..<3 {
            _ = try await browser.send("text=message+\(number)", to: "\(first)\(place)/messages")
            try await eventually { try await browser.load("\(second)\(place)").text.contains("message \(number)") }
            warm.append(try await roundTrips("thread", "\(place)"))
            warm.append(try await roundTrips("conversations", "/conversations"))
        }
        #expect(warm.allSatisfy { $0 <= 2 }, "\(warm)")
        // Who has not made the change hears of it by a hint.
        var reader = CookieBrowser()
        #expect(try await reader.send("user=\(kai)", to: "\(second)/sign-in").status == .seeOther)
        #expect(try await reader.load("\(second)\(place)").status == 200)
        _ = try await browser.send("text=for+kai", to: "\(first)\(place)/messages")
        try await eventually { try await reader.load("\(second)\(place)").text.contains("for kai") }
        try await eventually { try await scrape(metrics).value("engawa_store_hint_lag_seconds_count") ?? 0 > 0 }
        #expect(try await scrape(metrics).value("engawa_live_events_replayed_total") == 0)
        #expect(try await scrape(metrics).value("engawa_store_round_trip_seconds_count", ["route": "thread"]) ?? 0 > 0)
    }
}
