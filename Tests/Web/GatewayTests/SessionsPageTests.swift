import Accounts
import Chat
import Foundation
import HTTP
import RepositoryBehaviour
import Testing

@testable import Gateway

private let veranda = "550e8400-e29b-41d4-a716-446655450001"
private let firefox = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0"
private let safari =
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1"

extension SiteUnderTest {
    /// A browser that calls itself something, and in which alice has signed in.
    fileprivate func browser(calledItself userAgent: String, _ alias: String = "alice", language: String = "en")
        async throws -> Browser
    {
        let browser = try browser(language: language)
        var request = ClientRequest(
            .post, url + "/sign-in",
            headers: [.contentType: MediaType.urlEncodedForm.description, .origin: url, .userAgent: userAgent],
            body: (["user": alias] as Form).urlEncoded)
        request.headers[.acceptLanguage] = language
        try #require(try await browser.send(request).status == .seeOther)
        return browser
    }
}

@Suite struct SessionsPageTests {
    @Test(arguments: ["en", "ja"])
    func `one sees where one is signed in`(language: String) async throws {
        try await withSite(.embedded) { site in
            _ = try await site.browser(calledItself: firefox)
            site.clock.advance(by: .seconds(3_600))
            _ = try await site.browser(calledItself: "<b>robot</b>")
            _ = try await site.browser(signedInAs: "bob")
            site.clock.advance(by: .seconds(60))
            let phone = try await site.browser(calledItself: safari, language: language)
            var page = try await phone.get("/profile/sessions")
            #expect(page.text.contains("robot") == false)
            // The ids are random.
            for (number, session) in try await site.sessions.sessions(of: UserID.alice).enumerated() {
                page = Answer(page, replacing: session.id, with: "session-\(number)")
            }
            try expectPage(page, "sessions.\(language)")
        }
    }

    @Test func `signing out there ends that session at once, and its stream`() async throws {
        try await withSite(.embedded) { site in
            let (here, there) = (
                try await site.browser(calledItself: firefox), try await site.browser(calledItself: safari)
            )
            let stream = try site.stream(there)
            try await stream.wait { !$0.events("ready").isEmpty }
            let id = try #require(try await here.get("/profile/sessions").match(#"name="end" value="([0-9a-f]{32})""#))
            let answer = try await here.post("/profile/sessions", ["end": id])
            #expect(answer.headers[.location] == "/profile/sessions?ended")
            try await stream.wait(\.isEnded)
            #expect(try await there.get("/conversations").status == .seeOther)
            #expect(try await here.get("/profile/sessions?ended").text.contains("role=\"status\""))
            let event = try await #require(try site.audit.newest(1).first)
            #expect(event.kind == .sessionRevoked && event.user == .alice && event.detail == "by the person, \(id)")
        }
    }

    @Test func `everywhere else leaves the session that asks, and other people's`() async throws {
        try await withSite(.embedded) { site in
            let (here, bob) = (try await site.browser(signedInAs: "alice"), try await site.browser(signedInAs: "bob"))
            let others = [
                try await site.browser(calledItself: firefox), try await site.browser(calledItself: safari),
            ]
            _ = try await here.post("/profile/sessions", ["end": "others"])
            for other in others { #expect(try await other.get("/profile").status == .seeOther) }
            for kept in [here, bob] { #expect(try await kept.get("/profile").status == .ok) }
            #expect(!(try await here.get("/profile/sessions").text.contains("Sign out everywhere else")))
        }
    }

    @Test func `nobody ends the session of another, whatever they send`() async throws {
        try await withSite(.embedded) { site in
            let (alice, bob) = (try await site.browser(signedInAs: "alice"), try await site.browser(signedInAs: "bob"))
            let his = try await #require(try site.sessions.sessions(of: .bob).first?.id)
            for value in [his, "", "%", String(repeating: "0", count: 32)] {
                _ = try await alice.post("/profile/sessions", ["end": value])
            }
            #expect(try await alice.post("/profile/sessions", [:]).status == .badRequest)
            #expect(try await bob.get("/profile").status == .ok)
            #expect(try await alice.get("/profile").status == .ok)
            let mine = try await #require(try site.sessions.sessions(of: .alice).first?.id)
            let forged = try await alice.post("/profile/sessions", ["end": mine], origin: "https://elsewhere.example")
            #expect(forged.status == .forbidden)
            #expect(try await alice.get("/profile").status == .ok)
            // Ending one's own is signing out.
            #expect(
                try await alice.post("/profile/sessions", ["end": mine]).headers[.location] == "/sign-in?signed-out")
        }
    }

    @Test(
        arguments: [
            (firefox, "Firefox", "Windows"), (safari, "Safari", "iPhone"),
            (
                "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36",
                "Chrome", "Android"
            ),
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0",
                "Edge", "Windows"
            ),
            (
                "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15",
                "Safari", "macOS"
            ),
            (
                "Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 Chrome/126.0.0.0 Safari/537.36", "Chrome",
                "ChromeOS"
            ),
            ("Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0", "Firefox", "Linux"),
            ("something else", nil, nil),
        ] as [(String, String?, String?)])
    func `a browser is known by what it calls itself`(userAgent: String, browser: String?, system: String?) {
        let device = Device(userAgent: userAgent)
        #expect(device.browser == browser)
        #expect(device.system == system)
    }
}

extension UserID {
    /// People of the sample world.
    static let alice = UserID("550e8400-e29b-41d4-a716-446655440001")!
    static let bob = UserID("550e8400-e29b-41d4-a716-446655440002")!
    static let haruka = UserID("550e8400-e29b-41d4-a716-446655440005")!
}

extension SiteUnderTest {
    /// The stream of a browser that has a conversation open.
    func stream(_ browser: Browser, _ conversation: String = veranda) throws -> EventStreamReader {
        try EventStreamReader(
            url: url, path: "/events?watch=\(conversation)",
            headers: ["Cookie": browser.cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")])
    }
}
