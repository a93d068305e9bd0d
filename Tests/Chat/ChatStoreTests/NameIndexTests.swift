import Chat
import ChatRecords
import RepositoryBehaviour
import SQLite
import Testing

@testable import ChatStore

/// How people are found by name without reading all of them.
struct NameIndexTests {
    private let file = TemporaryFile()

    private static let names = [
        "佐藤 はるか", "鈴木ケンジ", "Ann Baker", "Anna-Maria Cook", "ÉMILE", "O\"Hara %_", "a", "aa aa", "ｶﾀｶﾅ",
        "A name that is longer than what the index keeps of it",
    ]

    private func user(_ number: Int) -> User {
        User(
            id: .random(), alias: "person-\(number)", name: Self.names[number % Self.names.count] + " \(number / 10)",
            avatarURL: nil, createdAt: Timestamp(milliseconds: Int64(number)))
    }

    private func query(_ text: String) throws -> SearchQuery { try #require(SearchQuery(text)) }

    @Test("the people that are found are those of a comparison with everyone, in the same order")
    func comparison() async throws {
        let store = try ChatStore(.memory, clock: ManualClock().clock)
        let everyone = (0..<200).map { user($0) }
        try store.writeNow { connection in for user in everyone { try connection.insert(user) } }
        let words = [
            "a", "an", "はるか", "佐藤", "けんじ", "émile", "émi", "o\"h", "%", "_", "カタ", "person-1", "son-19", "aa",
            "longer than what the index", "long index", "baker 7", "7 bak", "nobody",
        ]
        for word in words {
            let query = try query(word)
            let found = try await store.users(matching: query, limit: 1_000)
            #expect(found == everyone.matching(query, limit: 1_000), "\(word)")
            #expect(try await store.users(matching: query, limit: 3).count == min(3, found.count))
        }
        #expect(try await store.users(matching: nil, limit: 7) == everyone.matching(nil, limit: 7))
    }

    @Test("however many have a name, a search reads a bounded part of the index")
    func bound() async throws {
        let store = try ChatStore(.memory, clock: ManualClock().clock)
        try store.writeNow { connection in
            for number in 0..<(NameIndex.maximumRead + 200) {
                try connection.insert(
                    User(
                        id: .random(), alias: "x\(number)", name: "Same", avatarURL: nil,
                        createdAt: Timestamp(milliseconds: 0)))
            }
            // After all others in the index.
            try connection.insert(
                User(
                    id: .random(), alias: "zz", name: "Same sought", avatarURL: nil,
                    createdAt: Timestamp(milliseconds: 0)))
        }
        #expect(try await store.users(matching: try query("same"), limit: 20).count == 20)
        #expect(try await store.users(matching: try query("same x21"), limit: 20).count == 20)
        // The rarest word leads.
        #expect(try await store.users(matching: try query("same sought"), limit: 20).map(\.alias) == ["zz"])
        let unfound = try await store.users(matching: try query("same x"), limit: 5_000)
        #expect(unfound.count == NameIndex.maximumRead)
    }

    @Test("people of the version before are found, also if the start was interrupted")
    func migration() async throws {
        let before = Migrations([
            .script(Schema.first), .script(Schema.search, then: Schema.fillSearch), .script(Schema.sending),
            .script(Schema.messageTexts), .gradual(Schema.copyMessageTexts), .script(Schema.withoutWords),
        ])
        do {
            let database = try Database(.file(file.path), migrations: before)
            try database.writeNow { connection in
                for number in 0..<2_500 {
                    let user = user(number)
                    try connection.run(
                        "INSERT INTO users (id, alias, name, created_at) VALUES (?, ?, ?, 0)", user.id.description,
                        user.alias, user.name)
                }
                try connection.execute(Schema.names + "; PRAGMA user_version = 7")
                #expect(try !Schema.indexNames(&connection))
            }
        }
        let store = try ChatStore(.file(path: file.path), clock: ManualClock().clock)
        for number in [0, 999, 1_000, 2_499] {
            let found = try await store.users(matching: try query("person-\(number)"), limit: 100)
            #expect(found.contains { $0.alias == "person-\(number)" })
        }
    }
}
