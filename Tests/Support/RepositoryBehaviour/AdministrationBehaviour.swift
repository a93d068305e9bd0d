public import Chat
public import ChatRecords
import Testing

/// Something that every store does whose people are managed here: see `RepositoryBehaviour`.
public struct AdministrationBehaviour: Sendable, CustomStringConvertible {
    /// Parts so small that each behaviour needs several.
    public static let limits = PersonalDataLimits(rowsInPart: 2, deletedAtOnce: 1)

    /// The store, and a group of two people.
    struct Place: Sendable {
        let stage: Stage
        let store: any UserAdministration & CountedChat
        let drafts: any DraftRepository
        let alice: User
        let bob: User
        let group: Conversation

        var repositories: Repositories { stage.repositories }

        func say(_ text: String, as sender: User) async throws -> Message {
            try await stage.say(text, as: sender, in: group)
        }

        func messages() async throws -> [Message] { try await stage.messages(in: group, as: alice) }

        func find(_ words: String) async throws -> [User] {
            try await repositories.users.users(matching: SearchQuery(words), limit: 9)
        }
    }

    public let name: String
    private let body: @Sendable (Place) async throws -> Void

    public var description: String { name }

    /// Records an issue with Swift Testing where the store behaves otherwise.
    ///
    /// - Parameter store: a store with `limits` and nobody in it.
    public func verify(
        _ repositories: Repositories, _ store: any UserAdministration & CountedChat, _ drafts: any DraftRepository,
        _ clock: ManualClock
    ) async throws {
        let stage = Stage(repositories: repositories, clock: clock, callers: .named)
        #expect(try await !store.hasPeople())
        let (alice, bob) = (try await stage.person("alice"), try await stage.person("bob"))
        #expect(try await store.hasPeople())
        let group = try await stage.group(alice, bob)
        try await body(
            Place(stage: stage, store: store, drafts: drafts, alice: alice, bob: bob, group: group))
    }

    public static let all = [
        AdministrationBehaviour(name: "everybody is listed by alias, a page at a time", body: listing),
        AdministrationBehaviour(name: "a renamed person is found by the new name and alias only", body: renaming),
        AdministrationBehaviour(
            name: "of a deleted person nothing is left but messages without a name", body: deleting),
        AdministrationBehaviour(
            name: "with their messages, a deleted person's texts are gone, and nobody else's", body: deletingTexts),
        AdministrationBehaviour(
            name: "what a person wrote is read a part at a time, without what others wrote", body: personalData),
        AdministrationBehaviour(name: "a chat of deleted people has nobody", body: nobody),
        AdministrationBehaviour(
            name: "texts are counted by the quarter of an hour, and stay counted when they are deleted",
            body: countingTexts),
        AdministrationBehaviour(
            name: "people are counted by when they registered, and no more when they are deleted",
            body: countingPeople),
    ]

    private static func all<Value: Sendable>(
        _ read: (PersonalPart) async throws -> PersonalPage<Value>
    ) async throws -> (values: [Value], parts: Int) {
        var (values, part, parts): ([Value], PersonalPart?, Int) = ([], .first, 0)
        while let now = part {
            let page = try await read(now)
            values += page.values
            part = page.next
            parts += 1
        }
        return (values, parts)
    }

    private static func listing(_ place: Place) async throws {
        for number in 0..<5 { _ = try await place.stage.person("person\(number)") }
        var (seen, last): ([String], String?) = ([], nil)
        while case let page = try await place.store.people(after: last, limit: 3), !page.isEmpty {
            #expect(page.count <= 3)
            seen += page.map(\.alias)
            last = page.last?.alias
        }
        #expect(seen == ["alice", "bob", "person0", "person1", "person2", "person3", "person4"])
        #expect(try await place.store.people([place.bob.id, place.stage.unknownUser]) == [place.bob])
    }

    private static func renaming(_ place: Place) async throws {
        let renamed = try await place.store.rename(
            place.bob.id, to: DisplayName("Robert Stone"), alias: Alias("robert"))
        #expect(renamed.name == "Robert Stone" && renamed.alias == "robert")
        let users = place.repositories.users
        #expect(try await users.user(alias: Alias("robert")!) == renamed)
        await expect(.notFound) { try await users.user(alias: Alias("bob")!) }
        #expect(try await place.find("stone") == [renamed])
        #expect(try await place.find("bob").isEmpty)
        let group = try await place.repositories.conversations.conversation(place.group.id, as: place.alice.id)
        #expect(group.activeParticipant(place.bob.id)?.user == renamed)
        await expect(.aliasTaken) { try await place.store.rename(place.bob.id, to: nil, alias: Alias("alice")) }
        #expect(try await users.user(place.bob.id) == renamed)
        await expect(.notFound) { try await place.store.rename(.random(), to: nil, alias: nil) }
    }

