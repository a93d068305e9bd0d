import Chat
import Testing

extension RepositoryBehaviour {
    static let search = [
        RepositoryBehaviour("words are found whatever their case, width and kana", findingWords),
        RepositoryBehaviour("nothing in a query means anything but itself", findingSigns),
        RepositoryBehaviour("every word of a query has to be there", findingEveryWord),
        RepositoryBehaviour("what was deleted, and what merely happened, is not found", findingWhatWasSaid),
        RepositoryBehaviour("only who takes part now finds anything", findingAsWhom),
        RepositoryBehaviour("what is found can be limited to people, conversations, times and links", findingWithin),
        RepositoryBehaviour("the newest is found first, from all conversations, up to the limit", findingNewest),
    ]

    private static func findingWords(_ stage: Stage) async throws {
        let alice = try await stage.person("alice")
        let group = try await stage.group(alice)
        let kana = try await stage.say("サーバーとカタカナの話", as: alice, in: group)
        let width = try await stage.say("ＡＢＣ と ｶﾞｷﾞｸﾞ", as: alice, in: group)
        let emoji = try await stage.say("すいか🍉🍉🍉と👨‍👩‍👧", as: alice, in: group)
        let lines = try await stage.say("Veranda\nTEA at\u{0}five", as: alice, in: group)
        for (query, expected) in [
            ("かたかな", [kana]), ("カタ", [kana]), ("ば", [kana]), ("ﾊﾞｰ", [kana]), ("abc", [width]), ("ab", [width]),
            ("ガギグ", [width]), ("ぎ", [width]), ("🍉", [emoji]), ("🍉🍉🍉", [emoji]), ("👩", [emoji]), ("スイカ", [emoji]),
            ("veranda", [lines]), ("tea", [lines]), ("five", [lines]), ("と", [emoji, width, kana]), ("e", [lines]),
            ("カタカナの話だ", []), ("かか", []), ("zzz", []),
        ] as [(String, [Message])] {
            #expect(try await stage.found(query, as: alice) == expected.map(\.id), "\(query)")
        }
        let hit = try #require(try await stage.search("サーバー", as: alice).hits.first)
        #expect(hit.conversation == group.id)
        #expect(hit.content == kana.content)
        #expect(hit.createdAt == kana.createdAt)
    }

