import Accounts
import Chat
import ChatStore
import Cryptography
import Foundation
import HTTP
import Live
import RepositoryBehaviour
import Testing

@testable import Gateway

private let conversation = "/conversations/550e8400-e29b-41d4-a716-446655450001"

/// One red pixel.
private let pixel = Array(
    Data(
        base64Encoded: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC")
        ?? Data())

/// The emoji of the place.
@Suite struct CustomEmojiTests {
    private func withFiles(_ body: (SiteUnderTest) async throws -> Void) async throws {
        try await withSite(.embedded, limitsRequests: false, hasFiles: true, body)
    }

    /// Adds an emoji as a form does.
    private func add(_ name: String, _ browser: Browser, _ site: SiteUnderTest, content: [UInt8] = pixel)
        async throws -> Response
    {
        let place = "\(try #require(site.store?.files).incoming)/\(UUID())"
        try Data(content).write(to: URL(filePath: place))
        var request = Request(
            method: .post, target: try #require(RequestTarget("/emoji")),
            body: .form(Form([Form.Field(name: "name", value: name)])))
        request.files = [
            ReceivedFile(
                field: "picture", name: "a.png", bytes: content.count, path: place, hash: SHA256.hash(content)
            ) { try? FileManager.default.removeItem(atPath: place) }
        ]
        request.headers["Host"] = "localhost"
        request.headers["Accept-Language"] = "en"
        request.headers["Origin"] = "http://localhost"
        request.headers[.cookie] = "session=\(try #require(browser.cookies["session"]))"
        return await site.site.answer(request).0
    }

    private func text(_ response: Response) -> String { String(decoding: response.body, as: UTF8.self) }

    @Test func `an admin adds an emoji, and everybody writes it and reacts with it`() async throws {
        try await withFiles { site in
            try await site.accounts.set(.admin, of: .haruka)
            let haruka = try await site.browser(signedInAs: "haruka")
            let (alice, bob) = (try await site.browser(signedInAs: "alice"), try await site.browser(signedInAs: "bob"))
            #expect(!(try await bob.get("/profile").text.contains(#"href="/emoji""#)))
            #expect(try await haruka.get("/profile").text.contains(#"href="/emoji""#))
            #expect(!(try await bob.get("/emoji").text.contains(EmojiWording.addButton.english)))
            #expect(try await haruka.get("/emoji").text.contains(EmojiWording.addButton.english))
            #expect(try await add("tea_cup", haruka, site).status == .seeOther)
            #expect(try await bob.get("/profile").text.contains(#"href="/emoji""#))
            let picture = try #require(try await bob.get("/emoji").match(#"src="(/emoji/[^"]*)""#))
            let bytes = try await bob.get(picture)
            #expect(bytes.status == .ok && bytes.headers[.contentType] == "image/webp")
            #expect(bytes.headers[.cacheControl] == "private, max-age=86400, immutable")
            #expect(try await site.browser().get(picture).status == .unauthorized)

            _ = try await alice.get(conversation)
            let stream = try site.watch(alice)
            try await stream.wait { !$0.events("ready").isEmpty }
            let said = ":tea_cup: **time**, `:tea_cup:` :nope: <b> https://a.example/:tea_cup:"
            #expect(try await bob.post("\(conversation)/messages", ["text": said]).status == .seeOther)
            try await stream.wait { !$0.events("posted").isEmpty }
            let html = stream.events("posted")[0].html
            #expect(html.contains(#"<img src="\#(picture)" class="place-emoji" alt=":tea_cup:""#))
            stream.close()
            let page = try await alice.get(conversation)
            #expect(page.text.matches(of: /class="place-emoji"/).count == 1)
            #expect(page.text.contains("<code>:tea_cup:</code>") && page.text.contains(":nope: &lt;b&gt;"))
            let message = "\(conversation)/messages/\(try #require(page.messageIDs.last))"
            #expect(try await alice.post("\(message)/reactions", ["add": ":tea_cup:"]).status == .seeOther)
            #expect(try await alice.post("\(message)/reactions", ["add": ":nope:"]).status == .badRequest)
            let reacted = try await bob.get(conversation).text
            #expect(reacted.matches(of: /class="place-emoji"/).count == 2)
            #expect(reacted.contains(#"value=":tea_cup:""#))

            // Where it is removed, its name is shown.
            #expect(try await bob.post("/emoji/remove", ["name": "tea_cup"]).status == .notFound)
            #expect(try await haruka.post("/emoji/remove", ["name": "tea_cup"]).status == .seeOther)
            #expect(try await bob.get(picture).status == .notFound)
            let after = try await bob.get(conversation).text
            #expect(!after.contains("place-emoji") && after.contains(":tea_cup: 1"))
            let kinds = try await site.audit.newest(2).map(\.kind)
            #expect(kinds == [.emojiRemoved, .emojiAdded])
        }
    }

    @Test func `only admins add one, and what can't be is refused with the reason`() async throws {
        try await withFiles { site in
            try await site.accounts.set(.admin, of: .haruka)
            let haruka = try await site.browser(signedInAs: "haruka")
            let bob = try await site.browser(signedInAs: "bob")
            #expect(try await add("tea", bob, site).status == .notFound)
            for name in ["", "x", "12", "Tea", "te a", "té", String(repeating: "a", count: 33)] {
                let refused = try await add(name, haruka, site)
                #expect(refused.status == .unprocessableContent && text(refused).contains(EmojiWording.badName.english))
            }
            let noPicture = try await add("tea", haruka, site, content: Array("text".utf8))
            #expect(noPicture.status == .unprocessableContent && text(noPicture).contains(#"value="tea""#))
            #expect(try await add("tea", haruka, site).status == .seeOther)
            let taken = try await add("tea", haruka, site)
            #expect(taken.status == .conflict && text(taken).contains(EmojiWording.taken.english))
            #expect(try await haruka.post("/emoji/remove", ["name": "not a name"]).status == .badRequest)
        }
    }

    @Test func `another site shows it when it has read them`() async throws {
        try await withFiles { site in
            let content: [UInt8] = [1, 2, 3]
            let name = try #require(EmojiName("tea"))
            _ = try await site.accounts.add(CustomEmoji(name: name, picture: .random()), content)
            let bob = try await site.browser(signedInAs: "bob")
            _ = try await bob.post("\(conversation)/messages", ["text": ":tea:"])
            #expect(!(try await bob.get(conversation).text.contains("place-emoji")))
            #expect(try await site.site.parts.emoji.reload())
            site.site.parts.live.forgetPages()
            #expect(try await bob.get(conversation).text.contains("place-emoji"))
            #expect(try await !site.site.parts.emoji.reload())
        }
    }
}
