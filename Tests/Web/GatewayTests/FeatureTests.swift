import Chat
import Foundation
import Gateway
import HTTP
import Replay
import Testing

private let veranda = "550e8400-e29b-41d4-a716-446655450001"
private let bob = "550e8400-e29b-41d4-a716-446655440002"
private let dave = "550e8400-e29b-41d4-a716-446655440004"

/// Every feature once, with scripts off: what a server sees of it.
@Suite struct FeatureTests {
    private func thread(_ browser: Browser) async throws -> Answer {
        try await browser.get("/conversations/\(veranda)")
    }

    /// The newest message's path.
    private func newest(_ browser: Browser) async throws -> String {
        "/conversations/\(veranda)/messages/\(try #require(try await thread(browser).messageIDs.last))"
    }

    @Test func `registering signs in, and each mistake is told`() async throws {
        try await withSite(.embedded) { site in
            let browser = try site.browser()
            let form: Form = ["name": "花子 <3", "alias": "Hanako ", "picture": ""]
            #expect(try await browser.post("/register", form).headers[.location] == "/conversations")
            #expect(try await browser.get("/profile").text.contains("花子 &lt;3"))
            let taken = try await site.browser().post("/register", ["name": "Another", "alias": "hanako"])
            #expect(taken.status == .conflict)
            #expect(taken.text.contains("That alias is taken"))
            #expect(taken.text.contains(#"value="Another""#))
            for wrong in [
                ["name": " ", "alias": "okay"], ["name": "A", "alias": "x"],
                ["name": "A", "alias": "okay", "picture": "javascript:alert(1)"],
            ] as [Form] {
                #expect(try await site.browser().post("/register", wrong).status == .unprocessableContent)
            }
        }
    }

    @Test func `a backend that takes nobody is told as it is`() async throws {
        let replay = ReplayBackend.open
        replay.tell(.failure(.forbidden, message: "no") { $0.asks(.post, "/users") })
        try await withSite(.replay(replay)) { site in
            let answer = try await site.browser().post("/register", ["name": "A", "alias": "abc"])
            #expect(answer.status == .forbidden)
            #expect(answer.text.contains("New people can&#39;t register here"))
        }
    }

    @Test func `where the operator closed registration nobody registers`() async throws {
        try await withSite(.embedded, allowsRegistration: false) { site in
            #expect(!(try await site.browser().get("/sign-in").text.contains("/register")))
            #expect(try await site.browser().get("/register").status == .forbidden)
            let answer = try await site.browser().post("/register", ["name": "A", "alias": "abc"])
            #expect(answer.status == .forbidden)
            #expect(try await site.browser().post("/sign-in", ["user": "abc"]).status == .unprocessableContent)
        }
    }

