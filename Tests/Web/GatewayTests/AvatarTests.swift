import Chat
import Foundation
import HTTP
import Pictures
import Replay
import Testing

@testable import Gateway

/// One red pixel.
private let pixel = Array(
    Data(
        base64Encoded: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC")
        ?? Data())

/// A web that has one picture at `/a.png`, and counts how often it is asked.
private func web() -> (transport: HandlerTransport, asked: Count) {
    let asked = Count()
    let transport = HandlerTransport { request in
        asked.add()
        return request.target.rawPath == "/a.png" ? Response(.ok, body: pixel) : Response(.notFound)
    }
    return (transport, asked)
}

private let day = "private, max-age=86400, immutable"

@Suite struct AvatarTests {
    /// A new person with a picture, and the path of it.
    private func person(_ url: String?, _ site: SiteUnderTest) async throws -> (user: User, path: String) {
        let user = try await site.repositories.users.register(
            NewUser(alias: try #require(Alias("natsuki")), name: try #require(DisplayName("Natsuki")), avatarURL: url))
        let version = WebURL(url ?? "")?.key.description ?? String(repeating: "0", count: 32)
        return (user, "/avatars/\(user.id)/\(version)")
    }

    @Test func `a picture comes from this site, is fetched once, and browsers may keep it for a day`() async throws {
        let (transport, asked) = web()
        try await withSite(.embedded, web: transport) { site in
            let (_, path) = try await person("https://pictures.example/a.png", site)
            for alias in ["alice", "bob"] {
                let answer = try await site.browser(signedInAs: alias).get(path)
                #expect(answer.status == .ok)
                #expect(answer.headers[.contentType] == "image/webp")
                #expect(answer.headers[.cacheControl] == day)
                #expect(answer.headers["X-Content-Type-Options"] == "nosniff")
                #expect(answer.headers["Cross-Origin-Resource-Policy"] == "same-origin")
                #expect(answer.text.hasPrefix("RIFF"))
            }
            #expect(asked.value == 1)
        }
    }

    @Test func `a picture that can't be had is a transparent one, for as long as it is not asked for again`()
        async throws
    {
        let (transport, asked) = web()
        try await withSite(.embedded, web: transport) { site in
            let (_, path) = try await person("https://pictures.example/gone.png", site)
            let browser = try await site.browser(signedInAs: "alice")
            for _ in 0..<2 {
                let answer = try await browser.get(path)
                #expect(answer.status == .ok)
                #expect(answer.headers[.contentType] == "image/svg+xml")
                #expect(answer.headers[.cacheControl] == "private, max-age=600")
                #expect(answer.text == #"<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>"#)
            }
            #expect(asked.value == 1)
        }
    }

    @Test func `nobody who is not signed in sees a picture or makes the site fetch one`() async throws {
        try await withSite(.embedded) { site in
            let (_, path) = try await person("https://pictures.example/a.png", site)
            let answer = try await site.browser().get(path)
            #expect(answer.status == .unauthorized)
            #expect(answer.text.isEmpty)
            #expect(answer.headers[.cacheControl] == "no-store")
        }
    }

    @Test func `where there is no such person, or no picture of them, there is none`() async throws {
        try await withSite(.embedded) { site in
            let browser = try await site.browser(signedInAs: "alice")
            let (natsuki, path) = try await person(nil, site)
            for path in ["/avatars/\(UserID.random())/\(String(repeating: "0", count: 32))", path] {
                let answer = try await browser.get(path)
                #expect(answer.status == .notFound)
                #expect(answer.text.isEmpty)
            }
            // What is no version is no path.
            for version in ["", "1", "..%2F..%2Fsessions.sqlite", String(repeating: "A", count: 32)] {
                #expect(try await browser.get("/avatars/\(natsuki.id)/\(version)").text.contains("<html"))
            }
        }
    }

    @Test(arguments: ["file:///etc/passwd", "javascript:alert(1)", "/a.png", "http://a@b/", ""])
    func `a URL that no picture may be fetched from is never asked for`(url: String) async throws {
        try await withSite(.embedded) { site in
            let (_, path) = try await person(url, site)
            let browser = try await site.browser(signedInAs: "alice")
            #expect(try await browser.get(path).status == .notFound)
            let own = try await site.browser(signedInAs: "natsuki").get("/profile")
            #expect(own.match(#"(<span class="avatar.*?</span>)"#)?.contains("<img") == false)
        }
    }

    @Test func `an old version shows today's picture, and is not to be kept`() async throws {
        let (transport, _) = web()
        try await withSite(.embedded, web: transport) { site in
            let (user, _) = try await person("https://pictures.example/a.png", site)
            let browser = try await site.browser(signedInAs: "alice")
            let answer = try await browser.get("/avatars/\(user.id)/\(String(repeating: "0", count: 32))")
            #expect(answer.headers[.contentType] == "image/webp")
            #expect(answer.headers[.cacheControl] == "private, no-cache")
        }
    }

    @Test func `a picture lies over its letter, and the page names no other site`() async throws {
        try await withSite(.embedded) { site in
            let (_, path) = try await person("https://pictures.example/a.png", site)
            let page = try await site.browser(signedInAs: "natsuki").get("/profile")
            #expect(
                page.text.contains(
                    #"aria-hidden="true">N<img src="\#(path)" alt="" width="40" height="40" loading="lazy"></span>"#))
            #expect(!page.text.contains("pictures.example"))
            let policy = try #require(page.headers[.contentSecurityPolicy])
            #expect(policy.contains("img-src 'self';"))
        }
    }

    @Test func `a backend that fails is an answer without a body`() async throws {
        try await withSite(.replay(.open)) { site in
            let browser = try await site.browser(signedInAs: "alice")
            let answer = try await browser.get("/avatars/\(UserID.random())/\(String(repeating: "0", count: 32))")
            #expect(answer.status.rawValue >= 400)
            #expect(answer.text.isEmpty)
        }
    }
}
