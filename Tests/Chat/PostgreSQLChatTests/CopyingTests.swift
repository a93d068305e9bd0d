import Chat
import ChatRecords
import ChatStore
import Cryptography
import Files
import PostgreSQLChat
import PostgreSQLServer
import RepositoryBehaviour
import Sending
import Testing

@Suite("Copying a chat into PostgreSQL")
struct CopyingTests {
    private let clock = ManualClock()
    private let scratch = ScratchFolder()

    /// The sample world, and what it lacks: a deleted message and person, somebody who left, drafts, keys, texts that
    /// are hard to keep.
    private func source() async throws -> ChatStore {
        let folder = try ContentFolder(scratch.path)
        let store = try ChatStore(
            .memory, files: FileKeeping(folder, limits: FileLimits()), clock: clock.clock)
        _ = try SampleWorld.seed(store)
        clock.advance(by: .seconds(86_400))
        let people = try store.users()
        let (alice, bob, carol) = (people[0], people[1], people[2])
        let group = try await store.create(
            NewConversation(.group(name: DisplayName("写し \"quoted\" \\ {a,b} NULL")!), participants: people.map(\.id))!,
            as: alice.id)
        for text in ["NULL", "{\"a\\\"b\"}", "\\x00", "a\u{0}b", "縁側\n👩‍👩‍👧‍👦", "''"] {
            clock.advance(by: .seconds(1))
            let new = NewMessage(conversation: group.id, sender: alice.id, text: try MessageText(text))
            let sent = try #require(try await store.send(new, key: .random()).message)
            _ = try await store.add(Emoji("👍")!, to: sent.id, in: group.id, as: bob.id)
            _ = try await store.mark(sent.id, asReadIn: group.id, by: bob.id)
            _ = try await store.add(bookmark: sent.id, by: bob.id)
            if text.hasPrefix("{") { try await store.pin(sent.id, in: group.id, as: bob.id) }
            let uses = text.hasPrefix("N") ? nil : 3
            let invite = try #require(NewInvite(lifetime: .seconds(60), maximumUses: uses))
            _ = try await store.invite(to: group.id, invite, as: alice.id)
            if text == "''" {
                let edited = try MessageText("edited a\u{0}b")
                _ = try await store.edit(sent.id, in: group.id, to: edited, as: alice.id)
            }
            if text == "NULL" { try await store.delete(sent.id, in: group.id, as: alice.id) }
        }
        let files = try #require(store.files)
        let picture = PictureShape(width: 4, height: 3, firstLook: [0, 1, 255])
        for names in [["Ｐｌａｎ.pdf", "b \"quoted\".txt"], ["c"], []] {
            var kept: [FileID] = []
            for name in names {
                let new = try NewFile.arrived(in: folder.incoming, name, name)
                let shaped = NewFile(
                    name: new.name, type: new.type, picture: name == "c" ? picture : nil, path: new.path,
                    bytes: new.bytes, hash: new.hash)
                // In another order than they were uploaded.
                kept.insert(try await files.add(shaped, of: alice.id).id, at: 0)
            }
            if kept.isEmpty { _ = try await files.add(.arrived(in: folder.incoming, "unsent", "u"), of: alice.id) }
            guard !kept.isEmpty else { continue }
            clock.advance(by: .seconds(1))
            _ = try await store.send(
                NewMessage(
                    conversation: group.id, sender: alice.id, text: try MessageText(besideFiles: "see the veranda"),
                    files: kept))
        }
        try await store.set(StoredPicture([0, 1, 255]), of: bob.id)
        _ = try await store.add(alice.id, as: .admin, to: group.id, by: alice.id)
        try await store.set(StoredPicture([2]), of: group.id, as: alice.id)
        try await store.edit(group.id, GroupEdit(hasThreads: true), as: alice.id)
        let last = try #require(
            try store.messages(in: group.id, as: bob.id, before: nil, limit: 9).first { $0.sender != nil })
        let thread = try await store.open(last.id, in: group.id, as: bob.id).conversation
        for text in ["deleted", "kept"] {
            let reply = NewMessage(conversation: thread, sender: bob.id, text: try MessageText(text))
            let sent = try #require(try await store.send(reply, key: .random()).message)
            if text == "deleted" { try await store.delete(sent.id, in: thread, as: bob.id) }
        }
        _ = try await store.remove(carol.id, from: group.id, by: alice.id)
        _ = try await store.delete(people[3].id, withMessages: false)
        try await store.drafts.keep(draft: Draft("half a \"text\"", key: .random()), of: bob.id, in: group.id)
        return store
    }

    @Test("everything comes over, and the same checksums say so")
    func everything() async throws {
        let source = try await source()
        let place = try await TestDatabase.migrated()
        let target = PostgreSQLChatStore(place.database, time: .of(clock.clock))
        #expect(try await target.isEmpty())
        try await target.fill(from: source)
        #expect(try await !target.isEmpty())
        for table in ArchiveTable.allCases {
            let digest = try await source.digest(of: table)
            #expect(try await target.digest(of: table) == digest)
            #expect(digest.rows > 0, "\(table)")
        }
        let people = try source.users()
        for person in people {
            #expect(try await target.user(person.id) == person)
            #expect(try await target.users(matching: SearchQuery(person.name), limit: 5).contains(person))
            let conversations = try source.conversations(of: person.id)
            #expect(try await target.conversations(of: person.id) == conversations)
            for conversation in conversations where conversation.activeParticipant(person.id) != nil {
                let before = try source.messages(in: conversation.id, as: person.id, before: nil, limit: 1_000)
                let after = try await target.messages(in: conversation.id, as: person.id, before: nil, limit: 1_000)
                #expect(after.map(\.id) == before.map(\.id) && after.map(\.reactions) == before.map(\.reactions))
                #expect(after.map(\.attachments) == before.map(\.attachments))
                #expect(after.map(\.thread) == before.map(\.thread))
                #expect(
                    try await target.unreadCount(in: conversation.id, for: person.id)
                        == (try source.unreadCount(in: conversation.id, for: person.id)))
            }
            #expect(
                try await target.bookmarks(of: person.id).map(\.message)
                    == (try source.bookmarks(of: person.id)).map(\.message))
        }
        try await expectFiles(in: target, as: people[0])
        #expect(
            try await place.values("SELECT files FROM file_totals WHERE user_id = ''") == ["4"])
        // It goes on behind what was copied.
        let alice = people[0]
        let group = try #require(try source.conversations(of: alice.id).first)
        let new = NewMessage(conversation: group.id, sender: alice.id, text: try MessageText("縁側 afterwards"))
        clock.advance(by: .seconds(1))
        let sent = try #require(try await target.send(new, key: .random()).message)
        #expect(try await target.messages(in: group.id, as: alice.id, before: nil, limit: 1) == [sent])
        let found = try await target.search(SearchQuery("縁側")!, as: alice.id, limit: 50).hits.map(\.id)
        #expect(found.first == sent.id && found.count > 1)
    }

    /// Messages are found by the names of their files, and by their text with them.
    private func expectFiles(in store: any MessageSearch, as person: User) async throws {
        for words in ["plan", "VERANDA quoted", "see plan"] {
            let hits = try await store.search(try #require(SearchQuery(words)), as: person.id, limit: 5).hits
            #expect(hits.first?.attachments.map(\.name.description) == ["b \"quoted\".txt", "Ｐｌａｎ.pdf"])
        }
    }

    @Test("what was copied into PostgreSQL comes back, with the files of messages")
    func back() async throws {
        let source = try await source()
        let place = try await TestDatabase.migrated()
        let between = PostgreSQLChatStore(place.database, time: .of(clock.clock))
        try await between.fill(from: source)
        let target = try ChatStore(.memory, clock: clock.clock)
        try await target.fill(from: between)
        for table in ArchiveTable.allCases {
            #expect(try await target.digest(of: table) == source.digest(of: table), "\(table)")
        }
        try await expectFiles(in: target, as: try source.users()[0])
    }

    @Test("what can't be copied as a whole leaves nothing")
    func nothingHalf() async throws {
        struct Broken: ChatArchive {
            struct Failure: Error {}
            let source: ChatStore

            func rows(of table: ArchiveTable, after key: ArchiveRow?, limit: Int) async throws -> [ArchiveRow] {
                guard table != .bookmarks else { throw Failure() }
                return try await source.rows(of: table, after: key, limit: limit)
            }
        }
        let place = try await TestDatabase.migrated()
        let target = PostgreSQLChatStore(place.database)
        let broken = Broken(source: try await source())
        await #expect(throws: Broken.Failure.self) { try await target.fill(from: broken) }
        #expect(try await target.isEmpty())
    }
}