    @Test func `unread is what others said, in the list, in the title and in the thread`() async throws {
        try await withSite(.embedded) { site in
            let alice = try await site.browser(signedInAs: "alice")
            let bob = try await site.browser(signedInAs: "bob")
            _ = try await thread(alice)
            let before = try await alice.get("/conversations").match(#"<title>\((\d+)\)"#).flatMap { Int($0) } ?? 0
            _ = try await alice.post("/conversations/\(veranda)/messages", ["text": "my own"])
            #expect(
                try await alice.get("/conversations").match(#"<title>\((\d+)\)"#).flatMap { Int($0) } ?? 0 == before)
            _ = try await bob.post("/conversations/\(veranda)/messages", ["text": "one"])
            _ = try await bob.post("/conversations/\(veranda)/messages", ["text": "two"])
            let list = try await alice.get("/conversations")
            #expect(list.match(#"<title>\((\d+)\)"#) == String(before + 2))
            let opened = try await thread(alice)
            let line = try #require(opened.text.range(of: "id=\"new\""))
            #expect(opened.text[line.upperBound...].contains(">one<"))
            #expect(!opened.text[..<line.lowerBound].contains(">one<"))
            #expect(!(try await thread(alice).text.contains("id=\"new\"")))
        }
    }

    @Test func `the read mark never goes backwards, but for one who wants it`() async throws {
        try await withSite(.embedded) { site in
            let alice = try await site.browser(signedInAs: "alice")
            let bob = try await site.browser(signedInAs: "bob")
            _ = try await bob.post("/conversations/\(veranda)/messages", ["text": "later"])
            let path = try await newest(alice)
            let user = try #require(UserID(aliceID))
            let id = try #require(ConversationID(veranda))
            #expect(try await site.repositories.readMarks.unreadCount(in: id, for: user) == 0)
            // An older page does not move it.
            let older = try #require(try await thread(alice).match(#"href="(/conversations/[^"]*\?before=[^"]*)""#))
            _ = try await alice.get(older)
            #expect(try await site.repositories.readMarks.unreadCount(in: id, for: user) == 0)
            #expect(try await alice.post("\(path)/unread", [:]).headers[.location] == "/conversations")
            #expect(try await site.repositories.readMarks.unreadCount(in: id, for: user) == 1)
        }
    }

    @Test func `reactions are given and taken back, also one that is no emoji`() async throws {
        try await withSite(.embedded) { site in
            let alice = try await site.browser(signedInAs: "alice")
            let path = try await newest(alice)
            let back = try await alice.post("\(path)/reactions", ["add": "👍🏽", "return": "/conversations/\(veranda)"])
            #expect(back.headers[.location]?.hasPrefix("/conversations/\(veranda)#m-") == true)
            let page = try await thread(alice)
            #expect(page.text.contains(#"name="remove" value="👍🏽""#))
            _ = try await alice.post("\(path)/reactions", ["remove": "👍🏽"])
            _ = try await alice.post("\(path)/reactions", ["remove": "👍🏽"])
            #expect(!(try await thread(alice).text.contains("👍🏽")))
            #expect(try await alice.post("\(path)/reactions", ["add": "no emoji at all"]).status == .badRequest)
        }
    }

    @Test func `a message is answered, and the answer leads to it`() async throws {
        try await withSite(.embedded) { site in
            let alice = try await site.browser(signedInAs: "alice")
            let original = try #require(try await thread(alice).messageIDs.last)
            let box = try await alice.get("/conversations/\(veranda)?reply=\(original)")
            #expect(box.text.contains(#"name="reply" value="\#(original)""#))
            _ = try await alice.post("/conversations/\(veranda)/messages", ["text": "an answer", "reply": original])
            let page = try await thread(alice)
            let quote = try #require(
                page.text.range(of: "class=\"quote\" href=\"/conversations/\(veranda)/messages/\(original)"))
            #expect(page.text[quote.upperBound...].contains("an answer"))
        }
    }

    @Test func `a message has a page of its own, wherever it is`() async throws {
        try await withSite(.embedded) { site in
            let alice = try await site.browser(signedInAs: "alice")
            let id = try #require(ConversationID(veranda))
            let all = try await site.repositories.messages.messages(
                in: id, as: try #require(UserID(aliceID)), before: nil, limit: 1_000)
            for message in [all.first, all.last { $0.sender != nil }, all[all.count / 2]].compactMap({ $0 }) {
                let page = try await alice.get("/conversations/\(veranda)/messages/\(message.id)")
                #expect(page.status == .ok)
                #expect(page.text.contains("id=\"actions\""))
                #expect(message.sender == nil || page.messageIDs.contains(message.id.description))
            }
            let stranger = try await site.browser(signedInAs: "bob")
            let gone = try await stranger.get("/conversations/\(veranda)/messages/\(MessageID.random())")
            #expect(gone.status == .notFound)
            #expect(gone.text.contains("was deleted, or can&#39;t be found"))
        }
    }

    @Test func `bookmarks are kept, shown, and say when a message is gone`() async throws {
        try await withSite(.embedded) { site in
            let alice = try await site.browser(signedInAs: "alice")
            _ = try await alice.post("/conversations/\(veranda)/messages", ["text": "worth keeping"])
            let path = try await newest(alice)
            _ = try await alice.post("\(path)/bookmark", ["state": "on"])
            #expect(try await thread(alice).text.contains("Bookmarked"))
            #expect(try await alice.get("/bookmarks").text.contains("worth keeping"))
            _ = try await alice.post("\(path)/delete", [:])
            let page = try await alice.get("/bookmarks")
            #expect(!page.text.contains("worth keeping"))
            #expect(page.text.contains("This message was deleted"))
            #expect(page.text.contains(#"value="off""#))
            let removed = try await alice.post("\(path)/bookmark", ["state": "off", "return": "/bookmarks"])
            #expect(removed.headers[.location] == "/bookmarks")
            #expect(try await !alice.get("/bookmarks").text.contains("This message was deleted"))
        }
    }

    @Test func `a bookmark can be removed after leaving the conversation`() async throws {
        try await withSite(.embedded) { site in
            let alice = try await site.browser(signedInAs: "alice")
            let path = try await newest(alice)
            _ = try await alice.post("\(path)/bookmark", ["state": "on"])
            _ = try await alice.post("/conversations/\(veranda)/members/remove", ["user": aliceID.description])
            #expect(try await alice.get("/bookmarks").text.contains("\(path)/bookmark"))
            let removed = try await alice.post("\(path)/bookmark", ["state": "off"])
            #expect(removed.headers[.location] == "/bookmarks")
            #expect(try await !alice.get("/bookmarks").text.contains("\(path)/bookmark"))
        }
    }

    @Test(arguments: ["a", "👍👍", "1", "ok👍"])
    func `a reaction is one emoji`(text: String) async throws {
        try await withSite(.embedded) { site in
            let alice = try await site.browser(signedInAs: "alice")
            let path = try await newest(alice)
            #expect(try await alice.post("\(path)/reactions", ["add": text]).status == .badRequest)
            #expect(try await alice.post("\(path)/reactions", ["add": "👩‍👩‍👧‍👦"]).status == .seeOther)
        }
    }

    @Test func `one's own messages can be deleted, others' only by an admin`() async throws {
        try await withSite(.embedded) { site in
            let alice = try await site.browser(signedInAs: "alice")
            let bob = try await site.browser(signedInAs: "bob")
            _ = try await alice.post("/conversations/\(veranda)/messages", ["text": "regretted"])
            let path = try await newest(bob)
            #expect(!(try await bob.get(path).text.contains("Delete for everyone")))
            #expect(try await bob.post("\(path)/delete", [:]).status == .forbidden)
            #expect(try await alice.post("\(path)/delete", [:]).status == .seeOther)
            #expect(!(try await thread(bob).text.contains("regretted")))
        }
    }

    @Test func `a draft survives, is marked in the list, and goes when it is sent`() async throws {
        try await withSite(.embedded) { site in
            let phone = try await site.browser(signedInAs: "alice")
            let desk = try await site.browser(signedInAs: "alice")
            #expect(
                try await phone.post("/conversations/\(veranda)/draft", ["text": "half a <thought>"]).status
                    == .noContent)
            #expect(try await thread(desk).text.contains("half a &lt;thought&gt;</textarea>"))
            #expect(try await desk.get("/conversations").text.contains("half a &lt;thought&gt;"))
            _ = try await desk.post("/conversations/\(veranda)/messages", ["text": "a whole thought"])
            #expect(!(try await phone.get("/conversations").text.contains("half a")))
        }
    }

    @Test func `the same form sent twice is one message, also when the answer was lost`() async throws {
        let replay = ReplayBackend.open
        try await withSite(.embedded) { site in
            let alice = try await site.browser(signedInAs: "alice")
            let key = try #require(try await thread(alice).match(#"name="key" value="([^"]*)""#))
            for _ in 0..<3 {
                _ = try await alice.post("/conversations/\(veranda)/messages", ["text": "only once", "key": key])
            }
            #expect(try await thread(alice).text.matches(of: /only once/).count == 1)
        }
        try await withSite(.replay(replay)) { site in
            let alice = try await site.browser(signedInAs: "alice")
            replay.tell(.delay(backendPatience * 2, times: 1) { $0.method == .post })
            let lost = try await alice.post("/conversations/\(team)/messages", ["text": "filler 120", "key": "k"])
            #expect(lost.status == .gatewayTimeout)
        }
    }

    @Test func `a form for a conversation that is sent twice at once creates one`() async throws {
        try await withSite(.embedded) { site in
            let alice = try await site.browser(signedInAs: "alice")
            let key = try #require(try await alice.get("/conversations/new").formKey)
            for form: Form in [
                ["people": dave], ["name": "Tea", "people": bob, "people": dave, "key": key],
            ] {
                let places = try await withThrowingTaskGroup(of: String?.self) { group in
                    for _ in 0..<8 {
                        group.addTask { try await alice.post("/conversations", form).headers[.location] }
                    }
                    return try await group.reduce(into: Set<String?>()) { $0.insert($1) }
                }
                #expect(places.count == 1)
            }
            // Sent again later, and the same group by another form.
            let again: Form = ["name": "Tea", "people": bob, "people": dave, "key": key]
            let first = try await alice.post("/conversations", again).headers[.location]
            #expect(try await alice.post("/conversations", again).headers[.location] == first)
            let next = try #require(try await alice.get("/conversations/new").formKey)
            let other = try await alice.post(
                "/conversations", Form(again.fields.dropLast() + [.init(name: "key", value: next)])
            ).headers[.location]
            #expect(other != first)
        }
    }

    @Test func `a direct conversation is opened again, a group is begun with oneself in it`() async throws {
        try await withSite(.embedded) { site in
            let alice = try await site.browser(signedInAs: "alice")
            let first = try await alice.post("/conversations", ["people": dave])
            // Chosen twice, or with oneself, it is still one person.
            let again = try await alice.post("/conversations", ["people": dave, "people": dave, "people": aliceID])
            #expect(first.status == .seeOther)
            #expect(first.headers[.location] == again.headers[.location])
            let group = try await alice.post("/conversations", ["name": "Tea", "people": bob, "people": dave])
            let path = try #require(group.headers[.location]?.split(separator: "#").first)
            #expect(try await alice.get(String(path)).text.contains("3 members"))
            // Whoever begins a group is its admin, and no second person joined by that.
            #expect(try await !alice.get(String(path)).text.contains("joined"))
            #expect(try await alice.post("\(path)/members/remove", ["user": dave]).status == .seeOther)
            #expect(try await alice.get(String(path)).text.contains("2 members"))
            for (wrong, fault) in [
                (["group": "on", "name": " ", "people": bob], "Give the group a name."),
                (["group": "on", "name": "Alone"], "Choose at least one person."), ([:], "Choose at least one person."),
                (["people": bob, "people": dave], "Give the group a name."),
            ] as [(Form, String)] {
                let refused = try await alice.post("/conversations", wrong)
                #expect(refused.status == .unprocessableContent && refused.text.contains(fault))
            }
        }
    }

    @Test func `a group with one other person is begun where it is asked for, beside the direct conversation`()
        async throws
    {
        try await withSite(.embedded) { site in
            let alice = try await site.browser(signedInAs: "alice")
            let direct = try await alice.post("/conversations", ["people": dave]).headers[.location]
            let refused = try await alice.post("/conversations", ["people": dave, "group": "on"])
            #expect(refused.status == .unprocessableContent)
            #expect(refused.text.contains(#"value="\#(dave)" checked"#))
            #expect(refused.text.contains(#"name="group" value="on" checked"#))
            #expect(refused.text.contains(#"aria-invalid="true" aria-describedby="fault" autofocus"#))
            let group = try await alice.post(
                "/conversations", ["people": dave, "group": "on", "name": "The two of us"])
            #expect(group.status == .seeOther && group.headers[.location] != direct)
            let path = try #require(group.headers[.location]?.split(separator: "#").first)
            let page = try await alice.get(String(path)).text
            #expect(page.contains("The two of us") && page.contains("2 members"))
        }
    }

    @Test func `members are added by members, removed by admins, and leave by themselves`() async throws {
        try await withSite(.embedded) { site in
            let alice = try await site.browser(signedInAs: "alice")
            let bobby = try await site.browser(signedInAs: "bob")
            let path = "/conversations/\(veranda)/members"
            #expect(try await alice.post(path, ["user": dave]).status == .seeOther)
            #expect(try await alice.get(path).text.contains("Dave"))
            let newcomer = try await site.browser(signedInAs: "dave")
            #expect(try await thread(newcomer).text.contains("Dave joined"))
            #expect(try await bobby.post("\(path)/remove", ["user": dave]).status == .forbidden)
            #expect(try await newcomer.post("\(path)/remove", ["user": dave]).headers[.location] == "/conversations")
            #expect(try await thread(newcomer).status == .forbidden)
            #expect(try await newcomer.get("/conversations").text.contains("Chats you left"))
            #expect(try await newcomer.post(path, ["user": dave]).status == .forbidden)
        }
    }

    @Test func `who is in already keeps the role that they have`() async throws {
        try await withSite(.embedded) { site in
            let bobby = try await site.browser(signedInAs: "bob")
            let id = try #require(ConversationID(veranda))
            let bob = try #require(UserID("550e8400-e29b-41d4-a716-446655440002"))
            let admin = try #require(
                try await site.repositories.conversations.conversation(id, as: bob).participants.first {
                    $0.role == .admin
                })
            _ = try await bobby.post("/conversations/\(veranda)/members", ["user": admin.user.id.description])
            let after = try await site.repositories.conversations.conversation(id, as: bob)
            #expect(after.activeParticipant(admin.user.id)?.role == .admin)
        }
    }

