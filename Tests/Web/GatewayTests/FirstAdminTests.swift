import Accounts
import Chat
import ChatStore
import Foundation
import HTTP
import OpenID
import RepositoryBehaviour
import Synchronization
import Testing

@testable import Gateway

private let page = "/first-admin"

/// Making the first admin with the code from the log.
@Suite struct FirstAdminTests {
    private let code = FirstAdminCode.random()

    private func form(_ code: String, alias: String = "mia", password: String = "a veranda in the afternoon") -> Form {
        ["code": .init(code), "name": "Mia Sky", "alias": .init(alias), "password": .init(password)]
    }

    /// Another code.
    private var wrong: String { FirstAdminCode.random().revealed }

    @Test(arguments: ["en", "ja"])
    func `who has the code becomes the admin, is signed in, and the page does nothing any more`(language: String)
        async throws
    {
        try await withSite(.embedded, hasPasswords: true, firstAdmin: code) { site in
            let browser = try site.browser(language: language)
            let signIn = try await browser.get("/sign-in")
            #expect(signIn.text.contains(#"href="\#(page)""#))
            #expect(signIn.text.contains(language == "ja" ? "まだ誰もいません" : "There is nobody here yet"))
            #expect(!signIn.text.contains(#"href="/register""#))
            let empty = try await browser.get(page)
            #expect(empty.status == .ok && empty.headers[.cacheControl] == "no-store")
            #expect(empty.text.contains(#"name="code""#) && empty.text.contains(#"type="password""#))
            #expect(!empty.text.contains(code.revealed))

            // Typed in small letters, without hyphens.
            let typed = code.revealed.replacing("-", with: " ").lowercased()
            let done = try await browser.post(page, form(typed, alias: " Mia"))
            #expect(done.status == .seeOther && done.headers[.location] == "/conversations")
            let mia = try await site.user("mia")
            #expect(try await site.accounts.account(of: mia.id).role == .admin)
            #expect(try await browser.get("/admin/people").status == .ok)
            let again: Form = ["method": "password", "user": "mia", "password": "a veranda in the afternoon"]
            #expect(try await site.browser().post("/sign-in", again).status == .seeOther)
            let events = try await site.audit.newest(9, about: mia.id).reversed().map(\.kind)
            #expect(events == [.accountCreated, .signedIn, .signedIn])

            let other = try site.browser(language: language)
            for answer in [try await other.get(page), try await other.post(page, form(code.revealed, alias: "eve"))] {
                #expect(answer.status == .notFound && !answer.text.contains(#"name="code""#))
                #expect(answer.text.contains(language == "ja" ? "もう人がいる" : "There are people on this site"))
            }
            let after = try await other.get("/sign-in").text
            #expect(!after.contains(page) && after.contains(#"href="/register""#))
            #expect(!site.log.all.contains(code.revealed))
        }
    }

