import Chat
import HTTP
import RepositoryBehaviour
import SQLite
import Testing

@testable import ChatStore
@testable import Gateway

private let withBob = "550e8400-e29b-41d4-a716-446655450006"

/// Messages that are forwarded to another conversation, without scripts.
@Suite struct ForwardingTests {
    /// The key and the conversations that a page offers.
    private func offer(_ page: Answer) throws -> (key: String, targets: [String]) {
        let key = try #require(page.match(#"name="key" value="([^"]*)""#))
        return (key, page.matches(#"name="to" value="([^"]*)""#))
    }

    private func forwardPath(_ browser: Browser, _ message: String) async throws -> String {
        try #require(try await browser.get(message).match(#"href="(/conversations/[^"]*/forward\?at=\d+)""#))
    }

    @Test(arguments: [true, false])
    func `a message is forwarded once to the conversation that is chosen, under its author's name`(isEmbedded: Bool)
        async throws
    {
        try await withSite(isEmbedded ? .embedded : .remote) { site in
            let (alice, bob) = (try await site.browser(signedInAs: "alice"), try await site.browser(signedInAs: "bob"))
            let path = try await messagePath(saying: "tea at **four**\n\nfor @alice", as: bob)
            _ = try await alice.post("/conversations/\(withBob)/draft", ["text": "half a thought"])
            let forward = try await forwardPath(alice, path)
            let page = try await alice.get(forward)
            let (key, targets) = try offer(page)
            #expect(targets.contains(withBob))
            #expect(page.text.contains("tea at four"))
            // The search narrows the list, and finds the message again.
            let moment = try #require(forward.split(separator: "=").last)
            let found = try await alice.get("\(path)/forward?at=\(moment)&q=bob")
            #expect(try offer(found).targets.contains(withBob))
            #expect(try offer(found).targets.count < targets.count)
            let nothing = try await alice.get("\(path)/forward?q=nobody-of-that-name")
            #expect(nothing.text.contains("nothing-found") && nothing.matches(#"name="to""#).isEmpty)
            for _ in 0..<2 {
                let answer = try await alice.post(forward, ["to": .init(withBob), "key": .init(key)])
                #expect(answer.status == .seeOther)
                #expect(answer.headers[.location] == "/conversations/\(withBob)?at=newest#latest")
            }
            let thread = try await alice.get("/conversations/\(withBob)")
            #expect(thread.matches(#"<blockquote>\s*<p>tea at <strong>four</strong></p>"#).count == 1)
            #expect(thread.text.contains("half a thought"), "the draft stays")
            let list = try await bob.get("/conversations").text
            #expect(list.contains("Bob tea at four for @Alice"), "its author and who is named")
        }
    }

    @Test func `who can't read a message, or not write where it goes, forwards nothing`() async throws {
        try await withSite(.embedded) { site in
            let (alice, dave) = (
                try await site.browser(signedInAs: "alice"), try await site.browser(signedInAs: "dave")
            )
            let path = try await messagePath(saying: "among neighbours", as: alice)
            #expect(try await dave.get("\(path)/forward").status == .notFound)
            let form: Form = ["to": .init(withBob), "key": "k-1"]
            #expect(try await dave.post("\(path)/forward", form).status == .notFound)
            let begun = try await dave.post("/conversations", ["people": .init("\(UserID.bob)")])
            let elsewhere = try #require(begun.headers[.location]?.split(separator: "/").last?.prefix(36))
            let other: Form = ["to": .init("\(elsewhere)"), "key": "k-2"]
            #expect(try await alice.post("\(path)/forward", other).status == .notFound)
            for broken: Form in [["key": "k-3"], ["to": .init(withBob)], ["to": "no-id", "key": "k-4"]] {
                #expect(try await alice.post("\(path)/forward", broken).status == .badRequest)
            }
            #expect(!(try await alice.get("/conversations/\(withBob)").text.contains("among neighbours")))
        }
    }

    @Test(arguments: [("en", "too long to be forwarded", "disk is full"), ("ja", "長すぎる", "ディスクに空きがない")])
    func `what can't be forwarded says why, and the same form forwards it later`(
        language: String, tooLong: String, full: String
    ) async throws {
        try await withSite(.embedded) { site in
            let alice = try await site.browser(signedInAs: "alice", language: language)
            let lines = String(repeating: "x\n", count: MessageText.maximumCharacters / 2 - 1) + "x"
            let long = try await messagePath(saying: lines, as: alice)
            let refused = try await alice.post("\(long)/forward", ["to": .init(withBob), "key": "k-1"])
            #expect(refused.status == .unprocessableContent && refused.text.contains(tooLong))
            let path = try await messagePath(saying: String(repeating: "縁側", count: 4_000), as: alice)
            let database = try #require(site.store).database
            try database.writeNow { try $0.execute("PRAGMA max_page_count = 1") }
            let failed = try await alice.post("\(path)/forward", ["to": .init(withBob), "key": "k-2"])
            #expect(failed.status == .insufficientStorage)
            #expect(failed.text.contains(full) && failed.text.contains(#"role="alert""#))
            #expect(try offer(failed).key == "k-2")
            try database.writeNow { try $0.execute("PRAGMA max_page_count = 1000000") }
            #expect(try await alice.post("\(path)/forward", ["to": .init(withBob), "key": "k-2"]).status == .seeOther)
            #expect(try await alice.get("/conversations/\(withBob)").text.contains("<blockquote>"))
        }
    }

    @Test func `its files go with it, and stay when the message is deleted`() async throws {
        try await withSite(.embedded, mode: .development, hasFiles: true) { site in
            let room = "550e8400-e29b-41d4-a716-446655450001"
            let alice = try await site.browser(signedInAs: "alice")
            let file = try await site.upload("plan.txt", content: "as agreed", of: .alice)
            _ = try await alice.post("/conversations/\(room)/messages", ["text": "", "file": "\(file)"])
            let id = try #require(try await alice.get("/conversations/\(room)").messageIDs.last)
            let path = "/conversations/\(room)/messages/\(id)"
            for _ in 0..<2 {
                let form: Form = ["to": .init(withBob), "key": "k-1"]
                #expect(try await alice.post("\(path)/forward", form).status == .seeOther)
            }
            _ = try await alice.post("\(path)/delete", [:])
            let copies = try await alice.get("/conversations/\(withBob)").matches(#"href="(/files/[^"]*/plan.txt)""#)
            #expect(Set(copies).count == 1 && copies.first?.contains("\(file)") == false)
            let bob = try await site.browser(signedInAs: "bob")
            #expect(try await bob.get(try #require(copies.first)).text == "as agreed")
        }
    }
}