    @Test func `another person has a profile, and one's own is one's own`() async throws {
        try await withSite(.embedded) { site in
            let alice = try await site.browser(signedInAs: "alice")
            #expect(try await alice.get("/users/\(bob)").text.contains("Send a message"))
            #expect(try await alice.get("/users/\(aliceID)").headers[.location] == "/profile")
            #expect(try await alice.get("/users/\(UserID.random())").status == .notFound)
        }
    }

    @Test(arguments: ["reactions", "bookmark", "delete", "unread", "edit", "pin"])
    func `a stranger can do nothing to a message`(change: String) async throws {
        try await withSite(.embedded) { site in
            let alice = try await site.browser(signedInAs: "alice")
            let path = try await newest(alice)
            let stranger = try await site.browser(signedInAs: "dave")
            #expect(try await stranger.get(path).status == .notFound)
            #expect(try await stranger.post("\(path)/\(change)", ["add": "👍"]).status == .notFound)
            for place in ["draft", "members", "members/remove", "messages"] {
                let answer = try await stranger.post("/conversations/\(veranda)/\(place)", ["user": dave, "text": "x"])
                #expect(answer.status == .notFound)
            }
            #expect(try await stranger.get("/conversations/\(veranda)/members").status == .notFound)
        }
    }
}

/// Alice of the sample world has the id of Alice of the recordings.
private let aliceID = alice