    private static func deleting(_ place: Place) async throws {
        let (alice, bob, repositories) = (place.alice, place.bob, place.repositories)
        let his = try await place.say("hello from bob", as: bob)
        let hers = try await place.say("hello from alice", as: alice)
        for message in [his, hers] {
            for person in [bob, alice] {
                _ = try await repositories.reactions.add(
                    Emoji("👍")!, to: message.id, in: place.group.id, as: person.id)
            }
            _ = try await repositories.bookmarks.add(bookmark: message.id, by: bob.id)
        }
        _ = try await repositories.readMarks.mark(hers.id, asReadIn: place.group.id, by: bob.id)
        try await place.drafts.keep(draft: Draft("unsent", key: nil), of: bob.id, in: place.group.id)

        #expect(try await place.store.delete(bob.id, withMessages: false) == [place.group.id])

        let read = try await place.messages()
        #expect(read.map(\.content) == [.left(user: bob.id), hers.content, his.content])
        #expect(read.flatMap(\.reactions).map(\.user) == [alice.id, alice.id])
        let group = try await repositories.conversations.conversation(place.group.id, as: alice.id)
        #expect(group.participants.map(\.user) == [alice])
        await expect(.notFound) { try await repositories.users.user(bob.id) }
        #expect(try await repositories.users.users() == [alice])
        #expect(try await place.store.people(after: nil, limit: 9) == [alice])
        #expect(try await repositories.users.users(matching: nil, limit: 9) == [alice])
        #expect(try await place.find("bob").isEmpty)
        #expect(try await repositories.bookmarks.bookmarks(of: bob.id).isEmpty)
        #expect(try await place.drafts.drafts(of: bob.id).isEmpty)
        #expect(try await place.store.readMarks(of: bob.id).isEmpty)
        await expect(.notFound) { try await place.store.delete(bob.id, withMessages: false) }
        // The alias is free again, and the new person is somebody else.
        #expect(try await place.stage.person("bob").id != bob.id)
    }

    private static func deletingTexts(_ place: Place) async throws {
        for number in 0..<5 { _ = try await place.say("secret \(number)", as: place.bob) }
        let kept = try await place.say("secret of alice", as: place.alice)
        _ = try await place.store.delete(place.bob.id, withMessages: true)
        #expect(try await place.messages().map(\.content) == [.left(user: place.bob.id), kept.content])
        let query = try #require(SearchQuery("secret"))
        let found = try await place.repositories.search.search(query, as: place.alice.id, limit: 9)
        #expect(found.hits.map(\.id) == [kept.id])
        #expect(try await place.stage.unread(in: place.group, for: place.alice) == 2)
    }

    private static func personalData(_ place: Place) async throws {
        let (bob, group, store) = (place.bob, place.group, place.store)
        var sent: [Message] = []
        for number in 0..<4 {
            sent.append(try await place.say("\(number)", as: bob))
            _ = try await place.say("not his", as: place.alice)
        }
        try await place.repositories.messages.delete(sent[1].id, in: group.id, as: bob.id)
        for message in sent where message.id != sent[1].id {
            _ = try await place.repositories.reactions.add(Emoji("👍")!, to: message.id, in: group.id, as: bob.id)
        }
        let mark = try await place.repositories.readMarks.mark(sent[0].id, asReadIn: group.id, by: bob.id)
        let texts = try await all { try await store.messages(of: bob.id, in: $0) }
        #expect(texts.values.map(\.id) == [sent[0].id, sent[2].id, sent[3].id])
        #expect(texts.parts == 4)
        let hers = try await place.say("hers", as: place.alice)
        for (message, user) in [(sent[0], bob), (sent[3], bob), (hers, place.alice)] {
            _ = try await place.repositories.editing.edit(
                message.id, in: group.id, to: try MessageText("edited"), as: user.id)
        }
        let earlier = try await all { try await store.earlierTexts(of: bob.id, in: $0) }
        #expect(earlier.values.map(\.message) == [sent[0].id, sent[3].id])
        #expect(earlier.values.map(\.version.text) == ["0", "3"])
        let reactions = try await all { try await store.reactions(of: bob.id, in: $0) }
        #expect(reactions.values.map(\.message) == [sent[0].id, sent[2].id, sent[3].id])
        #expect(reactions.parts == 2)
        #expect(try await store.memberships(of: bob.id).map(\.conversation) == [group.id])
        #expect(try await store.memberships(of: bob.id).map(\.name) == ["縁側"])
        #expect(try await store.readMarks(of: bob.id) == [mark])
    }

    private static func nobody(_ place: Place) async throws {
        for person in [place.alice, place.bob] { _ = try await place.store.delete(person.id, withMessages: true) }
        #expect(try await !place.store.hasPeople())
        #expect(try await place.store.people(after: nil, limit: 9).isEmpty)
    }
}
