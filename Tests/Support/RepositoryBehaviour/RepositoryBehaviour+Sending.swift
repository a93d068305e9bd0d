import Chat
import Testing

extension RepositoryBehaviour {
    static let sending = [
        RepositoryBehaviour("a sent message appears once to everyone, to the letter", sentMessageAppears),
        RepositoryBehaviour("a message sent twice is two messages", sendingTwice),
        RepositoryBehaviour("only those who take part may send and read", strangersStayOut),
        RepositoryBehaviour("a reply keeps what it answers", replying),
        RepositoryBehaviour("what is answered has to be of the same conversation", replyingElsewhere),
    ]

    private static func sentMessageAppears(_ stage: Stage) async throws {
        let (alice, bob) = (try await stage.person("alice"), try await stage.person("bob"))
        let group = try await stage.group(alice, bob)
        let texts = [
            "Hello", "二行の\nことば\n\n    four spaces", "👩‍👩‍👧‍👦🏳️‍🌈👍🏽 𠮷野家", "<b>&amp;</b> \"q\" 's' \\ / %20 +",
            "が e\u{301} \u{E9} \u{202E}RTL\u{202C} \u{2028} \t.",
        ]
        for text in texts {
            let sent = try await stage.say(text, as: alice, in: group)
            #expect(sent.content == .text(sender: alice.id, text: text))
            #expect(sent.conversation == group.id)
            #expect(sent.createdAt == stage.clock.now)
            #expect(sent.replyTo == nil)
            #expect(sent.reactions == [])
            for reader in [alice, bob] {
                #expect(try await stage.messages(in: group, as: reader).filter { $0.id == sent.id } == [sent])
            }
        }
        let read = try await stage.messages(in: group, as: bob).reversed().compactMap(\.text)
        // Strings are equal where they only look the same, so bytes are compared.
        #expect(read.map { Array($0.utf8) } == texts.map { Array($0.utf8) })
    }

    private static func sendingTwice(_ stage: Stage) async throws {
        let alice = try await stage.person("alice")
        let group = try await stage.group(alice)
        let first = try await stage.say("again", as: alice, in: group)
        let second = try await stage.say("again", as: alice, in: group, after: .zero)
        #expect(first.id != second.id)
        #expect(try await stage.messages(in: group, as: alice) == [second, first])
    }

    private static func strangersStayOut(_ stage: Stage) async throws {
        let (alice, bob) = (try await stage.person("alice"), try await stage.person("bob"))
        let carol = try await stage.person("carol")
        let group = try await stage.group(alice, bob)
        try await stage.say("among us", as: alice, in: group)
        _ = try await stage.repositories.conversations.remove(bob.id, from: group.id, by: bob.id)
        for outsider in [bob.id, carol.id, stage.unknownUser] {
            await expect(stage.refusal(of: outsider)) {
                try await stage.repositories.messages.messages(in: group.id, as: outsider, before: nil, limit: 10)
            }
            await expect(stage.refusal(of: outsider)) {
                try await stage.repositories.messages.send(
                    NewMessage(conversation: group.id, sender: outsider, text: try MessageText("let me in")))
            }
        }
        await expect(.notParticipant) {
            try await stage.repositories.messages.messages(
                in: stage.unknownConversation, as: alice.id, before: nil, limit: 10)
        }
        await expect(.notParticipant) {
            try await stage.repositories.messages.send(
                NewMessage(conversation: stage.unknownConversation, sender: alice.id, text: try MessageText("hello")))
        }
        #expect(try await stage.messages(in: group, as: alice).compactMap(\.text) == ["among us"])
    }

    private static func replying(_ stage: Stage) async throws {
        let (alice, bob) = (try await stage.person("alice"), try await stage.person("bob"))
        let group = try await stage.group(alice, bob)
        let question = try await stage.say("tea?", as: alice, in: group)
        let answer = try await stage.say("please", as: bob, in: group, answering: question)
        #expect(answer.replyTo == question.id)
        #expect(try await stage.messages(in: group, as: alice) == [answer, question])
    }

    private static func replyingElsewhere(_ stage: Stage) async throws {
        let alice = try await stage.person("alice")
        let (here, there) = (try await stage.group(alice), try await stage.group(alice))
        let elsewhere = try await stage.say("over there", as: alice, in: there)
        for answered in [elsewhere.id, stage.unknownMessage] {
            await expect(.invalid("")) {
                try await stage.repositories.messages.send(
                    NewMessage(
                        conversation: here.id, sender: alice.id, text: try MessageText("what?"), replyTo: answered))
            }
        }
        #expect(try await stage.messages(in: here, as: alice) == [])
    }
}
