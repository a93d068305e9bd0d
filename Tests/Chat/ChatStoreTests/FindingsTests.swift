import Chat
import ChatStore
import RepositoryBehaviour
import Testing

/// People who can be found one by one, but are not listed.
private struct UnlistedUsers: UserRepository {
    let users: any UserRepository
    var reason = ChatError.Reason.forbidden

    func users() async throws(ChatError) -> [User] { throw ChatError(reason, during: "users") }
    func user(_ id: UserID) async throws(ChatError) -> User { try await users.user(id) }
    func user(alias: Alias) async throws(ChatError) -> User { try await users.user(alias: alias) }
    func register(_ user: NewUser) async throws(ChatError) -> User { try await users.register(user) }
}

/// The use case `Search`, over a store.
struct FindingsTests {
    private let clock = ManualClock()
    private let repositories: Repositories
    private let alice: User

    init() async throws {
        let store = try ChatStore(.memory, clock: clock.clock)
        repositories = store.repositories
        alice = try await store.register(.named("alice"))
    }

    private func person(_ alias: String, _ name: String) async throws -> User {
        try await repositories.users.register(
            NewUser(alias: Alias(alias)!, name: DisplayName(name)!, avatarURL: nil))
    }

    private func group(_ name: String, _ people: User...) async throws -> Conversation {
        clock.advance(by: .seconds(1))
        return try await repositories.conversations.create(
            NewConversation(.group(name: DisplayName(name)!), participants: people.map(\.id))!, as: people[0].id)
    }

    private func find(_ text: String, users: (any UserRepository)? = nil) async throws -> Findings {
        let all = Repositories(
            users: users ?? repositories.users, conversations: repositories.conversations,
            messages: repositories.messages, reactions: repositories.reactions, readMarks: repositories.readMarks,
            bookmarks: repositories.bookmarks, search: repositories.search, health: repositories.health)
        return try await Search(all).find(try #require(SearchQuery(text)), as: alice.id)
    }

    @Test("a name that begins with the word comes first, then who shares a conversation")
    func people() async throws {
        let far = try await person("yamada2", "ヤマダ 太郎")
        let near = try await person("sato", "山奥のやまだ")
        let known = try await person("hanako", "やまだ 花子")
        _ = try await group("町内会", alice, near, known)
        #expect(try await find("ﾔﾏﾀﾞ").people.items.map(\.user) == [known, far, near])
        #expect(try await find("やまだ 花").people.items.map(\.user) == [known])
        #expect(try await find("YAMADA2").people.items.map(\.user) == [far])
        #expect(try await find("alice").people.items.isEmpty)
    }

    @Test("a person comes with the conversations that one shares with them, the direct one above all")
    func shared() async throws {
        let bob = try await person("bob", "Bob")
        let direct = try await repositories.conversations.create(
            NewConversation(.direct, participants: [alice.id, bob.id])!, as: alice.id)
        let both = try await group("both", alice, bob)
        let left = try await group("left", alice, bob)
        _ = try await repositories.conversations.remove(alice.id, from: left.id, by: alice.id)
        let found = try #require(try await find("bob").people.items.first)
        #expect(found.shared == [both, direct])
        #expect(found.direct == direct)
    }

    @Test(
        "where the backend does not list people, those of one's conversations are found",
        arguments: [
            ChatError.Reason.forbidden, .notFound,
        ])
    func unlisted(reason: ChatError.Reason) async throws {
        let near = try await person("bob1", "Bob near")
        _ = try await person("bob2", "Bob far")
        _ = try await group("町内会", alice, near)
        let users = UnlistedUsers(users: repositories.users, reason: reason)
        #expect(try await find("bob", users: users).people.items.map(\.user) == [near])
    }

    @Test("a backend that fails to list people fails the search")
    func failing() async throws {
        let users = UnlistedUsers(users: repositories.users, reason: .timedOut)
        let error = await #expect(throws: ChatError.self) { try await find("bob", users: users) }
        #expect(error?.reason == .timedOut)
    }

    @Test("a conversation is found by its name before by who is in it, and not when it was left")
    func conversations() async throws {
        let bob = try await person("bob", "Bob")
        let byPerson = try await group("夏祭り", alice, bob)
        let inside = try await group("We and bob", alice)
        let beginning = try await group("BOBの会", alice)
        let left = try await group("Bob, left", alice)
        _ = try await repositories.conversations.remove(alice.id, from: left.id, by: alice.id)
        _ = try await group("Bob alone", bob)
        #expect(try await find("bob").conversations.items == [beginning, inside, byPerson])
        #expect(try await find("夏 bob").conversations.items == [byPerson])
        #expect(try await find("alice").conversations.items.isEmpty)
    }

    @Test("more than are shown is told")
    func more() async throws {
        for number in 0...SearchLimits.namesShown { _ = try await group("会 \(number)", alice) }
        let found = try await find("会")
        #expect(found.conversations.items.count == SearchLimits.namesShown)
        #expect(found.conversations.hasMore)
        #expect(!found.people.hasMore)
        #expect(!found.isEmpty)
    }
}
