import Accounts
import Chat
import Eventually
import HTTP
import PostgreSQLServer
import RepositoryBehaviour
import Testing

@testable import Gateway

private let veranda = "550e8400-e29b-41d4-a716-446655450001"

@Suite("A site whose accounts are in PostgreSQL")
struct DatabaseOutageTests {
    @Test("says that the database is gone, signs nobody out, and goes on when it is back")
    func outage() async throws {
        let server = try await PostgreSQLServer()
        let place = try await TestDatabase(on: server)
        try await AccountsDatabase.migrate(place.database)
        try await withSite(.embedded, accountsDatabase: AccountsDatabase(place.database)) { site in
            let browser = try await site.browser(signedInAs: "alice")
            #expect(try await browser.get("/conversations").status == .ok)
            let cookies = browser.cookies
            server.kill()
            // What was read before is believed for a second.
            site.clock.advance(by: .seconds(2))
            // What needs no more than the session is shown.
            for path in ["/conversations", "/conversations/\(veranda)"] {
                #expect(try await browser.get(path).status == .ok, "\(path)")
            }
            #expect(
                [.badGateway, .gatewayTimeout].contains(try await browser.get("/profile/sessions").status),
                "it is read from the database")
            // Longer ago than a session is believed without it.
            site.clock.advance(by: SessionLimits().outage)
            for path in ["/conversations", "/profile", "/profile/sessions"] {
                let page = try await browser.get(path)
                #expect([.badGateway, .gatewayTimeout].contains(page.status), "\(path): \(page.status)")
                #expect(page.headers[.location] == nil)
            }
            // A script would take 401 for the end of the session.
            let events = try await browser.get("/events")
            #expect([.badGateway, .gatewayTimeout].contains(events.status), "\(events.status)")
            for path in ["messages", "draft"] {
                let unsent = try await browser.post("/conversations/\(veranda)/\(path)", ["text": "kept words"])
                #expect([.badGateway, .gatewayTimeout].contains(unsent.status), "\(path): \(unsent.status)")
                #expect(unsent.text.contains("kept words"))
            }
            let refused = try await browser.post("/sign-in", ["user": "bob"])
            #expect([.badGateway, .gatewayTimeout].contains(refused.status))
            #expect(browser.cookies == cookies)
            #expect(site.log.all.contains("the session can't be read"))
            try await server.restart()
            try await eventually { try await browser.get("/conversations").status == .ok }
        }
    }
}
