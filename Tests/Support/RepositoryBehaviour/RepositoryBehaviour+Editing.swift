import Chat
import Testing

extension RepositoryBehaviour {
    static let editing = [
        RepositoryBehaviour("an edited message has its new text wherever it is read, and says when", editedIsNew),
        RepositoryBehaviour("a message is found by its new text, and by none that it had before", foundByNewText),
        RepositoryBehaviour("earlier texts are kept in their order, for those who take part", earlierTexts),
        RepositoryBehaviour("only the sender edits, as long as they take part", whoMayEdit),
        RepositoryBehaviour("the same text changes nothing, and none is refused", sameText),
        RepositoryBehaviour("a deleted message is not edited, and has no earlier texts", editingDeleted),
        RepositoryBehaviour("a message is edited so often and no more", mostVersions),
        RepositoryBehaviour("of edits at the same time each is kept", editsAtOnce),
    ]

    private static func edit(
        _ message: Message, to text: String, as user: User, on stage: Stage
    ) async throws -> Message {
        stage.clock.advance(by: .seconds(1))
        return try await stage.repositories.editing.edit(
            message.id, in: message.conversation, to: try MessageText(text), as: user.id)
    }

    private static func versions(of message: Message, as user: User, on stage: Stage) async throws -> [String] {
        try await stage.repositories.editing.versions(of: message.id, in: message.conversation, as: user.id).map(\.text)
    }

