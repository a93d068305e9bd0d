import Chat
import HTTP
import RepositoryBehaviour
import Testing

@testable import Gateway

/// Replies to messages of a group in conversations of their own.
@Suite struct RepliesTests {
    /// A group of haruka with alice, bob and dave, and a message of alice in it.
    private struct Scene {
        let site: SiteUnderTest
        let group: ConversationID
        let message: Message
        let dave: UserID

        var path: String { "/conversations/\(group)" }
        var threadForm: String { "\(path)/messages/\(message.id)/thread" }

        init(_ site: SiteUnderTest, hasThreads: Bool = true) async throws {
            self.site = site
            dave = try await site.repositories.users.user(alias: try #require(Alias("dave"))).id
            let new = NewConversation(
                .group(name: try #require(DisplayName("<Tea>"))), participants: [.haruka, .alice, .bob, dave])
            group = try await site.repositories.conversations.create(try #require(new), as: .haruka).id
            _ = try await site.repositories.conversations.add(.haruka, as: .admin, to: group, by: .haruka)
            if hasThreads {
                try await site.repositories.groups.edit(group, GroupEdit(hasThreads: true), as: .haruka)
            }
            message = try await site.repositories.messages.send(
                NewMessage(conversation: group, sender: .alice, text: try MessageText("Where is the **pot**?")))
        }

        /// Opens the thread as somebody does who presses the button.
        func open(as browser: Browser) async throws -> String {
            let opened = try await browser.post(threadForm, [:])
            #expect(opened.status == .seeOther)
            return try #require(opened.headers[.location])
        }
    }

    @Test(arguments: [(true, "en"), (false, "en"), (true, "ja")])
    func `a reply opens a thread, and the group tells how many there are`(isEmbedded: Bool, language: String)
        async throws
    {
        let say = Speaker(language: language == "ja" ? .japanese : .english)
        try await withSite(isEmbedded ? .embedded : .remote) { site in
            let scene = try await Scene(site, hasThreads: false)
            let haruka = try await site.browser(signedInAs: "haruka", language: language)
            let bob = try await site.browser(signedInAs: "bob", language: language)
            let messagePage = "\(scene.path)/messages/\(scene.message.id)"
            #expect(try await bob.get(messagePage).text.contains("?reply=\(scene.message.id)"))
            #expect(try await bob.post(scene.threadForm, [:]).status == .forbidden)

            let form: Form = ["name": "<Tea>", "shown-name": "<Tea>", "threads": "on", "shown-threads": ""]
            #expect(try await haruka.get("\(scene.path)/group").text.contains(#"name="threads""#))
            #expect(try await haruka.post("\(scene.path)/group", form).status == .seeOther)
            let group = try await bob.get(scene.path).text
            #expect(group.contains(#"data-threads="""#))
            #expect(group.contains(language == "ja" ? "返信をスレッドに分けるようにしました" : "keeps replies in threads from now on"))
            #expect(try await bob.get("\(scene.path)/group").text.contains(say(RepliesWording.hasThreads)))
            let actions = try await bob.get(messagePage).text
            #expect(actions.contains(say(RepliesWording.reply)) && !actions.contains("?reply="))

            let thread = try await scene.open(as: bob)
            let empty = try await bob.get(thread).text
            // The markup of the message is not shown, and what could be markup of the page is text.
            #expect(empty.contains(say(RepliesWording.title("Where is the pot?"))))
            #expect(empty.contains("&lt;Tea&gt;") && empty.contains(#"class="quote origin" href="\#(messagePage)"#))
            #expect(empty.contains(#"href="\#(scene.path)""#) && !empty.contains("data-threads"))
            // Nobody is shown a thread in which nothing was said.
            let alice = try await site.browser(signedInAs: "alice", language: language)
            #expect(!(try await alice.get("/conversations").text.contains(thread)))

            #expect(try await bob.post("\(thread)/messages", ["text": "On the shelf"]).status == .seeOther)
            #expect(try await alice.get(scene.path).text.contains(say(RepliesWording.count(1))))
            #expect(!(try await alice.get(scene.path).text.contains("On the shelf")))
            let list = try await alice.get("/conversations").text
            #expect(list.contains(thread) && list.contains("On the shelf"))
            #expect(try await alice.get(thread).text.contains("On the shelf"))
            #expect(try await alice.post("\(thread)/messages", ["text": "Thank you"]).status == .seeOther)
            #expect(try await bob.get(scene.path).text.contains(say(RepliesWording.count(2))))
        }
    }

    @Test(arguments: [true, false])
    func `whoever takes part in the group follows its link, and nobody else does`(isEmbedded: Bool) async throws {
        try await withSite(isEmbedded ? .embedded : .remote) { site in
            let scene = try await Scene(site)
            let bob = try await site.browser(signedInAs: "bob")
            let thread = try await scene.open(as: bob)
            #expect(try await bob.post("\(thread)/messages", ["text": "On the shelf"]).status == .seeOther)
            let stranger = try await site.browser(signedInAs: "carol")
            #expect(try await stranger.get(thread).status == .notFound)
            #expect(try await stranger.post("\(thread)/messages", ["text": "Hello"]).status == .notFound)
            #expect(try await stranger.post(scene.threadForm, [:]).status == .notFound)
            let dave = try await site.browser(signedInAs: "dave")
            #expect(try await dave.get(scene.path).text.contains(#"href="\#(thread)""#))
            #expect(try await dave.get(thread).text.contains("On the shelf"))
            let followers = try await dave.get("\(thread)/members").text
            for name in ["alice", "bob", "dave"] { #expect(followers.contains("@\(name)")) }
            #expect(followers.contains(RepliesWording.unfollowButton.english))
            // It has no settings and nobody is added by hand.
            #expect(try await dave.get("\(thread)/group").status == .notFound)
            #expect(!followers.contains(MembersWording.add.english))

            #expect(try await dave.post("\(thread)/members/remove", ["user": "\(scene.dave)"]).status == .seeOther)
            #expect(!(try await dave.get("/conversations").text.contains(thread)))
            #expect(!(try await bob.get("\(thread)/members").text.contains("@dave")))
            // Who leaves the group leaves its threads.
            #expect(try await dave.get(thread).status == .ok)
            #expect(
                try await dave.post("\(scene.path)/members/remove", ["user": "\(scene.dave)"]).status == .seeOther)
            #expect(try await dave.get(thread).status != .ok)
            #expect(!(try await dave.get("/conversations").text.contains(thread)))
        }
    }

    @Test(arguments: [true, false])
    func `who is mentioned in a thread follows it`(isEmbedded: Bool) async throws {
        try await withSite(isEmbedded ? .embedded : .remote) { site in
            let scene = try await Scene(site)
            let bob = try await site.browser(signedInAs: "bob")
            let thread = try await scene.open(as: bob)
            // All of the group can be mentioned.
            #expect(try await bob.get(thread).text.contains(#"data-from="\#(scene.path)/members""#))
            let text = "@dave, (@Haruka) and @carol: mail bob@dave.example"
            #expect(try await bob.post("\(thread)/messages", ["text": text]).status == .seeOther)
            let followers = try await bob.get("\(thread)/members").text
            for name in ["alice", "bob", "dave", "haruka"] { #expect(followers.contains("@\(name)<")) }
            #expect(!followers.contains("@carol<"))
            let dave = try await site.browser(signedInAs: "dave")
            #expect(try await dave.get("/conversations").text.contains(thread))
            #expect(try await dave.get("/mentions").text.contains(thread))
        }
    }

    @Test func `those who have the group open are told of each reply`() async throws {
        try await withSite(.embedded) { site in
            let scene = try await Scene(site)
            let (bob, alice) = (try await site.browser(signedInAs: "bob"), try await site.browser(signedInAs: "alice"))
            let thread = try await scene.open(as: bob)
            _ = try await alice.get(scene.path)
            let stream = try site.stream(alice, "\(scene.group)")
            try await stream.wait { !$0.events("ready").isEmpty }
            #expect(try await bob.post("\(thread)/messages", ["text": "On the shelf"]).status == .seeOther)
            try await stream.wait { !$0.events("changed").isEmpty }
            #expect(stream.events("changed")[0].html.contains(RepliesWording.count(1).english))
            stream.close()
        }
    }

    @Test(arguments: [true, false])
    func `a thread shows the message and the group as they are`(isEmbedded: Bool) async throws {
        try await withSite(isEmbedded ? .embedded : .remote) { site in
            let scene = try await Scene(site)
            let (bob, alice) = (try await site.browser(signedInAs: "bob"), try await site.browser(signedInAs: "alice"))
            let haruka = try await site.browser(signedInAs: "haruka")
            let thread = try await scene.open(as: bob)
            #expect(try await bob.get(thread).text.contains("Where is the pot?"))
            let edit = "\(scene.path)/messages/\(scene.message.id)/edit"
            #expect(try await alice.post(edit, ["text": "Where is the cup?"]).status == .seeOther)
            #expect(
                try await haruka.post("\(scene.path)/group", ["name": "Cake", "shown-name": "<Tea>"]).status
                    == .seeOther)
            guard isEmbedded else { return }
            let page = try await bob.get(thread).text
            #expect(page.contains("Where is the cup?") && page.contains("Cake") && !page.contains("pot?"))
            let delete = "\(scene.path)/messages/\(scene.message.id)/delete"
            #expect(try await alice.post(delete, [:]).status == .seeOther)
            let rest = try await bob.get(thread).text
            #expect(!rest.contains("cup?") && rest.contains(RepliesWording.title(nil).english))
        }
    }
}
