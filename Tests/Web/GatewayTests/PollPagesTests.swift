import Chat
import HTTP
import RepositoryBehaviour
import Testing

@testable import Gateway

/// Polls, which are messages with votes as reactions.
@Suite struct PollPagesTests {
    private let conversation = "/conversations/550e8400-e29b-41d4-a716-446655450001"

    private func form(_ options: [String], question: String = "Tea & <cake>?", several: Bool = false, key: String = "k")
        -> Form
    {
        Form(
            [Form.Field(name: "question", value: question), Form.Field(name: "key", value: key)]
                + options.map { Form.Field(name: "option", value: $0) }
                + (several ? [Form.Field(name: "several", value: "on")] : []))
    }

    /// The path of the last message of a page.
    private func last(_ browser: Browser) async throws -> String {
        "\(conversation)/messages/\(try #require(try await browser.get(conversation).messageIDs.last))"
    }

    @Test(arguments: [(true, "en"), (false, "en"), (true, "ja")])
    func `a poll is sent once, and people vote and change their votes`(isEmbedded: Bool, language: String) async throws
    {
        let say = Speaker(language: language == "ja" ? .japanese : .english)
        try await withSite(isEmbedded ? .embedded : .remote) { site in
            let alice = try await site.browser(signedInAs: "alice", language: language)
            let bob = try await site.browser(signedInAs: "bob", language: language)
            #expect(try await alice.get(conversation).text.contains(#"href="\#(conversation)/poll""#))
            #expect(try await alice.get("\(conversation)/poll").text.contains(say(PollWording.several)))
            let poll = form(["Tea", "", "<Cake>", " "])
            for _ in 0..<2 { #expect(try await alice.post("\(conversation)/poll", poll).status == .seeOther) }
            let page = try await bob.get(conversation).text
            #expect(page.matches(of: /class="poll"/).count == 1)
            #expect(
                page.contains("📊 Tea &amp; &lt;cake&gt;?") && page.contains("<bdi>&lt;Cake&gt;</bdi><span>0</span>"))
            #expect(page.contains(say(PollWording.state(0, isOver: false, allowsSeveral: false))))
            #expect(!page.contains(say(PollWording.end)))

            let path = try await last(bob)
            #expect(try await bob.post("\(path)/reactions", ["add": "1️⃣"]).status == .seeOther)
            #expect(try await bob.post("\(path)/reactions", ["add": "👍"]).status == .seeOther)
            #expect(try await bob.post("\(path)/reactions", ["add": "2️⃣"]).status == .seeOther)
            let voted = try await alice.get(conversation).text
            #expect(
                voted.contains("<bdi>Tea</bdi><span>0</span>")
                    && voted.contains("<bdi>&lt;Cake&gt;</bdi><span>1</span>"))
            #expect(voted.contains(#"title="Bob""#) && voted.contains("👍 1") && !voted.contains("2️⃣ 1"))
            let own = try await bob.get(conversation).text
            #expect(own.contains(#"name="remove" value="2️⃣" class="reaction option own""#))
            #expect(try await bob.post("\(path)/reactions", ["remove": "2️⃣"]).status == .seeOther)
            #expect(
                try await alice.get(conversation).text.contains(
                    say(PollWording.state(0, isOver: false, allowsSeveral: false))))
        }
    }

    @Test func `for several options there is a vote each`() async throws {
        try await withSite(.embedded) { site in
            let alice = try await site.browser(signedInAs: "alice")
            #expect(try await alice.post("\(conversation)/poll", form(["a", "b"], several: true)).status == .seeOther)
            let path = try await last(alice)
            for emoji in ["1️⃣", "2️⃣"] { _ = try await alice.post("\(path)/reactions", ["add": emoji]) }
            let page = try await alice.get(conversation).text
            #expect(page.contains("<bdi>a</bdi><span>1</span>") && page.contains("<bdi>b</bdi><span>1</span>"))
        }
    }

    @Test func `its author ends it, and nobody votes any more`() async throws {
        try await withSite(.embedded) { site in
            let alice = try await site.browser(signedInAs: "alice")
            let bob = try await site.browser(signedInAs: "bob")
            _ = try await alice.post("\(conversation)/poll", form(["a", "b"]))
            let path = try await last(alice)
            #expect(try await bob.post("\(path)/reactions", ["add": "1️⃣"]).status == .seeOther)
            // Somebody else's lock is a reaction like others.
            #expect(try await bob.post("\(path)/reactions", ["add": "🔒"]).status == .seeOther)
            #expect(!(try await bob.get(conversation).text.contains("disabled")))
            #expect(try await alice.get(conversation).text.contains(PollWording.end.english))
            #expect(try await alice.post("\(path)/reactions", ["add": "🔒"]).status == .seeOther)
            let page = try await bob.get(conversation).text
            #expect(page.contains(PollWording.state(1, isOver: true, allowsSeveral: false).english))
            #expect(page.matches(of: /"false" disabled>|"true" disabled>/).count == 2)
            for vote: Form in [["add": "2️⃣"], ["remove": "1️⃣"]] {
                #expect(try await bob.post("\(path)/reactions", vote).status == .forbidden)
            }
            #expect(try await alice.post("\(path)/reactions", ["remove": "🔒"]).status == .seeOther)
            #expect(try await bob.post("\(path)/reactions", ["add": "2️⃣"]).status == .seeOther)
        }
    }

    @Test func `what was typed stays where it can't be sent`() async throws {
        try await withSite(.embedded) { site in
            let alice = try await site.browser(signedInAs: "alice")
            let faults: [(Form, Sentence)] = [
                (form(["a", "b"], question: " "), PollWording.noQuestion),
                (form(["a", " "]), PollWording.tooFewOptions),
                (form(["a", String(repeating: "b", count: 101)]), PollWording.tooLong),
            ]
            for (form, fault) in faults {
                let answer = try await alice.post("\(conversation)/poll", form)
                #expect(answer.status == .unprocessableContent)
                #expect(answer.text.contains(fault.english) && answer.text.contains(#"value="a""#))
            }
            let stranger = try await site.browser(signedInAs: "dave")
            #expect(try await stranger.get("\(conversation)/poll").status == .notFound)
            let refused = try await stranger.post("\(conversation)/poll", form(["a", "b"]))
            #expect(refused.status == .notFound && refused.text.contains("Tea &amp; &lt;cake&gt;?"))
            // Without a session it is the text of a message, which is sent after signing in.
            let nobody = try site.browser()
            let asked = try await nobody.post("\(conversation)/poll", form(["a", "b"]))
            #expect(asked.text.contains("1️⃣ a") && asked.text.contains("2️⃣ b"))
        }
    }
}
