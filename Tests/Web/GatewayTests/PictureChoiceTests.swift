import Chat
import ChatStore
import Cryptography
import Foundation
import HTTP
import Pictures
import Testing

@testable import Gateway

private let veranda = "550e8400-e29b-41d4-a716-446655450001"
private let own = "/profile/picture"

/// One red pixel.
private let pixel = Array(
    Data(
        base64Encoded: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC")
        ?? Data())

/// People choose pictures for themselves, and admins for their groups.
@Suite struct PictureChoiceTests {
    private func withFiles(_ body: (SiteUnderTest) async throws -> Void) async throws {
        try await withSite(.embedded, limitsRequests: false, hasFiles: true, body)
    }

    private func response(_ request: Request, _ browser: Browser, _ site: SiteUnderTest) async throws -> Response {
        var request = request
        request.headers["Host"] = "localhost"
        request.headers["Accept-Language"] = "en"
        request.headers["Origin"] = "http://localhost"
        request.headers[.cookie] = "session=\(try #require(browser.cookies["session"]))"
        return await site.site.answer(request).0
    }

    /// Sends a file as a form does.
    private func send(_ content: [UInt8], to path: String, _ browser: Browser, _ site: SiteUnderTest) async throws
        -> Response
    {
        let place = "\(try #require(site.store?.files).incoming)/\(UUID())"
        try Data(content).write(to: URL(filePath: place))
        var request = Request(method: .post, target: try #require(RequestTarget(path)), body: .form([:]))
        request.files = [
            ReceivedFile(
                field: "picture", name: "a.png", bytes: content.count, path: place, hash: SHA256.hash(content)
            ) { try? FileManager.default.removeItem(atPath: place) }
        ]
        return try await response(request, browser, site)
    }

    /// The id of the file to cut the picture out of, as the answer to sending one leads to its page.
    private func file(_ answer: Response, _ path: String) throws -> String {
        #expect(answer.status == .seeOther)
        let place = try #require(answer.headers[.location])
        #expect(place.hasPrefix("\(path)?file="))
        return String(place.dropFirst("\(path)?file=".count))
    }

    /// The path of the only avatar under `start` on a page.
    private func avatar(_ start: String, on page: String) -> String? {
        page.firstMatch(of: try! Regex("src=\"(\(start)[^\"]*)\""))?[1].substring.map(String.init)
    }

    @Test func `a picture is sent, cut, seen by others, and removed`() async throws {
        try await withFiles { site in
            let (alice, bob) = (
                try await site.browser(signedInAs: "alice"), try await site.browser(signedInAs: "bob")
            )
            #expect(try await alice.get("/profile").text.contains(#"href="\#(own)""#))
            #expect(try await alice.get(own).text.contains(#"enctype="multipart/form-data""#))
            #expect(!(try await alice.get(own).text.contains(#"name="remove""#)))
            let file = try file(try await send(pixel, to: own, alice, site), own)
            let page = try await alice.get("\(own)?file=\(file)")
            #expect(page.text.contains(#"<input type="image" name="at""#) && page.text.contains("/files/\(file)/a.png"))
            // Nobody else uses it.
            #expect(try await bob.get("\(own)?file=\(file)").status == .notFound)
            #expect(try await bob.post(own, ["file": file]).status == .notFound)

            let cut = try await alice.post(own, ["file": file, "zoom": "2", "at.x": "3", "at.y": "200"])
            #expect(cut.status == .seeOther && cut.headers[.location] == "/profile")
            #expect(try await site.repositories.users.user(.alice).picture != nil)
            let path = try #require(avatar("/avatars/", on: try await bob.get("/users/\(UserID.alice)").text))
            let picture = try await bob.get(path)
            #expect(picture.status == .ok && picture.headers[.contentType] == "image/webp")
            #expect(picture.headers[.cacheControl] == "private, max-age=86400, immutable")
            // The file is not needed any more.
            #expect(try await alice.get("\(own)?file=\(file)").status == .notFound)

            #expect(try await alice.get(own).text.contains(#"name="remove""#))
            #expect(try await alice.post(own, ["remove": "on"]).status == .seeOther)
            #expect(try await site.repositories.users.user(.alice).avatarURL == nil)
            #expect(avatar("/avatars/", on: try await bob.get("/users/\(UserID.alice)").text) == nil)
        }
    }

    @Test func `another picture has another address, and the former one shows nothing`() async throws {
        try await withFiles { site in
            let (alice, bob) = (
                try await site.browser(signedInAs: "alice"), try await site.browser(signedInAs: "bob")
            )
            var paths: [String] = []
            for _ in 0..<2 {
                let file = try file(try await send(pixel, to: own, alice, site), own)
                #expect(try await alice.post(own, ["file": file]).status == .seeOther)
                paths.append(try #require(avatar("/avatars/", on: try await bob.get("/users/\(UserID.alice)").text)))
            }
            #expect(paths[0] != paths[1])
            let former = try await bob.get(paths[0])
            #expect(former.headers[.contentType] == "image/svg+xml")
            #expect(former.headers[.cacheControl] == "private, no-cache")
        }
    }

    @Test func `what is no picture is told, and not kept`() async throws {
        try await withFiles { site in
            let alice = try await site.browser(signedInAs: "alice")
            for content in [Array("<svg onload=alert(1)>".utf8), Array(pixel.prefix(20)), Array("text".utf8)] {
                let answer = try await send(content, to: own, alice, site)
                #expect(answer.status == .unprocessableContent)
                #expect(String(decoding: answer.body, as: UTF8.self).contains("Choose a JPEG, PNG, GIF or WebP file."))
            }
            let form: Form = ["file": ""]
            #expect(try await alice.post(own, form).status == .unprocessableContent)
            #expect(try await alice.post(own, ["file": "\(FileID.random())"]).status == .notFound)
            #expect(try await site.files?.room(of: .alice)?.taken == 0)
            // A file for a message, that is no picture.
            let notes = try await site.upload("notes.txt", of: .alice)
            #expect(try await alice.post(own, ["file": "\(notes)"]).status == .notFound)
            #expect(try await site.repositories.users.user(.alice).avatarURL == nil)
        }
    }

    @Test func `an admin gives a group a picture, which its members see, and it is told`() async throws {
        try await withFiles { site in
            let path = "/conversations/\(veranda)/picture"
            _ = try await site.repositories.conversations.add(
                .alice, as: .admin, to: try #require(ConversationID(veranda)), by: .haruka)
            let (alice, bob) = (
                try await site.browser(signedInAs: "alice"), try await site.browser(signedInAs: "bob")
            )
            let members = try await alice.get("/conversations/\(veranda)/members").text
            #expect(members.contains(#"href="\#(path)""#))
            #expect(!(try await bob.get("/conversations/\(veranda)/members").text.contains(path)))
            #expect(try await bob.get(path).status == .forbidden)
            #expect(try await send(pixel, to: path, bob, site).status == .forbidden)
            #expect(try await bob.post(path, ["remove": "on"]).status == .forbidden)

            let file = try file(try await send(pixel, to: path, alice, site), path)
            #expect(try await alice.post(path, ["file": file]).status == .seeOther)
            let start = "/conversations/\(veranda)/avatar/"
            let shown = try #require(avatar(start, on: try await bob.get("/conversations").text))
            let picture = try await bob.get(shown)
            #expect(picture.headers[.contentType] == "image/webp")
            #expect(try await bob.get("/conversations/\(veranda)").text.contains("changed the picture of the group"))
            // For those who take no part in it there is none.
            let stranger = try await site.browser(signedInAs: "dave")
            #expect(try await stranger.get(shown).status == .notFound)
            let id = try #require(PictureID(String(shown.dropFirst(start.count))))
            let cached = try await stranger.get("/avatars/\(UserID.alice)/\(CacheKey(id))")
            #expect(cached.headers[.contentType] != "image/webp")
            #expect(try await bob.get(start + "\(PictureID.random())").headers[.contentType] == "image/svg+xml")

            #expect(try await alice.post(path, ["remove": "on"]).status == .seeOther)
            #expect(avatar(start, on: try await bob.get("/conversations").text) == nil)
        }
    }

    @Test func `without files there are no pictures to choose`() async throws {
        try await withSite(.embedded) { site in
            let alice = try await site.browser(signedInAs: "alice")
            #expect(!(try await alice.get("/profile").text.contains(own)))
            #expect(try await alice.get(own).status == .notFound)
            #expect(try await alice.post(own, ["remove": "on"]).status == .notFound)
        }
    }

    @Test func `a file for a picture is admitted for those who are signed in only`() async throws {
        try await withFiles { site in
            let alice = try await site.browser(signedInAs: "alice")
            for path in [own, "/conversations/\(veranda)/picture"] {
                var request = Request(method: .post, target: try #require(RequestTarget(path)))
                #expect(await site.site.admittedFiles(of: request) == nil)
                request.headers[.cookie] = "session=\(try #require(alice.cookies["session"]))"
                #expect(await site.site.admittedFiles(of: request)?.files == 1)
            }
        }
    }
}