    @Test(arguments: ["en", "ja"])
    func `a mistake is told and can be corrected, and makes nobody`(language: String) async throws {
        try await withSite(.embedded, hasPasswords: true, firstAdmin: code) { site in
            let browser = try site.browser(language: language)
            let words =
                language == "ja"
                ? ["コードが違います", "エイリアスは3〜30文字", "パスワードを入力して", "短すぎます", "よく使われる"]
                : ["That is not the code", "The alias has 3 to 30", "Enter a password", "too short", "well known"]
            let forms = [
                form(wrong), form(code.revealed, alias: "x"), form(code.revealed, password: ""),
                form(code.revealed, password: "short"), form(code.revealed, password: "password123"),
            ]
            for (form, words) in zip(forms, words) {
                let answer = try await browser.post(page, form)
                #expect(answer.status == .unprocessableContent && answer.text.contains(words), "\(words)")
                #expect(answer.text.contains(#"value="Mia Sky""#) && answer.text.contains("role=\"alert\""))
                if let password = form["password"] { #expect(!answer.text.contains("value=\"\(password)\"")) }
            }
            #expect(try site.store?.hasPeople() == false)
            #expect(try await browser.post(page, form(code.revealed), origin: "http://evil.test").status == .forbidden)
            #expect(try await browser.post(page, form(code.revealed)).status == .seeOther)
        }
    }

    @Test(arguments: ["en", "ja"])
    func `wrong codes make the next attempt wait, also with the right one, but not at another address`(language: String)
        async throws
    {
        try await withSite(.embedded, firstAdmin: code) { site in
            let browser = try site.browser(language: language)
            for typed in [wrong, "", "nonsense", code.revealed + "0", String(code.revealed.dropLast()), wrong] {
                #expect(try await browser.post(page, form(typed)).status == .unprocessableContent)
            }
            let refused = try await browser.post(page, form(code.revealed))
            #expect(refused.status == .tooManyRequests && refused.headers[.retryAfter] == "1")
            #expect(refused.text.contains(language == "ja" ? "試行回数が多すぎます" : "Too many attempts"))
            #expect(try site.store?.hasPeople() == false)
            let events = try await site.audit.newest(99)
            #expect(events.count == 7 && events.allSatisfy { $0.kind == .signInRefused && $0.user == nil })
            let elsewhere = Request(
                method: .post, target: try #require(RequestTarget(page)),
                headers: ["Host": "localhost", "Origin": "http://localhost"], body: .form(form(code.revealed)),
                remoteAddress: "192.0.2.1")
            #expect(await site.site.respond(to: elsewhere).status == .seeOther)
        }
    }

    @Test(arguments: ["en", "ja"])
    func `a code that has expired makes nobody`(language: String) async throws {
        try await withSite(.embedded, firstAdmin: code) { site in
            let browser = try site.browser(language: language)
            site.clock.advance(by: FirstAdmin.lifetime - .seconds(1))
            #expect(try await browser.get(page).status == .ok)
            site.clock.advance(by: .seconds(1))
            for answer in [try await browser.get(page), try await browser.post(page, form(code.revealed))] {
                #expect(answer.status == .notFound)
                #expect(answer.text.contains(language == "ja" ? "期限が切れました" : "The code has expired"))
            }
            #expect(try await browser.post(page, form(wrong)).status == .unprocessableContent)
            #expect(try site.store?.hasPeople() == false)
        }
    }

    @Test func `of several at once one becomes the admin`() async throws {
        try await withSite(.embedded, hasPasswords: true, firstAdmin: code) { site in
            let statuses = try await withThrowingTaskGroup(of: Status.self) { group in
                for number in 0..<4 {
                    let browser = try site.browser()
                    let form = form(code.revealed, alias: "mia\(number)")
                    group.addTask { try await browser.post(page, form).status }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses.filter { $0 == .seeOther }.count == 1)
            #expect(statuses.allSatisfy { [.seeOther, .conflict, .notFound].contains($0) }, "\(statuses)")
            let people = try #require(try site.store?.users())
            #expect(people.count == 1)
        }
    }

    @Test func `once somebody has registered the code does nothing, also when they are gone again`() async throws {
        try await withSite(.embedded, firstAdmin: code) { site in
            let guest = try site.browser()
            #expect(try await guest.post("/register", ["name": "Guest", "alias": "guest"]).status == .seeOther)
            let browser = try site.browser()
            #expect(try await browser.post(page, form(code.revealed)).status == .notFound)
            #expect(try await guest.post("/profile/delete", ["sure": "1"]).status == .seeOther)
            #expect(try site.store?.hasPeople() == false)
            #expect(try await browser.get(page).status == .notFound)
            #expect(try await browser.post(page, form(code.revealed)).status == .notFound)
            #expect(try site.store?.hasPeople() == false)
        }
    }

    @Test func `where there were people at the start there is no such page`() async throws {
        for backend in [BackendUnderTest.embedded, .remote] {
            try await withSite(backend) { site in
                if let people = site.site.parts.people {
                    #expect(try await FirstAdmin(people, code: code) == nil)
                }
                let browser = try site.browser()
                #expect(try await browser.get(page).status == .notFound)
                #expect(try await browser.post(page, form(code.revealed)).status == .notFound)
                #expect(!(try await browser.get("/sign-in").text.contains(page)))
            }
        }
    }

    @Test func `without passwords none is asked for, and User ID signs in`() async throws {
        try await withSite(.embedded, firstAdmin: code) { site in
            let browser = try site.browser()
            #expect(!(try await browser.get(page).text.contains(#"type="password""#)))
            let done = try await browser.post(page, form(code.revealed))
            #expect(done.headers[.location] == "/conversations")
            #expect(try await browser.get("/admin/people").status == .ok)
            #expect(try await site.sessions.all().map(\.method) == [.userID])
        }
    }

    @Test(arguments: ["en", "ja"])
    func `where people sign in at providers only, the first admin links one and comes back with it`(language: String)
        async throws
    {
        try await ProviderStage.run(hasUserID: false, firstAdmin: code) { stage in
            let browser = try stage.site.browser(language: language)
            let done = try await browser.post(page, form(code.revealed))
            #expect(done.headers[.location] == "/profile/sign-in")
            let identities = try await browser.get("/profile/sign-in")
            #expect(identities.text.contains(language == "ja" ? "いま連携してください" : "Link one now"))
            let back = try await stage.setOut(browser, ["link": "corp"])
            #expect(try await browser.get(back).headers[.location] == "/profile/sign-in?done=linked")
            let elsewhere = try stage.site.browser()
            #expect(try await elsewhere.get(try await stage.consent(elsewhere)).headers[.location] == "/conversations")
            #expect(try await elsewhere.get("/admin/people").status == .ok)
        }
    }

    /// Calls a closure for each password that is set.
    private struct StubPasswords: PasswordAdministration {
        let onSet: @Sendable () async throws(PasswordError) -> Void

        func set(_ password: Password, of user: User) async throws(PasswordError) { try await onSet() }
        func check(_ password: Password, for alias: Alias, name: DisplayName) throws(PasswordError) {}
        func havePasswords(_ users: [User]) throws(PasswordError) -> Set<UserID> { [] }
        func email(of user: User) throws(PasswordError) -> String? { nil }
        func rename(_ user: User, to alias: Alias) async throws(PasswordError) {}
        func delete(_ user: User) async throws(PasswordError) {}
    }

    private func firstAdmin(
        _ site: SiteUnderTest, onSet: @escaping @Sendable () async throws(PasswordError) -> Void
    ) async throws -> FirstAdmin {
        let store = try #require(site.store)
        let people = PeopleAdministration(
            users: store, chat: store, passwords: StubPasswords(onSet: onSet), register: site.accounts,
            sessions: site.sessions, factors: site.proofs.factors, links: site.links)
        let first = try await FirstAdmin(people, code: code, clock: site.clock.clock)
        return try #require(first)
    }

    private func make(_ alias: String, with first: FirstAdmin?) async throws -> User? {
        let new = NewUser(alias: try #require(Alias(alias)), name: try #require(DisplayName("Mia")), avatarURL: nil)
        return try await first?.make(new, password: Password("a veranda in the afternoon"))
    }

    @Test func `who can't be given a password is not there, and may try again`() async throws {
        try await withSite(.embedded, firstAdmin: code) { site in
            let first = try await firstAdmin(site) { () async throws(PasswordError) in
                throw PasswordError(.tooManyAttempts(after: .seconds(1)), during: .signUp)
            }
            for _ in 0..<2 {
                await #expect(throws: PasswordError.self) { try await make("mia", with: first) }
                #expect(try site.store?.hasPeople() == false)
                #expect(try await first.isOpen)
            }
            #expect(try await site.accounts.all().isEmpty)
        }
    }

    @Test func `while one is being made nobody else is`() async throws {
        try await withSite(.embedded, firstAdmin: code) { site in
            let made = Mutex<FirstAdmin?>(nil)
            let first = try await firstAdmin(site) { () async throws(PasswordError) in
                let first = made.withLock(\.self)
                await #expect(throws: FirstAdmin.Fault.underWay) { try await make("eve", with: first) }
            }
            made.withLock { $0 = first }
            #expect(try await make("mia", with: first)?.alias == "mia")
            await #expect(throws: FirstAdmin.Fault.over) { try await make("eve", with: first) }
            #expect(try site.store?.users().map(\.alias) == ["mia"])
        }
    }

    @Test func `where a password would cross the network in the open, none is asked for`() async throws {
        try await withSite(.embedded, passwords: .thisMachine, hasPasswords: true, firstAdmin: code) { site in
            let target = try #require(RequestTarget(page))
            let answer = await site.site.respond(
                to: Request(method: .get, target: target, remoteAddress: "192.0.2.1"))
            let text = String(decoding: answer.body, as: UTF8.self)
            #expect(answer.status == .ok && text.contains("in the open") && !text.contains(#"name="code""#))
            let sent = Request(
                method: .post, target: target, headers: ["Host": "localhost", "Origin": "http://localhost"],
                body: .form(form(code.revealed)), remoteAddress: "192.0.2.1")
            #expect(await site.site.respond(to: sent).status == .badRequest)
            #expect(try site.store?.hasPeople() == false)
        }
    }
}
