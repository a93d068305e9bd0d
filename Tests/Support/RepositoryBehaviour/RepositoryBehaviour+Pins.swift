import Chat
import Testing

extension RepositoryBehaviour {
    static let pins = [
        RepositoryBehaviour("what is pinned is there for everybody who takes part, the last pin first", pinned),
        RepositoryBehaviour("pinning and unpinning again changes nothing", pinningAgain),
        RepositoryBehaviour("a deleted message is not pinned, and can't be", pinningDeleted),
        RepositoryBehaviour("only who takes part pins and sees what is pinned", whoMayPin),
        RepositoryBehaviour("so many messages are pinned and no more", mostPins),
        RepositoryBehaviour("of pins at the same time no more are kept than may be", pinsAtOnce),
    ]

    private static func list(_ group: Conversation, as user: User, on stage: Stage) async throws -> [String] {
        try await stage.repositories.pins.pins(in: group.id, as: user.id).map { $0.message.text ?? "" }
    }

    private static func count(_ group: Conversation, as user: User, on stage: Stage) async throws -> Int {
        try await stage.repositories.conversations.conversation(group.id, as: user.id).pinnedCount
    }

    private static func pin(_ message: Message, as user: User, on stage: Stage) async throws {
        stage.clock.advance(by: .seconds(1))
        try await stage.repositories.pins.pin(message.id, in: message.conversation, as: user.id)
    }

    private static func pinned(_ stage: Stage) async throws {
        let (alice, bob) = (try await stage.person("alice"), try await stage.person("bob"))
        let (group, other) = (try await stage.group(alice, bob), try await stage.group(alice, bob))
        #expect(try await count(group, as: alice, on: stage) == 0)
        let first = try await stage.say("first", as: alice, in: group)
        let second = try await stage.say("second", as: bob, in: group)
        let third = try await stage.say("third", as: bob, in: group)
        for (message, user) in [(second, alice), (first, bob), (third, bob)] {
            try await pin(message, as: user, on: stage)
        }
        try await stage.repositories.pins.unpin(second.id, in: group.id, as: bob.id)
        for user in [alice, bob] {
            #expect(try await list(group, as: user, on: stage) == ["third", "first"])
            #expect(try await count(group, as: user, on: stage) == 2)
            let listed = try await stage.repositories.conversations.conversations(of: user.id)
            #expect(listed.first { $0.id == group.id }?.pinnedCount == 2)
            #expect(try await list(other, as: user, on: stage) == [])
            #expect(try await count(other, as: user, on: stage) == 0)
        }
        let pins = try await stage.repositories.pins.pins(in: group.id, as: alice.id)
        #expect(pins[0].message == third)
        #expect(pins[0].pinnedAt > pins[1].pinnedAt)
    }

    private static func pinningAgain(_ stage: Stage) async throws {
        let alice = try await stage.person("alice")
        let group = try await stage.group(alice)
        let sent = try await stage.say("once", as: alice, in: group)
        for _ in 0..<2 { try await pin(sent, as: alice, on: stage) }
        #expect(try await list(group, as: alice, on: stage) == ["once"])
        #expect(try await count(group, as: alice, on: stage) == 1)
        for _ in 0..<2 { try await stage.repositories.pins.unpin(sent.id, in: group.id, as: alice.id) }
        #expect(try await list(group, as: alice, on: stage) == [])
        #expect(try await count(group, as: alice, on: stage) == 0)
        await expect(.notFound) {
            try await stage.repositories.pins.unpin(stage.unknownMessage, in: group.id, as: alice.id)
        }
    }

    private static func pinningDeleted(_ stage: Stage) async throws {
        let alice = try await stage.person("alice")
        let group = try await stage.group(alice)
        let (gone, kept) = (
            try await stage.say("gone", as: alice, in: group), try await stage.say("kept", as: alice, in: group)
        )
        for message in [gone, kept] { try await pin(message, as: alice, on: stage) }
        try await stage.repositories.messages.delete(gone.id, in: group.id, as: alice.id)
        #expect(try await list(group, as: alice, on: stage) == ["kept"])
        #expect(try await count(group, as: alice, on: stage) == 1)
        await expect(.notFound) { try await pin(gone, as: alice, on: stage) }
        await expect(.notFound) {
            try await stage.repositories.pins.pin(stage.unknownMessage, in: group.id, as: alice.id)
        }
    }

    private static func whoMayPin(_ stage: Stage) async throws {
        let (alice, bob) = (try await stage.person("alice"), try await stage.person("bob"))
        let (carol, group) = (try await stage.person("carol"), try await stage.group(alice, bob))
        let sent = try await stage.say("for us", as: alice, in: group)
        try await pin(sent, as: bob, on: stage)
        _ = try await stage.repositories.conversations.remove(bob.id, from: group.id, by: bob.id)
        for outsider in [bob, carol] {
            await expect(.notParticipant) { try await pin(sent, as: outsider, on: stage) }
            await expect(.notParticipant) {
                try await stage.repositories.pins.unpin(sent.id, in: group.id, as: outsider.id)
            }
            await expect(.notParticipant) { try await list(group, as: outsider, on: stage) }
        }
        #expect(try await list(group, as: alice, on: stage) == ["for us"])
        let system = try #require(try await stage.messages(in: group, as: alice).first { $0.sender == nil })
        await expect(.invalid("")) { try await pin(system, as: alice, on: stage) }
    }

    private static func mostPins(_ stage: Stage) async throws {
        let alice = try await stage.person("alice")
        let group = try await stage.group(alice)
        var sent: [Message] = []
        for number in 0...MessageLimits.maximumPins {
            sent.append(try await stage.say("\(number)", as: alice, in: group))
        }
        for message in sent.dropLast() { try await pin(message, as: alice, on: stage) }
        await expect(.limitReached(.pins)) { try await pin(sent[MessageLimits.maximumPins], as: alice, on: stage) }
        // One that is there already is no further one.
        try await pin(sent[0], as: alice, on: stage)
        #expect(try await count(group, as: alice, on: stage) == MessageLimits.maximumPins)
        try await stage.repositories.pins.unpin(sent[0].id, in: group.id, as: alice.id)
        try await pin(sent[MessageLimits.maximumPins], as: alice, on: stage)
        #expect(
            try await list(group, as: alice, on: stage)
                == (1...MessageLimits.maximumPins).reversed().map { "\($0)" })
    }

    private static func pinsAtOnce(_ stage: Stage) async throws {
        let alice = try await stage.person("alice")
        let group = try await stage.group(alice)
        var sent: [Message] = []
        for number in 0..<(MessageLimits.maximumPins + 6) {
            sent.append(try await stage.say("\(number)", as: alice, in: group))
        }
        for message in sent.prefix(MessageLimits.maximumPins - 2) { try await pin(message, as: alice, on: stage) }
        await withTaskGroup(of: Void.self) { [sent] tasks in
            for message in sent.suffix(8) {
                tasks.addTask {
                    try? await stage.repositories.pins.pin(message.id, in: group.id, as: alice.id)
                }
            }
        }
        #expect(try await list(group, as: alice, on: stage).count == MessageLimits.maximumPins)
        #expect(try await count(group, as: alice, on: stage) == MessageLimits.maximumPins)
    }
}
