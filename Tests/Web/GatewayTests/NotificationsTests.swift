import Accounts
import Chat
import Foundation
import HTML
import HTTP
import RepositoryBehaviour
import RichText
import Testing

@testable import Gateway

private let veranda = "550e8400-e29b-41d4-a716-446655450001"
private let aliceAndBob = "550e8400-e29b-41d4-a716-446655450006"
private let page = "/profile/notifications"

/// The settings of notifications, and what the pages and the stream do with them.
@Suite struct NotificationsTests {
    @Test(arguments: ["en", "ja"])
    func `the form keeps what was chosen, for all devices`(language: String) async throws {
        try await withSite(.embedded) { site in
            let alice = try await site.browser(signedInAs: "alice", language: language)
            #expect(try await alice.get("/profile").text.contains(#"href="\#(page)""#))
            let before = try await alice.get(page).text
            #expect(before.contains(language == "ja" ? "ダイレクトメッセージ" : "Direct messages"))
            #expect(before.contains(language == "ja" ? "すべての未読メッセージを数えます" : "count all unread messages"))
            #expect(before.checked == ["directs", "mentions", "excerpt"])
            let saved = try await alice.post(page, ["others": "1", "content": "nothing", "sound": "1"])
            #expect(saved.headers[.location] == page + "?saved")
            #expect(try await alice.get(page + "?saved").text.contains(language == "ja" ? "保存しました。" : "Saved."))
            let after = try await (try await site.browser(signedInAs: "alice", language: language)).get(page).text
            #expect(after.checked == ["others", "nothing", "sound"])
            let same = language == "ja" ? "タブの題名の数とアイコンの印も、同じ" : "The number in the tab&#39;s title"
            #expect(before.contains("unsaved") && before.contains(#"class="muted" hidden>"# + same))
            #expect(!after.contains("unsaved") && after.contains(#"class="muted">"# + same))
            // Nobody else's.
            #expect(try await site.browser(signedInAs: "bob").get(page).text.checked.contains("directs"))
        }
    }

    @Test func `a form of no page, and one of another site, change nothing`() async throws {
        try await withSite(.embedded) { site in
            let alice = try await site.browser(signedInAs: "alice")
            #expect(try await alice.post(page, ["directs": "1", "content": "everything"]).status == .badRequest)
            #expect(try await alice.post(page, ["directs": "1"]).status == .badRequest)
            let evil = try await alice.post(page, ["content": "nothing"], origin: "http://evil.test")
            #expect(evil.status == .forbidden)
            #expect(try await site.accounts.notifications(of: .alice) == nil)
            #expect(try await site.browser().post(page, ["content": "nothing"]).status == .unauthorized)
        }
    }

    @Test func `the page says for each state of the browser what to do, in both languages`() async throws {
        try await withSite(.embedded) { site in
            let english = try await site.browser(signedInAs: "alice").get(page).text
            let japanese = try await site.browser(signedInAs: "alice", language: "ja").get(page).text
            for state in ["default", "granted", "denied", "insecure", "unsupported"] {
                #expect(english.contains(#"data-permission="\#(state)" hidden"#))
                #expect(japanese.contains(#"data-permission="\#(state)" hidden"#))
            }
            #expect(english.contains("engawa certificate") && japanese.contains("engawa certificate"))
            #expect(english.contains("/permission.js"))
        }
    }