    private static func editedIsNew(_ stage: Stage) async throws {
        let (alice, bob) = (try await stage.person("alice"), try await stage.person("bob"))
        let group = try await stage.group(alice, bob)
        let first = try await stage.say("tea?", as: alice, in: group)
        let sent = try await stage.say("green te", as: bob, in: group, answering: first)
        #expect(sent.editedAt == nil)
        let reaction = try await stage.repositories.reactions.add(
            Emoji("👍")!, to: sent.id, in: group.id, as: alice.id)
        _ = try await stage.repositories.bookmarks.add(bookmark: sent.id, by: alice.id)
        #expect(try await stage.repositories.bookmarks.bookmarks(of: alice.id).map(\.text) == ["green te"])
        let edited = try await edit(sent, to: "green tea", as: bob, on: stage)
        #expect(edited.text == "green tea")
        #expect(edited.editedAt.map { $0 > sent.createdAt } == true)
        #expect(edited.createdAt == sent.createdAt)
        #expect(edited.replyTo == first.id)
        let messages = stage.repositories.messages
        for reader in [alice, bob] {
            let read = try await stage.messages(in: group, as: reader)
            #expect(read.map(\.text) == ["green tea", "tea?"])
            #expect(read.map(\.editedAt) == [edited.editedAt, nil])
            #expect(read[0].reactions == [reaction])
            #expect(try await messages.newest(inEach: [group.id], as: reader.id)[group.id]?.text == "green tea")
            #expect(
                try await messages.message(sent.id, in: group.id, as: reader.id, sentAt: sent.createdAt).editedAt
                    == edited.editedAt)
        }
        #expect(try await stage.repositories.bookmarks.bookmarks(of: alice.id).map(\.text) == ["green tea"])
        let again = try await edit(edited, to: "black tea", as: bob, on: stage)
        #expect(again.editedAt.map { $0 > edited.editedAt! } == true)
        #expect(try await stage.messages(in: group, as: alice).map(\.text) == ["black tea", "tea?"])
    }

    private static func foundByNewText(_ stage: Stage) async throws {
        let alice = try await stage.person("alice")
        let group = try await stage.group(alice)
        let sent = try await stage.say("before", as: alice, in: group)
        // More than a block of what a search reads, so that what was written of the first has to change.
        for number in 0..<70 { try await stage.say("\(number)", as: alice, in: group) }
        _ = try await edit(sent, to: "afterwards", as: alice, on: stage)
        func found(_ words: String) async throws -> [MessageID] {
            let query = try #require(SearchQuery(words))
            return try await stage.repositories.search.search(query, as: alice.id, limit: 5).hits.map(\.id)
        }
        #expect(try await found("afterwards") == [sent.id])
        #expect(try await found("before") == [])
    }

    private static func earlierTexts(_ stage: Stage) async throws {
        let (alice, bob) = (try await stage.person("alice"), try await stage.person("bob"))
        let (carol, group) = (try await stage.person("carol"), try await stage.group(alice, bob))
        let sent = try await stage.say("1", as: alice, in: group)
        #expect(try await versions(of: sent, as: bob, on: stage) == [])
        let second = try await edit(sent, to: "2", as: alice, on: stage)
        // A clock that was set back changes no order.
        stage.clock.advance(by: .seconds(-60))
        let third = try await edit(sent, to: "3", as: alice, on: stage)
        let kept = try await stage.repositories.editing.versions(of: sent.id, in: group.id, as: bob.id)
        #expect(kept.map(\.text) == ["1", "2"])
        #expect(kept.map(\.writtenAt) == [sent.createdAt, second.editedAt])
        #expect(third.editedAt.map { $0 > second.editedAt! } == true)
        await expect(.notParticipant) { try await versions(of: sent, as: carol, on: stage) }
        _ = try await stage.repositories.conversations.remove(bob.id, from: group.id, by: bob.id)
        await expect(.notParticipant) { try await versions(of: sent, as: bob, on: stage) }
        await expect(.notFound) {
            try await stage.repositories.editing.versions(of: stage.unknownMessage, in: group.id, as: alice.id)
        }
    }

    private static func whoMayEdit(_ stage: Stage) async throws {
        let (alice, bob) = (try await stage.person("alice"), try await stage.person("bob"))
        let (carol, group) = (try await stage.person("carol"), try await stage.group(alice, bob))
        let sent = try await stage.say("bob's", as: bob, in: group)
        _ = try await stage.repositories.conversations.add(alice.id, as: .admin, to: group.id, by: alice.id)
        await expect(.forbidden) { try await edit(sent, to: "an admin's", as: alice, on: stage) }
        await expect(.notParticipant) { try await edit(sent, to: "a stranger's", as: carol, on: stage) }
        _ = try await stage.repositories.conversations.remove(bob.id, from: group.id, by: bob.id)
        await expect(.notParticipant) { try await edit(sent, to: "later", as: bob, on: stage) }
        #expect(try await stage.messages(in: group, as: alice).contains { $0.text == "bob's" && $0.editedAt == nil })
        #expect(try await versions(of: sent, as: alice, on: stage) == [])
    }

    private static func sameText(_ stage: Stage) async throws {
        let alice = try await stage.person("alice")
        let group = try await stage.group(alice)
        let sent = try await stage.say("\u{e9}", as: alice, in: group)
        #expect(try await edit(sent, to: "\u{e9}", as: alice, on: stage).editedAt == nil)
        await expect(.invalid("")) {
            try await stage.repositories.editing.edit(sent.id, in: group.id, to: .none, as: alice.id)
        }
        #expect(try await versions(of: sent, as: alice, on: stage) == [])
        // It looks the same, and is another text.
        #expect(try await edit(sent, to: "e\u{301}", as: alice, on: stage).editedAt != nil)
        #expect(try await versions(of: sent, as: alice, on: stage) == ["\u{e9}"])
    }

    private static func editingDeleted(_ stage: Stage) async throws {
        let alice = try await stage.person("alice")
        let group = try await stage.group(alice)
        let sent = try await stage.say("a secret", as: alice, in: group)
        _ = try await edit(sent, to: "nothing", as: alice, on: stage)
        try await stage.repositories.messages.delete(sent.id, in: group.id, as: alice.id)
        await expect(.notFound) { try await edit(sent, to: "again", as: alice, on: stage) }
        await expect(.notFound) { try await versions(of: sent, as: alice, on: stage) }
        #expect(try await stage.messages(in: group, as: alice) == [])
        await expect(.notFound) {
            try await stage.repositories.editing.edit(
                stage.unknownMessage, in: group.id, to: try MessageText("no"), as: alice.id)
        }
    }

    private static func mostVersions(_ stage: Stage) async throws {
        let alice = try await stage.person("alice")
        let group = try await stage.group(alice)
        let sent = try await stage.say("0", as: alice, in: group)
        for number in 1...MessageLimits.maximumVersions {
            _ = try await edit(sent, to: "\(number)", as: alice, on: stage)
        }
        await expect(.limitReached(.versions)) { try await edit(sent, to: "one more", as: alice, on: stage) }
        let last = "\(MessageLimits.maximumVersions)"
        #expect(try await stage.messages(in: group, as: alice).map(\.text) == [last])
        #expect(try await edit(sent, to: last, as: alice, on: stage).text == last)
        #expect(
            try await versions(of: sent, as: alice, on: stage) == (0..<MessageLimits.maximumVersions).map { "\($0)" })
    }

    private static func editsAtOnce(_ stage: Stage) async throws {
        let alice = try await stage.person("alice")
        let group = try await stage.group(alice)
        let sent = try await stage.say("0", as: alice, in: group)
        let texts = (1...8).map { "\($0)" }
        await withTaskGroup(of: Void.self) { tasks in
            for text in texts {
                tasks.addTask { _ = try? await edit(sent, to: text, as: alice, on: stage) }
            }
        }
        let last = try #require(try await stage.messages(in: group, as: alice).first?.text)
        #expect(
            try await (versions(of: sent, as: alice, on: stage) + [last]).sorted() == (["0"] + texts).sorted(),
            "none is lost")
    }
}
