import Accounts
import Chat
import Eventually
import Foundation
import HTTP
import Live
import Replay
import RepositoryBehaviour
import Testing

@testable import Gateway

private let veranda = "550e8400-e29b-41d4-a716-446655450001"

/// The rules that hold from the first day.
@Suite struct RulesTests {
    @Test func `nothing is shown to one who is not signed in`() async throws {
        try await withSite(.embedded) { site in
            let browser = try site.browser()
            for path in ["/conversations", "/conversations/\(veranda)", "/profile"] {
                let answer = try await browser.get(path)
                #expect(answer.status == .seeOther)
                #expect(answer.headers[.location] == "/sign-in?return=\(PercentEncoding.encode(path))")
            }
            let back = try await browser.post("/sign-in", ["user": "alice", "return": "/conversations/\(veranda)"])
            #expect(back.headers[.location] == "/conversations/\(veranda)")
        }
    }

    @Test(arguments: [
        "https://evil.example/", "//evil.example/", "/\\evil.example", "/nowhere", "javascript:alert(1)", "/\t/evil",
    ])
    func `one is never sent to another site after sign-in`(target: String) async throws {
        try await withSite(.embedded) { site in
            let answer = try await site.browser().post("/sign-in", ["user": "alice", "return": target])
            #expect(answer.headers[.location] == "/conversations")
        }
    }

    @Test func `each sign-in gives a new session and ends the old one`() async throws {
        try await withSite(.embedded) { site in
            let browser = try await site.browser(signedInAs: "alice")
            let first = try #require(browser.cookies["session"])
            #expect(first.count == 64)
            _ = try await browser.post("/sign-in", ["user": "bob"])
            #expect(browser.cookies["session"] != first)
            let thief = try site.browser()
            thief.cookies["session"] = first
            #expect(try await thief.get("/conversations").status == .seeOther)
        }
    }

    @Test func `a person whom the backend no longer knows is signed out, and can sign in as another`() async throws {
        let replay = ReplayBackend.open
        try await withSite(.replay(replay)) { site in
            let browser = try await site.browser(signedInAs: "alice")
            replay.tell(.failure(.notFound, message: "User not found") { $0.asks(.get, "/users/*") })
            let answer = try await browser.get("/profile")
            #expect(answer.headers[.location] == "/sign-in?return=%2Fprofile&session-ended")
            #expect(browser.cookies["session"] == nil)
            #expect(try await browser.get("/sign-in").status == .ok)
        }
    }

    @Test func `a person whom the backend no longer knows is out everywhere, on whatever page they are`() async throws {
        let replay = ReplayBackend.open
        try await withSite(.replay(replay)) { site in
            let (here, there) = (
                try await site.browser(signedInAs: "alice"), try await site.browser(signedInAs: "alice")
            )
            replay.tell(.failure(.notFound, message: "User not found") { $0.asks(.get, "/users/*") })
            #expect(try await here.get("/conversations").status == .ok)
            // Now and then it is asked beside a page that does not need to know.
            site.clock.advance(by: UserCheck.interval)
            _ = try await here.get("/conversations")
            try await eventually { try await site.sessions.all().isEmpty }
            #expect(try await there.get("/conversations").status == .seeOther)
            // The line follows the end of the sessions.
            try await eventually {
                try await site.audit.newest(1).first?.detail?.hasPrefix("unknown to the chat") == true
            }
        }
    }

    @Test func `a person whom the backend no longer knows is out, though nothing but a stream is open`() async throws {
        let replay = ReplayBackend.open
        try await withSite(.replay(replay)) { site in
            let stream = try site.stream(try await site.browser(signedInAs: "alice"))
            try await stream.wait { !$0.events("ready").isEmpty }
            // As backends answer for somebody whom they don't know, or who is in no conversation.
            replay.tell(.answer(Response(.ok, .json, Array("[]".utf8))) { $0.asks(.get, "/conversations") })
            func timesAskedFor() -> Int { replay.requests.count { $0.asks(.get, "/users/\(UserID.alice)") } }
            let before = timesAskedFor()
            func passTime(until isEnough: () -> Bool) async throws {
                try await eventually {
                    site.clock.advance(by: .seconds(5))
                    return isEnough()
                }
            }
            try await passTime { timesAskedFor() > before }
            #expect(try await site.sessions.all().count == 1)
            replay.tell(.failure(.notFound, message: "User not found") { $0.asks(.get, "/users/*") })
            try await passTime { stream.isEnded }
            #expect(try await site.sessions.all().isEmpty)
            // It is written once the streams have ended.
            try await eventually {
                try await site.audit.newest(1).first?.detail?.hasPrefix("unknown to the chat") == true
            }
        }
    }