    @Test func `the title and the icon count what was chosen, and the list everything`() async throws {
        try await withSite(.embedded) { site in
            let (alice, bob) = (try await site.browser(signedInAs: "alice"), try await site.browser(signedInAs: "bob"))
            func count() async throws -> Int {
                let page = try await alice.get("/conversations")
                let count = page.match(#"<title>\((\d+)\)"#).flatMap { Int($0) } ?? 0
                #expect(page.text.contains("icon-unread.svg") == (count > 0))
                return count
            }
            func say(_ text: String, in conversation: String) async throws {
                _ = try await bob.post("/conversations/\(conversation)/messages", ["text": text])
            }
            let start = try await count()
            try await say("nobody in particular", in: veranda)
            try await say("and you, @Alice?", in: veranda)
            try await say("not alice@example.test", in: veranda)
            try await say("only to you", in: aliceAndBob)
            #expect(try await count() == start + 4)
            // The pages of before are kept, and not shown for another choice.
            _ = try await alice.post(page, ["mentions": "1", "content": "excerpt"])
            #expect(try await count() == 1)
            _ = try await alice.post(page, ["directs": "1", "content": "excerpt"])
            let directs = try await count()
            _ = try await alice.post(page, ["others": "1", "content": "excerpt"])
            let others = try await count()
            #expect(directs >= 1 && others >= 2 && directs + others + 1 == start + 4)
            _ = try await alice.post(page, ["content": "excerpt"])
            #expect(try await count() == 0)
            let list = try await alice.get("/conversations").text
            #expect(list.contains(#"class="badge" data-mentions="1""#))
        }
    }

    @Test(arguments: [true, false])
    func `an event has what a notification says, for each of its readers`(isEmbedded: Bool) async throws {
        try await withSite(isEmbedded ? .embedded : .remote) { site in
            let (alice, bob) = (try await site.browser(signedInAs: "alice"), try await site.browser(signedInAs: "bob"))
            let haruka = try await site.browser(signedInAs: "haruka")
            let streams = try [site.watch(alice, veranda), site.watch(haruka, veranda)]
            for stream in streams { try await stream.wait { !$0.events("ready").isEmpty } }
            _ = try await bob.post("/conversations/\(veranda)/messages", ["text": "@alice: look", "key": "k1"])
            for stream in streams { try await stream.wait { !$0.events("posted").isEmpty } }
            let events = streams.map { $0.events("posted")[0].data }
            #expect(events.map { $0["isMention"] as? Bool } == [true, false])
            #expect(events.map { $0["sender"] as? String } == ["Bob", "Bob"])
            #expect(events.allSatisfy { ($0["group"] as? String)?.isEmpty == false })
            #expect(events.map { $0["excerpt"] as? String } == ["Bob: @Alice: look", "Bob: @Alice: look"])
            streams[1].close()
            _ = try await bob.post("/conversations/\(aliceAndBob)/messages", ["text": "hm", "key": "k2"])
            try await streams[0].wait { $0.events("posted").count == 2 }
            let direct = streams[0].events("posted")[1].data
            #expect(direct["group"] is NSNull || direct["group"] == nil)
            #expect(direct["sender"] as? String == "Bob")
            streams[0].close()
        }
    }

    @Test(arguments: [
        "@bob", "hi @BOB!", "(@bob)", "@bobby", "x@bob", "@@bob", "@bob.smith", "@bob.smithers", "@bob-", "@bob@alice",
        "@ bob", "やあ@bobさん", "@alice and\n@bob",
    ])
    func `what calls as a mention is what is shown as one`(text: String) {
        let moment = Timestamp(milliseconds: 0)
        let people = ["bob", "bob.smith", "alice"].map { alias in
            User(id: .random(), alias: alias, name: alias, avatarURL: nil, createdAt: moment)
        }
        let id = ConversationID.random()
        let conversation = Conversation(
            id: id, kind: .group, name: nil, createdAt: moment,
            participants: people.map {
                Participant(
                    id: .random(), conversation: id, user: $0, role: .member, joinedAt: moment, leftAt: nil)
            })
        let mentions = RichText.Mentions(
            names: Dictionary(people.map { ($0.alias, $0.alias) }) { first, _ in first }, own: "bob")
        let html = String(decoding: RichText(text, mentions: mentions).bytes, as: UTF8.self)
        #expect(conversation.mentions(people[0].id, in: text) == html.contains("mention own"))
    }

    @Test func `a stream tells the settings at once, and each change of them`() async throws {
        try await withSite(.embedded) { site in
            let alice = try await site.browser(signedInAs: "alice")
            let stream = try site.watch(alice)
            try await stream.wait { !$0.events("notifications").isEmpty }
            let first = stream.events("notifications")[0].data
            #expect(first["isChosen"] as? Bool == false && first["directs"] as? Bool == true)
            #expect(first["others"] as? Bool == false && first["content"] as? String == "excerpt")
            let phone = try await site.browser(signedInAs: "alice")
            _ = try await phone.post(page, ["others": "1", "content": "sender", "sound": "1"])
            try await stream.wait { $0.events("notifications").count == 2 }
            let second = stream.events("notifications")[1].data
            #expect(second["isChosen"] as? Bool == true && second["directs"] as? Bool == false)
            #expect(second["content"] as? String == "sender" && second["sound"] as? Bool == true)
            stream.close()
        }
    }

    @Test func `the settings are a part of one's data`() async throws {
        try await withSite(.embedded) { site in
            let alice = try await site.browser(signedInAs: "alice")
            #expect(!(try await alice.post("/profile/data", ["download": "1"]).text.contains(#""notifications":"#)))
            _ = try await alice.post(page, ["others": "1", "content": "nothing"])
            let data = try await alice.post("/profile/data", ["download": "1"]).text
            #expect(data.contains(#""notifications":{"content":"nothing","directs":false"#))
        }
    }

    @Test func `it is remembered of a bounded number of sessions that their service was asked`() {
        let memory = SessionMemory()
        for number in 0..<SessionMemory.maximum { #expect(memory.insert("\(number)")) }
        #expect(SessionMemory.maximum == 10_000)
        #expect(memory.insert("one more") && !memory.insert("one more"))
        #expect(memory.insert("0"))
    }

    @Test func `a moved read mark says how many of the unread mention the reader`() async throws {
        try await withSite(.embedded) { site in
            let (alice, bob) = (try await site.browser(signedInAs: "alice"), try await site.browser(signedInAs: "bob"))
            let stream = try site.watch(alice)
            try await stream.wait { !$0.events("ready").isEmpty }
            for text in ["one", "@alice two", "three"] {
                _ = try await bob.post("/conversations/\(veranda)/messages", ["text": text, "key": "\(text)"])
            }
            try await stream.wait { $0.events("posted").count == 3 }
            let ids = stream.events("posted").compactMap { $0.data["message"] as? String }
            _ = try await alice.post("/conversations/\(veranda)/read", ["message": ids[0]])
            try await stream.wait { !$0.events("read").isEmpty }
            let read = stream.events("read")[0].data
            #expect(read["count"] as? Int == 2 && read["mentions"] as? Int == 1)
            stream.close()
        }
    }
}

extension String {
    /// The names of the boxes, and the values of the choices, that are checked.
    fileprivate var checked: Set<String> {
        let inputs = components(separatedBy: "<input").dropFirst().map { String($0.prefix { $0 != ">" }) }
        let checked = inputs.filter { $0.contains(" checked") }
        return Set(
            checked.compactMap { input in
                input.value(of: input.contains("radio") ? "value" : "name")
            })
    }

    /// The value of an attribute in a tag.
    private func value(of attribute: String) -> String? {
        let parts = components(separatedBy: " \(attribute)=\"")
        return parts.count > 1 ? String(parts[1].prefix { $0 != "\"" }) : nil
    }
}
