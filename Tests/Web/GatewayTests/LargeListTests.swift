import Chat
import HTTP
import RepositoryBehaviour
import Testing

@testable import Gateway

private let kilobyte = 1_000

/// Pages of an installation with more people than a page shows.
@Suite struct LargeListTests {
    /// Registers people whose names begin with `name`.
    private func people(_ count: Int, named name: String, _ site: SiteUnderTest) async throws -> [User] {
        var people: [User] = []
        for number in 0..<count {
            people.append(
                try await site.elsewhere.users.register(
                    NewUser(
                        alias: try #require(Alias("\(name.lowercased())\(number)")),
                        name: try #require(DisplayName("\(name) \(number)")), avatarURL: nil)))
        }
        return people
    }

    /// The form for a new conversation with these people.
    private func form(_ people: some Sequence<User>, _ others: KeyValuePairs<String, String>) -> Form {
        Form(
            others.map { Form.Field(name: $0.key, value: $0.value) }
                + people.map { Form.Field(name: "people", value: $0.id.description) })
    }

    private func rows(_ answer: Answer) -> Int { answer.text.matches(of: /class="(?:choice )?person"/).count }

    @Test(arguments: [BackendUnderTest.embedded, .remote])
    func `whoever one looks for among many is found, on a page of bounded size`(backend: BackendUnderTest) async throws
    {
        try await withSite(backend) { site in
            let crowd = try await people(300, named: "Crowd", site)
            let alice = try await site.browser(signedInAs: "alice")
            let page = try await alice.get("/conversations/new")
            #expect(rows(page) == PeopleLimits.shown)
            #expect(page.text.utf8.count < 32 * kilobyte)
            #expect(page.text.contains("Search by name for other people."))
            let found = try await alice.get("/conversations/new?q=crowd299")
            #expect(rows(found) == 1)
            #expect(found.text.contains(crowd[299].id.description))
            #expect(try await alice.get("/conversations/new?q=nobody+at+all").text.contains("Nobody of that name."))
            // Too long a query is cut, and no error.
            #expect(try await alice.get("/conversations/new?q=\(String(repeating: "x", count: 200))").status == .ok)
        }
    }

    @Test func `without scripts one chooses people from several searches, and loses nothing meanwhile`() async throws {
        try await withSite(.embedded) { site in
            let crowd = try await people(100, named: "Crowd", site)
            let alice = try await site.browser(signedInAs: "alice")
            let key = "0123456789abcdef0123456789abcdef"
            let chosen = [crowd[7], crowd[93]]
            let page = try await alice.post(
                "/conversations",
                form(chosen, ["group": "on", "name": "Choir", "key": key, "q": "crowd5", "find": "1"])
            )
            #expect(page.status == .ok)
            for user in chosen {
                #expect(page.text.contains(#"value="\#(user.id)" checked"#))
            }
            #expect(page.text.contains(#"value="Choir""#) && page.text.contains(#"value="\#(key)""#))
            #expect(page.text.contains(#"name="group" value="on" checked"#) && page.text.contains(#"value="crowd5""#))
            #expect(page.text.contains(crowd[50].id.description) && !page.text.contains(crowd[49].id.description))
            #expect(try await site.repositories.conversations.conversations(of: crowd[7].id).isEmpty)
        }
    }

    @Test func `a group begins with 499 others, and more are refused with what was chosen`() async throws {
        try await withSite(.embedded) { site in
            let crowd = try await people(500, named: "Crowd", site)
            let alice = try await site.browser(signedInAs: "alice")
            func form(_ count: Int) -> Form { self.form(crowd.prefix(count), ["name": "Everyone"]) }
            let refused = try await alice.post("/conversations", form(500))
            #expect(refused.status == .unprocessableContent)
            #expect(refused.text.contains("A group begins with at most 500 people"))
            #expect(refused.text.matches(of: #/ checked/#).count == 500)
            for count in [199, 499] {
                let begun = try await alice.post("/conversations", form(count))
                #expect(begun.status == .seeOther)
                let path = try #require(begun.headers[.location]?.split(separator: "#").first)
                #expect(try await alice.get(String(path)).text.contains("\(count + 1) members"))
            }
        }
    }

    @Test func `members are shown a page at a time, and found by name`() async throws {
        try await withSite(.embedded) { site in
            let crowd = try await people(140, named: "Crowd", site)
            let alice = try #require(UserID("550e8400-e29b-41d4-a716-446655440001"))
            let new = try #require(
                NewConversation(.group(name: DisplayName("Room")!), participants: [alice] + crowd.prefix(99).map(\.id)))
            let room = try await site.repositories.conversations.create(new, as: alice)
            _ = try await site.repositories.conversations.add(alice, as: .admin, to: room.id, by: alice)
            let browser = try await site.browser(signedInAs: "alice")
            let (seen, pages) = try await walk("/conversations/\(room.id)/members", browser) { page in
                #expect(page.text.utf8.count < 32 * kilobyte)
                return page.text.matches(of: /data-alias="([^"]*)"/).map { String($0.output.1) }
            }
            #expect(seen.count == 100 && Set(seen).count == 100 && pages == 5)
            let found = try await browser.get("/conversations/\(room.id)/members?q=crowd98")
            #expect(found.text.matches(of: /data-alias/).count == 1)
            // Who is no member can be added.
            let other = try await browser.get("/conversations/\(room.id)/members?q=crowd139")
            #expect(other.text.matches(of: /data-alias/).isEmpty)
            #expect(other.text.contains(#"name="user" value="\#(crowd[139].id)""#))
            for wrong in ["0", "-1", "501", "x"] {
                #expect(try await browser.get("/conversations/\(room.id)/members?page=\(wrong)").status == .notFound)
            }
        }
    }

    @Test func `a message with many reactions names a few of the people, and counts all`() async throws {
        try await withSite(.embedded) { site in
            let crowd = try await people(120, named: "Crowd", site)
            let alice = try #require(UserID("550e8400-e29b-41d4-a716-446655440001"))
            let new = try #require(
                NewConversation(.group(name: DisplayName("Room")!), participants: [alice] + crowd.map(\.id)))
            let room = try await site.repositories.conversations.create(new, as: alice)
            let message = try await site.repositories.messages.send(
                NewMessage(conversation: room.id, sender: alice, text: try MessageText("hello")))
            let (browser, emoji) = (try await site.browser(signedInAs: "alice"), try #require(Emoji("🍵")))
            func react(_ people: some Sequence<User>) async throws {
                for user in people {
                    _ = try await site.repositories.reactions.add(emoji, to: message.id, in: room.id, as: user.id)
                }
            }
            try await react(crowd.prefix(ReactionCount.maximumNames))
            let few = try await browser.get("/conversations/\(room.id)").text
            #expect(few.contains("Crowd 19\""))
            try await react(crowd.dropFirst(ReactionCount.maximumNames))
            let many = try await browser.get("/conversations/\(room.id)").text
            #expect(many.contains("🍵 120<") && many.contains("Crowd 19, …"))
            #expect(many.utf8.count < few.utf8.count + 100)
        }
    }

    @Test func `the page of a large group has no list of its people, and says where they are asked for`() async throws {
        try await withSite(.embedded) { site in
            let crowd = try await people(400, named: "Crowd", site)
            let alice = try #require(UserID("550e8400-e29b-41d4-a716-446655440001"))
            let browser = try await site.browser(signedInAs: "alice")
            func page(_ count: Int) async throws -> (thread: Answer, list: Answer) {
                let new = try #require(
                    NewConversation(
                        .group(name: DisplayName("Room")!), participants: [alice] + crowd.prefix(count).map(\.id)))
                let room = try await site.repositories.conversations.create(new, as: alice)
                return (try await browser.get("/conversations/\(room.id)"), try await browser.get("/conversations"))
            }
            let small = try await page(ThreadTemplates.maximumParticipants - 1)
            #expect(small.thread.text.matches(of: /data-alias/).count == ThreadTemplates.maximumParticipants - 1)
            let large = try await page(400)
            #expect(large.thread.text.matches(of: /data-alias/).isEmpty)
            #expect(large.thread.text.utf8.count < small.thread.text.utf8.count)
            let source = try #require(large.thread.match(#"id="participants" data-from="([^"]*)""#))
            let found = try await browser.get("\(source)?q=crowd399").text
            #expect(found.matches(of: /data-alias="crowd399"/).count == 1)
            // Nor does the row of the list name everybody.
            #expect(large.list.text.utf8.count < small.list.text.utf8.count + 2 * kilobyte)
        }
    }

