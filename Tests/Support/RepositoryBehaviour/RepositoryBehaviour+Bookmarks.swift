import Chat
import Testing

extension RepositoryBehaviour {
    static let bookmarks = [
        RepositoryBehaviour("bookmarks are listed newest first, with the words and both moments", bookmarking),
        RepositoryBehaviour("bookmarking twice is bookmarking once", bookmarkingTwice),
        RepositoryBehaviour("bookmarks are one's own", bookmarksApart),
        RepositoryBehaviour("a bookmark taken away is gone, and can't be taken away again", takingAway),
        RepositoryBehaviour("only those who take part may bookmark", strangersDoNotBookmark),
        RepositoryBehaviour("an unknown message can't be bookmarked", bookmarkingUnknown),
    ]

    private static func bookmarking(_ stage: Stage) async throws {
        let alice = try await stage.person("alice")
        let (here, there) = (try await stage.group(alice), try await stage.group(alice))
        let first = try await stage.say("ここ 📌", as: alice, in: here)
        let second = try await stage.say("there", as: alice, in: there)
        // The message said last is bookmarked first.
        var expected: [BookmarkedMessage] = []
        for (message, text) in [(second, "there"), (first, "ここ 📌")] {
            stage.clock.advance(by: .seconds(10))
            let bookmark = try await stage.repositories.bookmarks.add(bookmark: message.id, by: alice.id)
            #expect(bookmark.message == message.id)
            #expect(bookmark.user == alice.id)
            #expect(bookmark.createdAt == stage.clock.now)
            expected.insert(
                BookmarkedMessage(
                    message: message.id, conversation: message.conversation, text: text,
                    createdAt: stage.clock.now, messageCreatedAt: message.createdAt), at: 0)
        }
        #expect(try await stage.repositories.bookmarks.bookmarks(of: alice.id) == expected)
    }

    private static func bookmarkingTwice(_ stage: Stage) async throws {
        let alice = try await stage.person("alice")
        let group = try await stage.group(alice)
        let message = try await stage.say("remember", as: alice, in: group)
        let first = try await stage.repositories.bookmarks.add(bookmark: message.id, by: alice.id)
        stage.clock.advance(by: .seconds(10))
        #expect(try await stage.repositories.bookmarks.add(bookmark: message.id, by: alice.id) == first)
        #expect(try await stage.repositories.bookmarks.bookmarks(of: alice.id).map(\.createdAt) == [first.createdAt])
    }

    private static func bookmarksApart(_ stage: Stage) async throws {
        let (alice, bob) = (try await stage.person("alice"), try await stage.person("bob"))
        let group = try await stage.group(alice, bob)
        let message = try await stage.say("remember", as: alice, in: group)
        let bookmarks = stage.repositories.bookmarks
        _ = try await bookmarks.add(bookmark: message.id, by: alice.id)
        #expect(try await bookmarks.bookmarks(of: bob.id) == [])
        await expect(.notFound) { try await bookmarks.remove(bookmark: message.id, by: bob.id) }
        _ = try await bookmarks.add(bookmark: message.id, by: bob.id)
        try await bookmarks.remove(bookmark: message.id, by: bob.id)
        #expect(try await bookmarks.bookmarks(of: alice.id).map(\.message) == [message.id])
    }

    private static func takingAway(_ stage: Stage) async throws {
        let alice = try await stage.person("alice")
        let group = try await stage.group(alice)
        let first = try await stage.say("remember", as: alice, in: group)
        let second = try await stage.say("this too", as: alice, in: group)
        let bookmarks = stage.repositories.bookmarks
        for message in [first, second] { _ = try await bookmarks.add(bookmark: message.id, by: alice.id) }
        try await bookmarks.remove(bookmark: first.id, by: alice.id)
        #expect(try await bookmarks.bookmarks(of: alice.id).map(\.message) == [second.id])
        await expect(.notFound) { try await bookmarks.remove(bookmark: first.id, by: alice.id) }
    }

    private static func strangersDoNotBookmark(_ stage: Stage) async throws {
        let (alice, bob) = (try await stage.person("alice"), try await stage.person("bob"))
        let carol = try await stage.person("carol")
        let group = try await stage.group(alice, bob)
        let message = try await stage.say("remember", as: alice, in: group)
        let bookmarks = stage.repositories.bookmarks
        _ = try await stage.repositories.conversations.remove(bob.id, from: group.id, by: bob.id)
        for outsider in [bob.id, carol.id, stage.unknownUser] {
            await expect(stage.refusal(of: outsider)) { try await bookmarks.add(bookmark: message.id, by: outsider) }
            await expect(stage.refusal(of: outsider)) { try await bookmarks.remove(bookmark: message.id, by: outsider) }
        }
        #expect(try await bookmarks.bookmarks(of: carol.id) == [])
    }

    private static func bookmarkingUnknown(_ stage: Stage) async throws {
        let alice = try await stage.person("alice")
        let bookmarks = stage.repositories.bookmarks
        await expect(.notFound) { try await bookmarks.add(bookmark: stage.unknownMessage, by: alice.id) }
        await expect(.notFound) { try await bookmarks.remove(bookmark: stage.unknownMessage, by: alice.id) }
    }
}
