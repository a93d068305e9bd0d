import Accounts
import Chat
import ChatStore
import HTTP
import RepositoryBehaviour
import Testing

@testable import Gateway

private let path = "/admin/audit"

@Suite struct AuditPagesTests {
    private func withAdmin(
        _ backend: BackendUnderTest = .embedded, language: String = "en",
        _ body: (SiteUnderTest, Browser) async throws -> Void
    ) async throws {
        try await withSite(backend, hasOtherAuditLines: true) { site in
            let alice = try await site.browser(signedInAs: "alice", language: language)
            try await site.accounts.set(.admin, of: .alice)
            try await body(site, alice)
        }
    }

    private func add(
        _ kind: AuditEvent.Kind, _ moment: String, _ user: UserID?, _ site: SiteUnderTest, actor: UserID? = nil,
        detail: String? = nil
    ) async throws {
        try await site.audit.append(
            AuditEvent(
                kind, at: try #require(Timestamp(iso8601: moment)), user: user, actor: actor, method: "password",
                address: "192.0.2.7", detail: detail))
    }

    /// What the lines of a page are, newest first; the sign-in of the admin is not one of them.
    private func kinds(_ answer: Answer) -> [String] {
        answer.text.matches(of: /data-kind="([^"]*)"/).map { String($0.output.1) }.filter { $0 != "signed-in" }
    }

    @Test(arguments: ["en", "ja"]) func `an admin sees who did what, by name`(language: String) async throws {
        try await withAdmin(language: language) { site, alice in
            #expect(try await alice.get("/profile").text.contains("href=\"\(path)\""))
            try await add(.userDisabled, "2026-11-20T10:00:00Z", .bob, site, actor: .alice, detail: "by an admin")
            try await add(.signInRefused, "2026-11-19T10:00:00Z", nil, site, detail: "<b>unknown</b>")
            try await add(
                .signedOut, "2026-11-18T10:00:00Z", UserID("550e8400-e29b-41d4-a716-44665544ffff"), site)
            try expectPage(try await alice.get(path), "audit.\(language)")
        }
    }

    @Test func `lines are filtered by day, person and kind`() async throws {
        try await withAdmin { site, alice in
            // Days begin at 15:00 UTC in Tokyo.
            try await add(.passkeyAdded, "2026-11-18T14:59:59Z", .bob, site)
            try await add(.passwordChanged, "2026-11-18T15:00:00Z", .bob, site)
            try await add(.signedOut, "2026-11-20T14:59:59Z", .bob, site)
            try await add(.accountRenamed, "2026-11-20T15:00:00Z", .haruka, site)
            func found(_ query: String) async throws -> [String] { kinds(try await alice.get("\(path)?\(query)")) }
            #expect(try await found("from=2026-11-19&to=2026-11-20") == ["signed-out", "password-changed"])
            #expect(try await found("from=2026-11-21") == ["account-renamed"])
            #expect(try await found("to=2026-11-18") == ["passkey-added"])
            #expect(try await found("person=bob&kind=&from=&to=").count == 3)
            #expect(try await found("person=%40Haruka") == ["account-renamed"])
            #expect(try await found("person=\(UserID.bob)&kind=signed-out") == ["signed-out"])
            #expect(try await found("kind=passkey-added&from=2026-11-19").isEmpty)
            #expect(try await alice.get("\(path)?kind=role-changed").text.contains("There are no such lines."))
        }
    }

    @Test(arguments: ["en", "ja"])
    func `a filter that can't be understood comes back as it was typed`(language: String) async throws {
        try await withAdmin(language: language) { _, alice in
            let cases = [
                ("from=2026-02-30&to=2026-11-20", "2026-02-30", AuditWording.badDay),
                ("to=20.11.2026", "20.11.2026", AuditWording.badDay),
                ("from=2026-11-20&to=2026-11-19&kind=signed-in", "2026-11-20", AuditWording.badOrder),
                ("person=nobody.here", "nobody.here", AuditWording.badPerson),
                ("person=%3Cb%3E", "&lt;b&gt;", AuditWording.badPerson),
            ]
            for (query, typed, wording) in cases {
                let page = try await alice.get("\(path)?\(query)")
                #expect(page.status == .unprocessableContent, "\(query)")
                #expect(page.text.contains("value=\"\(typed)\""), "\(query)")
                #expect(page.text.contains(language == "ja" ? wording.japanese : wording.english), "\(query)")
                #expect(page.text.contains("aria-invalid=\"true\""), "\(query)")
            }
            for query in ["kind=nonsense", "before=nonsense"] {
                #expect(try await alice.get("\(path)?\(query)").status == .notFound, "\(query)")
            }
        }
    }

    @Test func `a page has a bounded number of lines, and leads to the next with the same filter`() async throws {
        try await withAdmin { site, alice in
            for number in 0..<(2 * AuditFeature.pageSize + 1) {
                try await site.audit.append(
                    AuditEvent(.deviceRemembered, at: site.clock.now, user: .bob, detail: "line \(number)."))
            }
            var (next, seen, pages): (String?, [String], Int) = ("\(path)?person=bob&kind=device-remembered", [], 0)
            while let path = next {
                let page = try await alice.get(path)
                let lines = page.text.matches(of: /line ([0-9]+)\./).map { String($0.output.1) }
                #expect(lines.count <= AuditFeature.pageSize)
                seen += lines
                pages += 1
                next = page.match(#"class="older" href="([^"]*)""#)?.replacing("&amp;", with: "&")
            }
            #expect(pages == 3)
            #expect(seen == (0..<(2 * AuditFeature.pageSize + 1)).reversed().map { "\($0)" })
        }
    }

    @Test func `a download has all lines of the filter with names, no formulas, and is a line itself`() async throws {
        try await withAdmin { site, alice in
            let name = try #require(DisplayName("=cmd|' /C calc'!A0"))
            _ = try await #require(site.store).rename(.bob, to: name, alias: nil)
            try await add(.userDisabled, "2026-11-20T10:00:00Z", .bob, site, actor: .alice, detail: "say \"no\", @all")
            try await add(.userEnabled, "2026-11-20T11:00:00Z", .bob, site, actor: .alice, detail: "-1+1")
            try await add(.userEnabled, "2026-11-10T11:00:00Z", .haruka, site)
            let form: Form = ["from": "2026-11-20", "to": "2026-11-20", "person": "bob"]
            let file = try await alice.post(path, form)
            #expect(file.status == .ok)
            #expect(file.headers[.contentType] == "text/csv; charset=utf-8")
            #expect(file.headers["Content-Disposition"] == "attachment; filename=\"audit-2026-11-21.csv\"")
            #expect(file.headers[.cacheControl] == "no-store")
            let bob = "\"\(UserID.bob)\",\"bob\",\"'=cmd|' /C calc'!A0\""
            let by = "\"\(UserID.alice)\",\"alice\",\"Alice\""
            #expect(
                file.text == """
                    \u{FEFF}"time (UTC)","kind","user id","user alias","user name","by id","by alias","by name",\
                    "method","address","detail"\r
                    "2026-11-20T11:00:00.000Z","user-enabled",\(bob),\(by),"password","192.0.2.7","'-1+1"\r
                    "2026-11-20T10:00:00.000Z","user-disabled",\(bob),\(by),"password","192.0.2.7",\
                    "say ""no"", @all"\r

                    """)
            let event = try await #require(try site.audit.newest(1).first)
            #expect(event.kind == .auditDownloaded && event.user == .alice)
            #expect(event.detail == "2 lines, from 2026-11-20, to 2026-11-20, person bob")
            // The kinds of all are in the whole file.
            let whole = try await alice.post(path, [:]).text
            #expect(whole.contains("audit-downloaded") && whole.contains("haruka") && whole.contains("signed-in"))
        }
    }

    @Test func `a download of many lines has each once, and ends with a sentence where it is full`() async throws {
        try await withAdmin { site, alice in
            let detail = String(repeating: "縁", count: AuditEvent.maximumCharacters)
            let count = AuditLog.maximumLines + 300
            for number in 0..<count {
                try await site.audit.append(
                    AuditEvent(.deviceRemembered, at: site.clock.now, user: .bob, method: "m\(number)", detail: detail))
            }
            let form: Form = ["kind": "device-remembered"]
            var lines = try await alice.post(path, form).text.split(separator: "\r\n")
            #expect(lines.count == count + 1)
            #expect(Set(lines.dropFirst().compactMap { $0.firstMatch(of: /"(m[0-9]+)"/)?.output.1 }).count == count)

            // Each has at least 600 bytes.
            for number in 0..<(AuditFeature.maximumFile.bytes / 600) {
                try await site.audit.append(
                    AuditEvent(.deviceForgotten, at: site.clock.now, user: .bob, method: "n\(number)", detail: detail))
            }
            let answer = try await alice.post(path, ["kind": "device-forgotten"]).text
            #expect(answer.utf8.count < AuditFeature.maximumFile.bytes + 2_000_000)
            lines = answer.split(separator: "\r\n")
            #expect(lines.last == "\"\(AuditWording.fileEnds.english)\"")
            #expect(lines.count % AuditLog.maximumLines == 2)
        }
    }

    @Test func `a download with a filter that can't be understood says so`() async throws {
        try await withAdmin { site, alice in
            let answer = try await alice.post(path, ["from": "yesterday"])
            #expect(answer.status == .unprocessableContent && answer.text.contains("value=\"yesterday\""))
            #expect(try await alice.post(path, ["kind": "nonsense"]).status == .badRequest)
            #expect(try await site.audit.newest().allSatisfy { $0.kind != .auditDownloaded })
        }
    }

    @Test func `a member is told that there is no such page, and gets no file`() async throws {
        try await withSite(.embedded) { site in
            let bob = try await site.browser(signedInAs: "bob")
            #expect(try await bob.get(path).status == .notFound)
            #expect(try await bob.post(path, [:]).status == .notFound)
            #expect(try await site.audit.newest().allSatisfy { $0.kind != .auditDownloaded })
        }
    }

    @Test func `before a remote backend a bounded number of people is asked for`() async throws {
        let counting = Count()
        try await withSite(.remote, counting: counting) { site in
            let alice = try await site.browser(signedInAs: "alice")
            try await site.accounts.set(.admin, of: .alice)
            for _ in 0..<(2 * AuditFeature.maximumNames) {
                try await site.audit.append(AuditEvent(.signedOut, at: site.clock.now, user: .random()))
            }
            try await site.audit.append(AuditEvent(.signedOut, at: site.clock.now, user: .bob))
            let page = try await alice.get(path)
            #expect(page.text.contains("@bob") && !page.text.contains("/admin/people"))
            let before = counting.value
            #expect(try await alice.post(path, [:]).status == .ok)
            #expect(counting.value - before <= AuditFeature.maximumNames)
        }
    }

    @Test func `a backend that does not answer is asked for one name, whatever the number of lines`() async throws {
        let unreachable = UnreachableUsers()
        var names = AuditNames(unreachable, nil)
        for _ in 0..<3 {
            let lines = (0..<10).map { _ in AuditEvent(.signedOut, at: Timestamp(milliseconds: 0), user: .random()) }
            try await names.look(for: lines)
        }
        #expect(unreachable.asked.value == 1)
    }
}

private struct UnreachableUsers: UserRepository {
    let asked = Count()

    func users() async throws(ChatError) -> [User] { throw ChatError(.timedOut, during: #function) }
    func user(_ id: UserID) async throws(ChatError) -> User {
        asked.add()
        throw ChatError(.timedOut, during: #function)
    }
    func user(alias: Alias) async throws(ChatError) -> User { throw ChatError(.timedOut, during: #function) }
    func register(_ user: NewUser) async throws(ChatError) -> User { throw ChatError(.timedOut, during: #function) }
}