    @Test func `bookmarks are shown a page at a time`() async throws {
        try await withSite(.embedded) { site in
            let (alice, path) = (try #require(UserID("550e8400-e29b-41d4-a716-446655440001")), "/bookmarks")
            let room = try #require(ConversationID("550e8400-e29b-41d4-a716-446655450001"))
            var kept: [MessageID] = []
            for number in 0..<(2 * BookmarksFeature.pageSize + 1) {
                let message = try await site.repositories.messages.send(
                    NewMessage(conversation: room, sender: alice, text: try MessageText("kept \(number)")))
                _ = try await site.repositories.bookmarks.add(bookmark: message.id, by: alice)
                kept.append(message.id)
            }
            let browser = try await site.browser(signedInAs: "alice")
            let (seen, pages) = try await walk(path, browser) { page in
                page.text.matches(of: /messages\/([0-9a-f-]{36})\/bookmark/).map { String($0.output.1) }
            }
            #expect(seen.prefix(kept.count) == kept.reversed().map(\.description)[...])
            #expect(pages == 1 + seen.count / BookmarksFeature.pageSize)
            // After a bookmark that is gone, the list begins anew.
            #expect(try await browser.get("/bookmarks?after=\(MessageID.random())").text.contains("kept 40"))
        }
    }

    @Test func `bookmarks over REST cost one read of the messages around them, not one each`() async throws {
        let asked = Count()
        try await withSite(.remote, counting: asked) { site in
            let alice = try #require(UserID("550e8400-e29b-41d4-a716-446655440001"))
            let room = try #require(ConversationID("550e8400-e29b-41d4-a716-446655450001"))
            for number in 0..<300 {
                let message = try await site.elsewhere.messages.send(
                    NewMessage(conversation: room, sender: alice, text: try MessageText("said \(number)")))
                site.clock.advance(by: .milliseconds(1))
                if (10..<30).contains(number) {
                    _ = try await site.elsewhere.bookmarks.add(bookmark: message.id, by: alice)
                }
            }
            let browser = try await site.browser(signedInAs: "alice")
            let before = asked.value
            let page = try await browser.get("/bookmarks").text
            #expect(page.contains("said 10") && page.contains("said 29"))
            #expect(!page.contains("This message was deleted"))
            // The bookmarks, the conversations, and the messages.
            #expect(asked.value - before <= 4)
        }
    }

    @Test func `conversations are listed a page at a time, each once, and found by name beyond it`() async throws {
        try await withSite(.embedded) { site in
            let alice = try #require(UserID("550e8400-e29b-41d4-a716-446655440001"))
            for number in 0..<(2 * ConversationOverview.pageSize) {
                let name = try #require(DisplayName("Choir \(number)"))
                let new = try #require(NewConversation(.group(name: name), participants: [alice]))
                let room = try await site.repositories.conversations.create(new, as: alice)
                // Some share a moment, and some have no message.
                if number.isMultiple(of: 3) { site.clock.advance(by: .seconds(1)) }
                guard !number.isMultiple(of: 7) else { continue }
                _ = try await site.repositories.messages.send(
                    NewMessage(conversation: room.id, sender: alice, text: try MessageText("hello")))
            }
            let browser = try await site.browser(signedInAs: "alice")
            let (seen, pages) = try await walk("/conversations", browser) { page in
                #expect(page.text.utf8.count < 64 * kilobyte)
                return page.text.matches(of: /class="conversation" href="([^"]*)"/).map { String($0.output.1) }
            }
            #expect(Set(seen).count == seen.count)
            let all = try await site.repositories.conversations.conversations(of: alice)
            #expect(seen.count == all.count { $0.activeParticipant(alice) != nil })
            #expect(pages == 3)
            let found = try await browser.get("/conversations?q=choir+0").text
            #expect(found.contains("Choir 0<") && !found.contains("Choir 99<"))
            #expect(try await browser.get("/conversations?q=nothing+of+it").text.contains("No chat of that name."))
            #expect(try await browser.get("/conversations?after=x").status == .notFound)
        }
    }

    /// Follows the links to the next page, and collects what `items` finds on each.
    private func walk(_ path: String, _ browser: Browser, _ items: (Answer) -> [String]) async throws
        -> (items: [String], pages: Int)
    {
        var (next, all, pages): (String?, [String], Int) = (path, [], 0)
        while let path = next {
            let page = try await browser.get(path)
            #expect(page.status == .ok)
            all += items(page)
            pages += 1
            next = page.match(#"class="older" href="([^"]*)""#)?.replacing("&amp;", with: "&")
        }
        return (all, pages)
    }
}
