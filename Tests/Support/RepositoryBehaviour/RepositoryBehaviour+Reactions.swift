import Chat
import Testing

extension RepositoryBehaviour {
    static let reactions = [
        RepositoryBehaviour("a reaction is shown with its message and by itself", reacting),
        RepositoryBehaviour("reacting twice with the same emoji is reacting once", reactingTwice),
        RepositoryBehaviour("reactions are listed newest last", reactionOrder),
        RepositoryBehaviour("each message of a page carries its own reactions", reactionsOfPage),
        RepositoryBehaviour("a reaction taken back is gone", takingBack),
        RepositoryBehaviour("a reaction that is not there can't be taken back", takingBackMissing),
        RepositoryBehaviour("emoji of many parts and odd text are kept to the letter", oddEmoji),
        RepositoryBehaviour("only those who take part may react", strangersDoNotReact),
        RepositoryBehaviour("an unknown message has no reactions and takes none", reactingToUnknown),
    ]

    private static func reacting(_ stage: Stage) async throws {
        let (alice, bob) = (try await stage.person("alice"), try await stage.person("bob"))
        let group = try await stage.group(alice, bob)
        let message = try await stage.say("good news", as: alice, in: group)
        #expect(try await stage.repositories.reactions.reactions(to: message.id, as: alice.id) == [])
        stage.clock.advance(by: .seconds(10))
        let reaction = try await stage.repositories.reactions.add(
            Emoji("🎉")!, to: message.id, in: message.conversation, as: bob.id)
        #expect(reaction.message == message.id)
        #expect(reaction.user == bob.id)
        #expect(reaction.emoji == "🎉")
        #expect(reaction.createdAt == stage.clock.now)
        #expect(try await stage.repositories.reactions.reactions(to: message.id, as: alice.id) == [reaction])
        #expect(try await stage.messages(in: group, as: alice).first?.reactions == [reaction])
    }