    private static func findingSigns(_ stage: Stage) async throws {
        let alice = try await stage.person("alice")
        let group = try await stage.group(alice)
        let quoted = try await stage.say(#"she said "tea" and 'cake' (both)"#, as: alice, in: group)
        let signs = try await stage.say(#"100%_sure a*b NEAR(x) folded:y AND z - ^w \n"#, as: alice, in: group)
        for (query, expected) in [
            (#""tea""#, [quoted]), (#"""#, [quoted]), (#"'cake'"#, [quoted]), ("(both)", [quoted]), ("'", [quoted]),
            ("%", [signs]), ("_", [signs]), ("0%_s", [signs]), ("a*b", [signs]), ("sur*", []), ("NEAR(", [signs]),
            ("folded:y", [signs]), ("folded:said", []), ("AND", [signs, quoted]), ("tea OR sure", []), ("^w", [signs]),
            ("NOT", []), ("- z", [signs]), (#"\n"#, [signs]), ("t_a", []), ("%%%", []), (#"" OR """#, []),
            ("'; DROP TABLE messages; --", []), ("*", [signs]), ("said NOT tea", []),
        ] as [(String, [Message])] {
            #expect(try await stage.found(query, as: alice) == expected.map(\.id), "\(query)")
        }
    }

    private static func findingEveryWord(_ stage: Stage) async throws {
        let alice = try await stage.person("alice")
        let group = try await stage.group(alice)
        let both = try await stage.say("提灯の和紙を張り替えます", as: alice, in: group)
        _ = try await stage.say("提灯だけ", as: alice, in: group)
        _ = try await stage.say("張り替えます", as: alice, in: group)
        for query in ["和紙 提灯", "張り替え　和紙", "紙 替えます 張り替え", "の 和"] {
            #expect(try await stage.found(query, as: alice) == [both.id], "\(query)")
        }
    }

    private static func findingWhatWasSaid(_ stage: Stage) async throws {
        let (alice, bob) = (try await stage.person("alice"), try await stage.person("bob"))
        let group = try await stage.group(alice)
        _ = try await stage.repositories.conversations.add(bob.id, as: .member, to: group.id, by: alice.id)
        let kept = try await stage.say("something joined together", as: alice, in: group)
        let deleted = try await stage.say("something deleted, 秘密", as: bob, in: group)
        try await stage.repositories.messages.delete(deleted.id, in: deleted.conversation, as: bob.id)
        for reader in [alice, bob] {
            #expect(try await stage.found("joined", as: reader) == [kept.id])
            #expect(try await stage.found("something", as: reader) == [kept.id])
            #expect(try await stage.found("so", as: reader) == [kept.id])
            #expect(try await stage.found("秘密", as: reader) == [])
        }
    }

    private static func findingAsWhom(_ stage: Stage) async throws {
        let (alice, bob) = (try await stage.person("alice"), try await stage.person("bob"))
        let carol = try await stage.person("carol")
        let group = try await stage.group(alice, bob)
        let message = try await stage.say("縁側で待っています", as: alice, in: group)
        func expect(_ reader: User, finds expected: [MessageID]) async throws {
            for query in ["縁側で待", "縁側", "縁"] {
                #expect(try await stage.found(query, as: reader) == expected, "\(reader.alias) \(query)")
            }
        }
        try await expect(bob, finds: [message.id])
        try await expect(carol, finds: [])
        _ = try await stage.repositories.conversations.remove(bob.id, from: group.id, by: bob.id)
        try await expect(bob, finds: [])
        try await expect(alice, finds: [message.id])
        _ = try await stage.repositories.conversations.add(bob.id, as: .member, to: group.id, by: alice.id)
        try await expect(bob, finds: [message.id])
        guard stage.callers == .named else { return }
        let unknown = try await stage.repositories.search.search(
            SearchQuery("縁側")!, as: stage.unknownUser, limit: 10)
        #expect(unknown.hits.isEmpty)
    }

    private static func findingWithin(_ stage: Stage) async throws {
        let (alice, bob) = (try await stage.person("alice"), try await stage.person("bob"))
        let groups = [try await stage.group(alice, bob), try await stage.group(alice, bob)]
        var all: [Message] = []
        for (number, text) in [
            "tea at four", "tea, see https://example.org/a", "no tea", "coffee: http://example.org", "tea again",
            "HTTPS is a protocol for tea",
        ].enumerated() {
            let author = number % 3 == 0 ? bob : alice
            all.append(try await stage.say(text, as: author, in: groups[number % 2], after: .seconds(10)))
        }
        let deleted = try await stage.say("tea, deleted: https://example.org", as: alice, in: groups[0])
        try await stage.repositories.messages.delete(deleted.id, in: deleted.conversation, as: alice.id)
        func expect(_ words: String?, _ filter: SearchFilter, _ expected: [Int], limit: Int = 50) async throws {
            for reader in [alice, bob] {
                let found = try await stage.repositories.search.search(
                    words.flatMap { SearchQuery($0) }, within: filter, as: reader.id, limit: limit)
                let texts = found.hits.filter { $0.sender != nil }.map(\.id)
                #expect(texts == expected.map { all[$0].id }, "\(words ?? "") \(filter)")
            }
        }
        try await expect(nil, .none, [5, 4, 3, 2, 1, 0])
        try await expect(nil, .none, [5, 4], limit: 2)
        try await expect("tea", SearchFilter(senders: [bob.id]), [0])
        try await expect(nil, SearchFilter(senders: [bob.id]), [3, 0])
        try await expect("te", SearchFilter(senders: [alice.id, bob.id]), [5, 4, 2, 1, 0])
        try await expect("tea", SearchFilter(senders: []), [])
        try await expect("tea", SearchFilter(conversations: [groups[1].id]), [5, 1])
        try await expect(nil, SearchFilter(conversations: [.random()]), [])
        try await expect("tea", SearchFilter(from: all[2].createdAt), [5, 4, 2])
        try await expect("tea", SearchFilter(until: all[2].createdAt), [1, 0])
        try await expect(nil, SearchFilter(from: all[1].createdAt, until: all[4].createdAt), [3, 2, 1])
        try await expect(nil, SearchFilter(until: all[0].createdAt), [])
        try await expect(nil, SearchFilter(contents: [.link]), [3, 1])
        try await expect("tea", SearchFilter(contents: [.link]), [1])
        try await expect(
            "tea",
            SearchFilter(
                senders: [alice.id], conversations: [groups[1].id], from: all[0].createdAt, until: all[5].createdAt,
                contents: [.link]), [1])
    }

    private static func findingNewest(_ stage: Stage) async throws {
        let alice = try await stage.person("alice")
        let groups = [try await stage.group(alice), try await stage.group(alice), try await stage.group(alice)]
        var said: [MessageID] = []
        for number in 0..<12 {
            // Two of a kind share each millisecond.
            let pause = number % 2 == 0 ? Duration.seconds(1) : .zero
            said.append(
                try await stage.say("お茶です \(number)", as: alice, in: groups[number / 2 % 3], after: pause).id)
        }
        for query in ["お茶です", "お茶"] {
            #expect(try await stage.found(query, as: alice) == Array(said.reversed()))
            #expect(try await stage.found(query, as: alice, limit: 5) == Array(said.reversed().prefix(5)))
        }
    }
}

extension Stage {
    func search(_ text: String, as reader: User, limit: Int = 50) async throws -> SearchResult {
        try await repositories.search.search(try #require(SearchQuery(text)), as: reader.id, limit: limit)
    }

    func found(_ text: String, as reader: User, limit: Int = 50) async throws -> [MessageID] {
        try await search(text, as: reader, limit: limit).hits.map(\.id)
    }
}