    @Test func `what is not there signs nobody out whom the backend knows`() async throws {
        try await withSite(.embedded) { site in
            let browser = try await site.browser(signedInAs: "alice")
            #expect(try await browser.get("/conversations/\(UUID().uuidString.lowercased())").status == .notFound)
            #expect(try await browser.get("/profile").status == .ok)
        }
    }

    @Test func `a session that the browser made up is none`() async throws {
        try await withSite(.embedded) { site in
            let browser = try site.browser()
            for made in [String(repeating: "0", count: 64), "alice", "", String(repeating: "a", count: 9_000)] {
                browser.cookies["session"] = made
                #expect(try await browser.get("/conversations").status == .seeOther)
            }
        }
    }

    @Test func `signing out ends the session on the server`() async throws {
        try await withSite(.embedded) { site in
            let browser = try await site.browser(signedInAs: "alice")
            let token = browser.cookies["session"]
            let answer = try await browser.post("/sign-out", [:])
            #expect(answer.headers[.location] == "/sign-in?signed-out")
            #expect(browser.cookies["session"] == nil)
            browser.cookies["session"] = token
            #expect(try await browser.get("/conversations").status == .seeOther)
        }
    }

    @Test func `the cookie is closed to scripts and other sites, and bound to https where there is https`() async throws
    {
        try await withSite(.embedded) { site in
            let answer = try await site.browser().post("/sign-in", ["user": "alice"])
            let cookie = try #require(answer.headers[.setCookie])
            #expect(cookie.hasPrefix("session="))
            for attribute in ["; Path=/", "; SameSite=Lax", "; HttpOnly"] { #expect(cookie.contains(attribute)) }
            #expect(!cookie.contains("Secure"))
        }
        try await withSite(.embedded, publicURL: "https://chat.example") { site in
            let answer = try await site.browser().post(
                "/sign-in", ["user": "alice"], origin: "https://chat.example")
            let cookie = try #require(answer.headers[.setCookie])
            #expect(cookie.hasPrefix("__Host-session="))
            #expect(cookie.contains("; Secure"))
            #expect(answer.headers["Strict-Transport-Security"] != nil)
        }
    }

    @Test(arguments: [nil, "null", "http://evil.example", "https://127.0.0.1", "http://127.0.0.1"])
    func `a change that another site asked for is refused`(origin: String?) async throws {
        try await withSite(.embedded) { site in
            let browser = try await site.browser(signedInAs: "alice")
            for path in ["/conversations/\(veranda)/messages", "/sign-out", "/sign-in", "/preferences"] {
                let answer = try await browser.post(path, ["text": "forged", "user": "bob"], origin: origin)
                #expect(answer.status == .forbidden)
                #expect(answer.headers[.setCookie] == nil)
            }
            #expect(!(try await browser.get("/conversations/\(veranda)").text.contains("forged")))
        }
    }

    /// DNS rebinding: a stranger's name whose address was turned to ours.
    @Test(arguments: [("evil.example", Status.forbidden), ("veranda.local", .seeOther), ("veranda", .seeOther)])
    func `without a public URL only names that no stranger can own are believed`(host: String, status: Status)
        async throws
    {
        try await withSite(.embedded) { site in
            let request = ClientRequest(
                .post, site.url + "/sign-in",
                headers: [
                    .host: host, .origin: "http://\(host)", .contentType: MediaType.urlEncodedForm.description,
                ], body: Array("user=alice".utf8))
            let answer = try await site.browser().send(request)
            #expect(answer.status == status)
        }
    }

    @Test func `Sec-Fetch-Site stands in for a missing origin`() async throws {
        try await withSite(.embedded) { site in
            let browser = try site.browser()
            for (value, status) in [
                ("same-origin", Status.seeOther), ("same-site", .forbidden), ("cross-site", .forbidden),
                ("none", .forbidden),
            ] {
                let request = ClientRequest(
                    .post, site.url + "/sign-in",
                    headers: [.contentType: MediaType.urlEncodedForm.description, .secFetchSite: value],
                    body: Array("user=alice".utf8))
                #expect(try await browser.send(request).status == status)
            }
        }
    }

    @Test func `every answer carries the headers that protect it`() async throws {
        try await withSite(.embedded) { site in
            let browser = try await site.browser(signedInAs: "alice")
            for path in ["/conversations", "/nowhere", "/healthz", "/assets/x/engawa.css", "/"] {
                let headers = try await browser.get(path).headers
                let policy = try #require(headers[.contentSecurityPolicy])
                #expect(policy.contains("default-src 'none'"))
                #expect(policy.contains("frame-ancestors 'none'"))
                #expect(policy.contains("base-uri 'none'"))
                #expect(!policy.contains("unsafe"))
                #expect(headers["X-Content-Type-Options"] == "nosniff")
                #expect(headers["Referrer-Policy"] == "same-origin")
            }
        }
    }

    @Test(arguments: [
        "/conversations/xyz", "/conversations/550e8400-e29b-41d4-a716-44665545000", "/conversations/\(veranda)/",
        "/conversations/\(veranda)?before=abc", "/conversations/\(veranda)?before=99999999999999999999.\(veranda)",
        "/conversations/00000000-0000-4000-8000-000000000000", "/assets/x/../../Package.swift", "/assets/x/none.css",
        // They are on a listener of their own, or nowhere.
        "/metrics",
    ])
    func `what is malformed or not there is 404`(path: String) async throws {
        try await withSite(.embedded) { site in
            let browser = try await site.browser(signedInAs: "alice")
            #expect(try await browser.get(path).status == .notFound)
        }
    }

    @Test func `a wrong method is 405 and says which are right`() async throws {
        try await withSite(.embedded) { site in
            let browser = try await site.browser(signedInAs: "alice")
            let get = try await browser.get("/sign-out")
            #expect(get.status == .methodNotAllowed)
            #expect(get.headers[.allow] == "POST")
            let delete = try await browser.send(ClientRequest(.delete, site.url + "/profile"))
            #expect(delete.status == .methodNotAllowed)
            #expect(delete.headers[.allow] == "GET, HEAD")
        }
    }

    @Test func `a page that has not changed is 304`() async throws {
        try await withSite(.embedded) { site in
            let browser = try await site.browser(signedInAs: "alice")
            let page = try await browser.get("/conversations")
            let tag = try #require(page.headers[.eTag])
            #expect(try await browser.get("/conversations", [.ifNoneMatch: tag]).status == .notModified)
            _ = try await browser.post("/conversations/\(veranda)/messages", ["text": "news"])
            #expect(try await browser.get("/conversations", [.ifNoneMatch: tag]).status == .ok)
        }
    }

    @Test func `assets are kept for ever under their own version, compressed where that is welcome`() async throws {
        let assets = try Assets(
            directory: URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Public").path)
        let target = try #require(RequestTarget("/"))
        func ask(_ encoding: String, version: String) -> Response? {
            try? assets.response(
                to: Request(method: .get, target: target, headers: [.acceptEncoding: encoding]), version: version,
                name: "engawa.css")
        }
        let plain = try #require(ask("", version: assets.version))
        #expect(plain.headers[.cacheControl] == "public, max-age=31536000, immutable")
        #expect(plain.headers[.contentType] == "text/css; charset=utf-8")
        let gzip = try #require(ask("gzip, deflate, br", version: assets.version))
        #expect(gzip.headers[.contentEncoding] == "gzip")
        #expect(gzip.body.count < plain.body.count / 2)
        #expect(plain.headers[.eTag] != gzip.headers[.eTag])
        #expect(ask("", version: "old")?.headers[.cacheControl] == "no-cache")
    }

    @Test(arguments: ["en", "ja"])
    func `scripts have every sentence that they ask for, from a file that is kept for ever`(language: String)
        async throws
    {
        let folder = TestFiles.folder("../../../Public")
        let scripts = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".js") }
            .map { try String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8) }
        let asked = Set(scripts.flatMap { $0.matches(of: /\bsay\("([a-z-]+)"/).map { String($0.output.1) } })
        #expect(asked.count > 40)
        try await withSite(.embedded) { site in
            let address = /<script defer src="(\/assets\/[^"]+)">/
            let nobody = try site.browser()
            #expect(try await nobody.get("/sign-in").text.firstMatch(of: address) == nil)
            let alice = try await site.browser(signedInAs: "alice", language: language)
            let page = try await alice.get("/conversations").text
            let path = try #require(page.firstMatch(of: address)).output.1
            let answer = try await nobody.get(String(path))
            #expect(answer.headers[.cacheControl]?.contains("immutable") == true)
            #expect(answer.headers[.contentType] == "text/javascript; charset=utf-8")
            #expect(answer.text.hasPrefix("var words={"))
            let words = try JSONDecoder().decode(
                [String: String].self, from: Data(answer.text.dropFirst("var words=".count).utf8))
            #expect(asked.subtracting(words.keys).isEmpty)
            #expect(words.values.allSatisfy { !$0.isEmpty })
            #expect(words["undo"] == (language == "ja" ? "元に戻す" : "Undo"))
        }
    }

    @Test func `the log names neither tokens nor what was said`() async throws {
        try await withSite(.embedded) { site in
            let browser = try await site.browser(signedInAs: "alice")
            _ = try await browser.post("/conversations/\(veranda)/messages", ["text": "between us"])
            _ = try await browser.post("/conversations/\(veranda)/messages", ["text": "forged secret"], origin: "null")
            _ = try await browser.get("/conversations?token=hidden")
            // A line is written when its answer has gone out: a moment later than the answer comes in.
            try await eventually { site.log.all.contains(#""path":"/conversations""#) }
            for secret in ["between us", "forged secret", "hidden", browser.cookies["session"] ?? "?"] {
                #expect(!site.log.all.contains(secret))
            }
        }
    }
}
