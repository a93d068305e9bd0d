import Chat
import Testing

extension RepositoryBehaviour {
    static let paging = [
        RepositoryBehaviour("messages come newest first, no more than asked for", newestFirst),
        RepositoryBehaviour("a page holds what was created strictly before a moment", strictlyBefore),
        RepositoryBehaviour("a page from a moment on holds the first messages, oldest first", fromMoment),
        RepositoryBehaviour("paging by time reads every message once", readingEverything),
        RepositoryBehaviour("messages keep the order in which they were sent", whileClockStandsStill),
        RepositoryBehaviour("messages of other conversations don't mix in", conversationsApart),
    ]

    private static func newestFirst(_ stage: Stage) async throws {
        let alice = try await stage.person("alice")
        let group = try await stage.group(alice)
        var sent: [Message] = []
        for number in 1...60 { sent.append(try await stage.say("\(number)", as: alice, in: group)) }
        #expect(try await stage.messages(in: group, as: alice, limit: 1) == [sent[59]])
        #expect(try await stage.messages(in: group, as: alice, limit: 50) == sent[10...].reversed())
        let all = try await stage.messages(in: group, as: alice, limit: MessageLimits.maximumPerRead)
        #expect(all == sent.reversed())
    }

    private static func strictlyBefore(_ stage: Stage) async throws {
        let alice = try await stage.person("alice")
        let group = try await stage.group(alice)
        let first = try await stage.say("first", as: alice, in: group)
        let second = try await stage.say("second", as: alice, in: group, after: .milliseconds(1))
        let third = try await stage.say("third", as: alice, in: group, after: .milliseconds(1))
        func before(_ moment: Timestamp) async throws -> [Message] {
            try await stage.messages(in: group, as: alice, before: moment)
        }
        #expect(try await before(third.createdAt.adding(.milliseconds(1))) == [third, second, first])
        #expect(try await before(third.createdAt) == [second, first])
        #expect(try await before(second.createdAt) == [first])
        #expect(try await before(first.createdAt) == [])
    }

    private static func fromMoment(_ stage: Stage) async throws {
        let alice = try await stage.person("alice")
        let group = try await stage.group(alice)
        var sent: [Message] = []
        for number in 1...7 { sent.append(try await stage.say("\(number)", as: alice, in: group)) }
        let added = try await stage.repositories.reactions.add(
            Emoji("🌿")!, to: sent[3].id, in: group.id, as: alice.id)
        sent[3].reactions.append(added)
        try await stage.repositories.messages.delete(sent[4].id, in: group.id, as: alice.id)
        func from(_ moment: Timestamp, limit: Int) async throws -> [Message] {
            try await stage.repositories.messages.messages(in: group.id, as: alice.id, from: moment, limit: limit)
        }
        #expect(try await from(sent[2].createdAt, limit: 3) == [sent[2], sent[3], sent[5]])
        #expect(try await from(sent[2].createdAt.adding(.milliseconds(1)), limit: 1) == [sent[3]])
        #expect(try await from(sent[5].createdAt, limit: 50) == [sent[5], sent[6]])
        #expect(try await from(sent[6].createdAt.adding(.milliseconds(1)), limit: 50) == [])
        await expect(stage.refusal(of: stage.unknownUser)) {
            try await stage.repositories.messages.messages(
                in: group.id, as: stage.unknownUser, from: sent[2].createdAt, limit: 3)
        }
    }

    private static func readingEverything(_ stage: Stage) async throws {
        let alice = try await stage.person("alice")
        let group = try await stage.group(alice)
        var sent: [Message] = []
        for number in 1...25 { sent.append(try await stage.say("\(number)", as: alice, in: group)) }
        var read: [Message] = []
        for _ in 1...4 {
            read += try await stage.messages(in: group, as: alice, before: read.last?.createdAt, limit: 7)
        }
        #expect(read == sent.reversed())
        #expect(try await stage.messages(in: group, as: alice, before: read.last?.createdAt, limit: 7) == [])
    }

    private static func whileClockStandsStill(_ stage: Stage) async throws {
        let (alice, bob) = (try await stage.person("alice"), try await stage.person("bob"))
        let group = try await stage.group(alice, bob)
        let earlier = try await stage.say("earlier", as: alice, in: group)
        var sent = [try await stage.say("0", as: alice, in: group)]
        for number in 1...9 {
            let speaker = number.isMultiple(of: 2) ? alice : bob
            sent.append(try await stage.say("\(number)", as: speaker, in: group, after: .zero))
        }
        let later = try await stage.say("later", as: bob, in: group)
        // Different moments, so that clients can page and sort by them.
        #expect(Set(sent.map(\.createdAt)).count == sent.count)

        let expected = [later] + sent.reversed() + [earlier]
        #expect(try await stage.messages(in: group, as: alice) == expected)
        // However few are asked for, and whoever asks, the order is the same.
        for limit in 1...expected.count {
            #expect(try await stage.messages(in: group, as: bob, limit: limit) == Array(expected.prefix(limit)))
        }
        #expect(try await stage.messages(in: group, as: alice, before: later.createdAt) == Array(expected.dropFirst()))
        #expect(try await stage.messages(in: group, as: alice, before: sent[0].createdAt) == [earlier])
    }

    private static func conversationsApart(_ stage: Stage) async throws {
        let alice = try await stage.person("alice")
        let (here, there) = (try await stage.group(alice), try await stage.group(alice))
        let first = try await stage.say("here", as: alice, in: here)
        let second = try await stage.say("there", as: alice, in: there, after: .zero)
        let third = try await stage.say("here again", as: alice, in: here, after: .zero)
        #expect(try await stage.messages(in: here, as: alice) == [third, first])
        #expect(try await stage.messages(in: there, as: alice) == [second])
    }
}