    private static func reactingTwice(_ stage: Stage) async throws {
        let (alice, bob) = (try await stage.person("alice"), try await stage.person("bob"))
        let group = try await stage.group(alice, bob)
        let message = try await stage.say("good news", as: alice, in: group)
        let emoji = Emoji("👍")!
        let first = try await stage.repositories.reactions.add(
            emoji, to: message.id, in: message.conversation, as: bob.id)
        stage.clock.advance(by: .seconds(10))
        #expect(
            try await stage.repositories.reactions.add(emoji, to: message.id, in: message.conversation, as: bob.id)
                == first)
        #expect(try await stage.repositories.reactions.reactions(to: message.id, as: alice.id) == [first])
        // Another person's is another reaction, and so is another emoji.
        let second = try await stage.repositories.reactions.add(
            emoji, to: message.id, in: message.conversation, as: alice.id)
        let third = try await stage.repositories.reactions.add(
            Emoji("🎉")!, to: message.id, in: message.conversation, as: bob.id)
        #expect(Set([first.id, second.id, third.id]).count == 3)
        #expect(
            Set(try await stage.repositories.reactions.reactions(to: message.id, as: alice.id)) == [
                first, second, third,
            ])
    }

    private static func reactionOrder(_ stage: Stage) async throws {
        let (alice, bob) = (try await stage.person("alice"), try await stage.person("bob"))
        let group = try await stage.group(alice, bob)
        let message = try await stage.say("good news", as: alice, in: group)
        var added: [Reaction] = []
        for (emoji, person) in [("🍵", bob), ("🎉", alice), ("👍", bob), ("🍡", alice)] {
            stage.clock.advance(by: .seconds(1))
            added.append(
                try await stage.repositories.reactions.add(
                    Emoji(emoji)!, to: message.id, in: message.conversation, as: person.id))
        }
        #expect(try await stage.repositories.reactions.reactions(to: message.id, as: alice.id) == added)
    }

    private static func reactionsOfPage(_ stage: Stage) async throws {
        let (alice, bob) = (try await stage.person("alice"), try await stage.person("bob"))
        let (group, other) = (try await stage.group(alice, bob), try await stage.group(alice, bob))
        var expected: [MessageID: Set<Reaction>] = [:]
        for number in 0..<12 {
            // Three in each millisecond, so that pages end in the middle of one.
            let pause: Duration = number.isMultiple(of: 3) ? .seconds(1) : .zero
            let message = try await stage.say("\(number)", as: alice, in: group, after: pause)
            let elsewhere = try await stage.say("\(number)", as: alice, in: other, after: .zero)
            _ = try await stage.repositories.reactions.add(
                Emoji("🌊")!, to: elsewhere.id, in: elsewhere.conversation, as: bob.id)
            expected[message.id] = []
            for emoji in ["👍", "🎉", "🍵"].prefix(number % 4) {
                let reaction = try await stage.repositories.reactions.add(
                    Emoji(emoji)!, to: message.id, in: message.conversation, as: bob.id)
                expected[message.id]?.insert(reaction)
            }
        }
        for limit in [1, 2, 5, 12] {
            for message in try await stage.messages(in: group, as: alice, limit: limit) {
                #expect(Set(message.reactions) == expected[message.id])
                #expect(message.reactions.count == expected[message.id]?.count)
            }
        }
    }

    private static func takingBack(_ stage: Stage) async throws {
        let (alice, bob) = (try await stage.person("alice"), try await stage.person("bob"))
        let group = try await stage.group(alice, bob)
        let message = try await stage.say("good news", as: alice, in: group)
        let reactions = stage.repositories.reactions
        let kept = try await reactions.add(Emoji("👍")!, to: message.id, in: message.conversation, as: alice.id)
        let added = try await reactions.add(Emoji("👍")!, to: message.id, in: message.conversation, as: bob.id)
        #expect(try await reactions.remove("👍", from: message.id, in: message.conversation, as: bob.id) == added)
        #expect(try await reactions.reactions(to: message.id, as: alice.id) == [kept])
        #expect(try await stage.messages(in: group, as: alice).first?.reactions == [kept])
    }

    private static func takingBackMissing(_ stage: Stage) async throws {
        let (alice, bob) = (try await stage.person("alice"), try await stage.person("bob"))
        let group = try await stage.group(alice, bob)
        let message = try await stage.say("good news", as: alice, in: group)
        let reactions = stage.repositories.reactions
        _ = try await reactions.add(Emoji("👍")!, to: message.id, in: message.conversation, as: alice.id)
        await expect(.notFound) {
            try await reactions.remove("👍", from: message.id, in: message.conversation, as: bob.id)
        }
        await expect(.notFound) {
            try await reactions.remove("🎉", from: message.id, in: message.conversation, as: alice.id)
        }
        #expect(try await reactions.reactions(to: message.id, as: alice.id).count == 1)
    }

    private static func oddEmoji(_ stage: Stage) async throws {
        let alice = try await stage.person("alice")
        let group = try await stage.group(alice)
        let message = try await stage.say("good news", as: alice, in: group)
        let reactions = stage.repositories.reactions
        for text in ["👩‍👩‍👧‍👦", "🏳️‍🌈", "👍🏽", "❤️", "❤", "a/b", "100%", "?x=1&y#z", "+1", "🐦‍⬛"] {
            let added = try await reactions.add(Emoji(text)!, to: message.id, in: message.conversation, as: alice.id)
            #expect(Array(added.emoji.utf8) == Array(text.utf8))
            #expect(try await reactions.reactions(to: message.id, as: alice.id) == [added])
            #expect(try await reactions.remove(text, from: message.id, in: message.conversation, as: alice.id) == added)
        }
    }

    private static func strangersDoNotReact(_ stage: Stage) async throws {
        let (alice, bob) = (try await stage.person("alice"), try await stage.person("bob"))
        let carol = try await stage.person("carol")
        let group = try await stage.group(alice, bob)
        let message = try await stage.say("good news", as: alice, in: group)
        let reactions = stage.repositories.reactions
        let added = try await reactions.add(Emoji("👍")!, to: message.id, in: message.conversation, as: bob.id)
        _ = try await stage.repositories.conversations.remove(bob.id, from: group.id, by: bob.id)
        for outsider in [bob.id, carol.id, stage.unknownUser] {
            await expect(stage.refusal(of: outsider)) {
                try await reactions.add(Emoji("🎉")!, to: message.id, in: message.conversation, as: outsider)
            }
            await expect(stage.refusal(of: outsider)) {
                try await reactions.remove("👍", from: message.id, in: message.conversation, as: outsider)
            }
        }
        #expect(try await reactions.reactions(to: message.id, as: alice.id) == [added])
    }

    private static func reactingToUnknown(_ stage: Stage) async throws {
        let alice = try await stage.person("alice")
        let group = try await stage.group(alice).id
        let reactions = stage.repositories.reactions
        await expect(.notFound) { try await reactions.reactions(to: stage.unknownMessage, as: alice.id) }
        await expect(.notFound) {
            try await reactions.add(Emoji("👍")!, to: stage.unknownMessage, in: group, as: alice.id)
        }
        await expect(.notFound) {
            try await reactions.remove("👍", from: stage.unknownMessage, in: group, as: alice.id)
        }
    }
}
