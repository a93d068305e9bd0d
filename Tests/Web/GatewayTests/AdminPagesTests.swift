import Accounts
import Chat
import HTTP
import RepositoryBehaviour
import Testing

@testable import Gateway

private let veranda = "550e8400-e29b-41d4-a716-446655450001"

@Suite struct AdminPagesTests {
    @Test func `a member is told that there are no such pages`() async throws {
        try await withSite(.embedded) { site in
            let bob = try await site.browser(signedInAs: "bob")
            let hers = try await #require(try site.sessions.sessions(of: .bob).first?.id)
            #expect(try await bob.get("/admin/sessions").status == .notFound)
            #expect(try await bob.get("/admin/metrics").status == .notFound)
            let answer = try await bob.post("/admin/sessions", ["end": hers, "user": "\(UserID.bob)"])
            #expect(answer.status == .notFound)
            #expect(!(try await bob.get("/profile").text.contains("/admin/")))
            #expect(try await site.browser().get("/admin/sessions").headers[.location]?.hasPrefix("/sign-in") == true)
        }
    }

    @Test func `an admin sees everybody's sessions and ends them, until they are an admin no more`() async throws {
        try await withSite(.embedded) { site in
            let (alice, bob) = (try await site.browser(signedInAs: "alice"), try await site.browser(signedInAs: "bob"))
            try await site.accounts.set(.admin, of: .alice)
            let page = try await alice.get("/admin/sessions")
            #expect(page.text.contains("@bob") && page.text.contains("@alice"))
            #expect(try await alice.get("/profile").text.contains("/admin/sessions"))
            let his = try await #require(try site.sessions.sessions(of: .bob).first?.id)
            let answer = try await alice.post("/admin/sessions", ["end": his, "user": "\(UserID.bob)"])
            #expect(answer.headers[.location] == "/admin/sessions?ended")
            #expect(try await bob.get("/profile").status == .seeOther)
            let event = try await #require(try site.audit.newest(1).first)
            #expect(event.kind == .sessionRevoked && event.user == .bob && event.actor == .alice)
            #expect(try await alice.get("/admin/metrics").status == .notFound, "nothing is measured in this test")
            try await site.accounts.set(.member, of: .alice)
            #expect(try await alice.get("/admin/sessions").status == .notFound)
        }
    }

    @Test func `an admin proves again who they are before ending what is somebody else's`() async throws {
        try await withSite(.embedded) { site in
            let (alice, bob) = (try await site.browser(signedInAs: "alice"), try await site.browser(signedInAs: "bob"))
            try await site.accounts.set(.admin, of: .alice)
            let his = try await #require(try site.sessions.sessions(of: .bob).first?.id)
            site.clock.advance(by: FactorPolicy.proofLifetime)
            let asked = try await alice.post("/admin/sessions", ["end": his, "user": "\(UserID.bob)"])
            #expect(asked.status == .forbidden)
            #expect(try await bob.get("/profile").status == .ok)
            let done = try await alice.post("/profile/confirm", asked.deferred.with("user", "alice"))
            #expect(done.headers[.location] == "/admin/sessions?ended")
            #expect(try await bob.get("/profile").status == .seeOther)
        }
    }

    @Test func `an admin of the site is no admin of conversations`() async throws {
        try await withSite(.embedded) { site in
            try await site.accounts.set(.admin, of: .bob)
            let bob = try await site.browser(signedInAs: "bob")
            let page = try await bob.get("/conversations/\(veranda)/members")
            #expect(page.status == .ok && !page.text.contains("class=\"removal\""))
            let answer = try await bob.post("/conversations/\(veranda)/members/remove", ["user": "\(UserID.alice)"])
            #expect(answer.status == .forbidden)
            let haruka = try await site.browser(signedInAs: "haruka")
            #expect(try await haruka.get("/conversations/\(veranda)/members").text.contains("class=\"removal\""))
        }
    }

    @Test func `an admin pages through everybody's sessions, and sees each once`() async throws {
        try await withSite(.embedded) { site in
            let alice = try await site.browser(signedInAs: "alice")
            try await site.accounts.set(.admin, of: .alice)
            let bob = try await site.repositories.users.user(.bob)
            for number in 0..<(2 * AdministrationFeature.pageSize) {
                if number.isMultiple(of: 9) { site.clock.advance(by: .seconds(1)) }
                _ = try await site.sessions.begin(for: bob)
            }
            var (next, seen, pages): (String?, [String], Int) = ("/admin/sessions", [], 0)
            while let path = next {
                let page = try await alice.get(path)
                seen += page.text.matches(of: /name="end" value="([^"]*)"/).map { String($0.output.1) }
                pages += 1
                next = page.match(#"class="older" href="([^"]*)""#)
            }
            #expect(seen.count == 2 * AdministrationFeature.pageSize && Set(seen).count == seen.count)
            #expect(pages == 3)
            for wrong in ["0", "1001", "x"] {
                #expect(try await alice.get("/admin/sessions?page=\(wrong)").status == .notFound)
            }
        }
    }
}
