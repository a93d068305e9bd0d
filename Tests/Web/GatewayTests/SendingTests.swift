import Chat
import Foundation
import HTTP
import Testing

@testable import Gateway

private let veranda = "550e8400-e29b-41d4-a716-446655450001"
private let path = "/conversations/\(veranda)"

/// What a form sends, and what a script gets for it.
@Suite struct SendingTests {
    private func script(_ browser: Browser, _ form: Form) async throws -> Answer {
        try await browser.post("\(path)/messages", form, accept: .json)
    }

    @Test(arguments: [BackendUnderTest.embedded, .remote])
    func `a script gets the message as the stream tells it, once for however many times`(backend: BackendUnderTest)
        async throws
    {
        try await withSite(backend) { site in
            let bob = try await site.browser(signedInAs: "bob")
            let stream = try site.watch(bob)
            try await stream.wait { !$0.events("ready").isEmpty }
            let form: Form = ["text": "**Hello** <b>& all", "key": "k1"]
            let answer = try await script(bob, form)
            #expect(answer.status == .ok)
            #expect(answer.headers[.contentType] == "application/json")
            #expect(answer.headers[.cacheControl] == "no-store")
            let sent = try JSONDecoder().decode(Sent.self, from: Data(answer.text.utf8))
            #expect(sent.conversation == veranda)
            #expect(sent.isMine)
            #expect(sent.excerpt == "You: Hello <b>& all")
            #expect(sent.html.contains("<strong>Hello</strong> &lt;b&gt;&amp; all"))
            #expect(sent.html.contains(#"<article class="group mine">"#))
            try await stream.wait { !$0.events("posted").isEmpty }
            let again = try JSONDecoder().decode(Sent.self, from: Data(try await script(bob, form).text.utf8))
            #expect(again == sent)
            let thread = try await bob.get(path)
            #expect(thread.text.matches(of: /<strong>Hello<\/strong>/).count == 1)
            #expect(thread.messageIDs.last == sent.message)
        }
    }

    @Test func `a reply of a script brings what it answers, and is small`() async throws {
        try await withSite(.embedded) { site in
            let alice = try await site.browser(signedInAs: "alice")
            let answered = try #require(try await alice.get(path).messageIDs.first)
            let answer = try await script(alice, ["text": "quite so", "reply": answered])
            #expect(try JSONDecoder().decode(Sent.self, from: Data(answer.text.utf8)).html.contains("Reply to"))
            #expect(answer.text.utf8.count < 2_000)
        }
    }

    @Test func `a script is told what is wrong by the page, as a form is`() async throws {
        try await withSite(.embedded) { site in
            let alice = try await site.browser(signedInAs: "alice")
            let answer = try await script(alice, ["text": " ", "key": "k1"])
            #expect(answer.status == .unprocessableContent)
            #expect(answer.text.contains("Write something first."))
            // The same box, so the same form.
            #expect(answer.text.contains(#"name="key" value="k1""#))
        }
    }

    @Test func `a script whose message was deleted meanwhile is led to the page`() async throws {
        try await withSite(.embedded) { site in
            let alice = try await site.browser(signedInAs: "alice")
            let form: Form = ["text": "regretted", "key": "k1"]
            let sent = try JSONDecoder().decode(Sent.self, from: Data(try await script(alice, form).text.utf8))
            _ = try await alice.post("\(path)/messages/\(sent.message)/delete", [:])
            #expect(try await script(alice, form).status == .seeOther)
            #expect(!(try await alice.get(path).text.contains("regretted")))
        }
    }

    @Test func `a form's key stays until something is sent with it, so that a page is not sent again`() async throws {
        try await withSite(.embedded) { site in
            let alice = try await site.browser(signedInAs: "alice")
            // What is unread is read.
            _ = try await alice.get(path)
            let first = try await alice.get(path)
            let again = try await alice.get(path)
            #expect(again.headers[.eTag] == first.headers[.eTag])
            #expect(again.text == first.text)
            // What somebody else says is no reason for another key.
            let bob = try await site.browser(signedInAs: "bob")
            _ = try await bob.post("\(path)/messages", ["text": "from Bob"])
            let key = try #require(first.formKey)
            #expect(try await alice.get(path).formKey == key)
            _ = try await alice.post("\(path)/messages", ["text": "ok", "key": key])
            let next = try await alice.get(path)
            #expect(next.formKey != key)
            _ = try await alice.post("\(path)/messages", ["text": "ok", "key": try #require(next.formKey)])
            #expect(try await alice.get(path).text.matches(of: /<p>ok<\/p>/).count == 2)
        }
    }

    @Test func `no two people and no two sessions have the same key`() async throws {
        try await withSite(.embedded) { site in
            let browsers = [
                try await site.browser(signedInAs: "alice"), try await site.browser(signedInAs: "alice"),
                try await site.browser(signedInAs: "bob"),
            ]
            var keys: Set<String> = []
            for browser in browsers {
                for path in [path, "/conversations/550e8400-e29b-41d4-a716-446655450002"] {
                    keys.insert(try #require(try await browser.get(path).formKey))
                }
            }
            #expect(keys.count == 6)
        }
    }

    @Test(arguments: [BackendUnderTest.embedded, .remote])
    func `a message that was deleted does not keep the next one from being sent`(backend: BackendUnderTest)
        async throws
    {
        try await withSite(backend) { site in
            let alice = try await site.browser(signedInAs: "alice")
            for _ in 0..<3 {
                let page = try await alice.get(path)
                _ = try await alice.post("\(path)/messages", ["text": "again", "key": try #require(page.formKey)])
                let sent = try await alice.get(path)
                #expect(sent.text.contains("<p>again</p>"))
                let id = try #require(sent.messageIDs.last)
                _ = try await alice.post("\(path)/messages/\(id)/delete", [:])
            }
        }
    }

    @Test func `a key is not used again after a message of its person that came from elsewhere`() {
        let (keys, conversation) = (FormKeys(), ConversationID.random())
        let (first, second) = (MessageID.random(), MessageID.random())
        func key(_ sent: MessageID?) -> FormKey { keys.key(for: "session", in: conversation, after: sent) }
        let (before, next) = (key(nil), key(first))
        #expect(next != before)
        #expect(key(first) == next)
        // Too many others have written since for it to be known.
        #expect(key(nil) == next)
        #expect(key(second) != next)
    }

    @Test func `keys are forgotten where there are too many`() {
        let keys = FormKeys()
        let first = keys.key(for: "session", in: .random())
        for number in 0..<(2 * FormKeys.maximum) {
            _ = keys.key(for: "\(number)", in: .random())
            #expect(keys.count <= FormKeys.maximum)
        }
        #expect(first.description.utf8.count == 32)
    }
}

/// What a script reads.
private struct Sent: Decodable, Equatable {
    let conversation: String
    let message: String
    let isMine: Bool
    let excerpt: String
    let html: String
}
