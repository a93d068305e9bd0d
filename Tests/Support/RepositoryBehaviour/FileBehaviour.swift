public import Chat
import ChatRecords
import Testing

/// Something that every store does which keeps the files of messages: see `RepositoryBehaviour`.
public struct FileBehaviour: Sendable, CustomStringConvertible {
    public let name: String
    /// Whether its repository of people is a `UserAdministration`.
    public var managesPeople = false
    private let body: @Sendable (FileStage) async throws -> Void

    public var description: String { name }

    /// What the files of `limits` are: small enough for a test to reach.
    public static let limits = FileLimits(bytesOfFile: 100, bytesOfPerson: 300, bytesInAll: 500)

    /// Records an issue with Swift Testing where the store behaves otherwise.
    ///
    /// - Parameters:
    ///   - files: with `limits`.
    ///   - isStore: whether it keeps the files itself: then it knows before one is added what all may have together, and
    ///     finds messages by their ids.
    ///   - arrive: makes a file with a content, as it is when it has arrived.
    public func verify(
        _ repositories: Repositories, _ sender: any MessageSender, _ files: any FileRepository, _ clock: ManualClock,
        isStore: Bool = true, arrive: @escaping @Sendable (_ name: String, _ content: String) throws -> NewFile
    ) async throws {
        let stage = Stage(repositories: repositories, clock: clock, callers: .named)
        let (alice, bob) = (try await stage.person("alice"), try await stage.person("bob"))
        let group = try await stage.group(alice, bob)
        try await body(
            FileStage(
                stage: stage, sender: sender, files: files, isStore: isStore, arrive: arrive, alice: alice,
                bob: bob, group: group))
    }

    public static let all = [
        FileBehaviour(name: "a message has its files, wherever it is read", body: reading),
        FileBehaviour(name: "a message may have files and no text, and needs one of both", body: withoutText),
        FileBehaviour(name: "a form with files is one message, and with others another", body: once),
        FileBehaviour(name: "with a file that may not be sent nothing is stored", body: refused),
        FileBehaviour(name: "of many that send the same file at once, one does", body: atOnce),
        FileBehaviour(name: "a file is read by those who take part, and before it is sent by its sender", body: access),
        FileBehaviour(name: "a file is copied for another message, and outlives the first", body: copies),
        FileBehaviour(name: "the files of a conversation are listed by message, newest first", body: listing),
        FileBehaviour(name: "files are refused that are too large, and kept that are not", body: limits),
        FileBehaviour(name: "files that come at once are not larger together than they may be", body: uploadsAtOnce),
        FileBehaviour(name: "many files that come at once are all kept", body: manyAtOnce),
        FileBehaviour(name: "what was deleted makes room", body: room),
        FileBehaviour(name: "a message is found by the names of its files", body: search),
        FileBehaviour(name: "a message with files may lose its text, and keeps its files", body: editing),
        FileBehaviour(
            name: "who is deleted leaves no unsent files, and with the messages no others", managesPeople: true,
            body: person),
    ]

    private static func editing(_ stage: FileStage) async throws {
        let sent = try await stage.send("a text", [try await stage.upload("notes.txt", "1")])
        let repositories = stage.stage.repositories
        func found(_ words: String) async throws -> [MessageID] {
            let query = try #require(SearchQuery(words))
            return try await repositories.search.search(query, as: stage.bob.id, limit: 5).hits.map(\.id)
        }
        stage.stage.clock.advance(by: .seconds(1))
        let edited = try await repositories.editing.edit(
            sent.id, in: stage.group.id, to: .none, as: try #require(sent.sender))
        #expect(edited.text == "")
        #expect(edited.attachments == sent.attachments)
        #expect(try await stage.stage.messages(in: stage.group, as: stage.bob).first == edited)
        #expect(try await found("text notes") == [])
        #expect(try await found("notes") == [sent.id])
    }

    private static func reading(_ stage: FileStage) async throws {
        let files = [try await stage.upload("b.txt", "1"), try await stage.upload("a.txt", "22")]
        let plain = try await stage.stage.say("plain", as: stage.alice, in: stage.group)
        let sent = try await stage.send("with files", files)
        #expect(sent.attachments == files)
        #expect(sent.attachments.map(\.name.description) == ["b.txt", "a.txt"])
        #expect(sent.attachments.map(\.bytes) == [1, 2])
        let repositories = stage.stage.repositories
        let (messages, group, bob) = (repositories.messages, stage.group.id, stage.bob.id)
        #expect(try await stage.stage.messages(in: stage.group, as: stage.bob).prefix(2) == [sent, plain])
        #expect(
            try await messages.find([sent.id, plain.id], in: group, as: bob)
                == (stage.isStore ? [sent.id: sent, plain.id: plain] : [:]))
        #expect(try await messages.newest(inEach: [group], as: bob) == [group: sent])
        #expect(
            try await messages.messages(in: group, as: bob, from: plain.createdAt, limit: 5) == [plain, sent])
        #expect(
            try await messages.message(sent.id, in: group, as: bob, sentAt: sent.createdAt) == sent)
    }

    private static func withoutText(_ stage: FileStage) async throws {
        let file = try await stage.upload("a", "1")
        #expect(try await stage.send("", [file]).content == .text(sender: stage.alice.id, text: ""))
        await expect(.invalid("")) { try await stage.send("", []) }
        await expect(.invalid("")) {
            try await stage.stage.repositories.messages.send(
                NewMessage(conversation: stage.group.id, sender: stage.alice.id, text: .none))
        }
    }

    private static func once(_ stage: FileStage) async throws {
        let key = FormKey.random()
        let (file, other) = (try await stage.upload("a", "1"), try await stage.upload("b", "2"))
        let sent = try await stage.send("hello", [file], key)
        #expect(try await stage.outcome("hello", [file.id], key) == .repeated(sent))
        #expect(try await stage.send("hello", [other], key).attachments == [other])
        #expect(try await stage.send("hello", [], key).attachments == [])
    }

    private static func refused(_ stage: FileStage) async throws {
        let own = try await stage.upload("own", "1")
        let foreign = try await stage.upload("foreign", "2", as: stage.bob)
        let sent = try await stage.upload("sent", "3")
        _ = try await stage.send("first", [sent])
        let many = (0..<FileLimits.filesOfMessage).map { _ in FileID.random() }
        for files in [
            [own.id, foreign.id], [own.id, sent.id], [own.id, .random()], [own.id, own.id], [own.id] + many,
        ] {
            await expect(.invalid("")) { try await stage.outcome("refused", files) }
            await expect(.invalid("")) {
                try await stage.stage.repositories.messages.send(
                    NewMessage(
                        conversation: stage.group.id, sender: stage.alice.id, text: try MessageText("refused"),
                        files: files))
            }
        }
        #expect(try await stage.texts() == ["first"])
        // None of them has taken it.
        #expect(try await stage.send("second", [own]).attachments == [own])
    }

    private static func atOnce(_ stage: FileStage) async throws {
        let file = try await stage.upload("a", "1")
        let outcomes = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<10 {
                group.addTask {
                    do {
                        _ = try await stage.outcome("\(number)", [file.id])
                        return true
                    } catch {
                        return false
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(outcomes.count { $0 } == 1)
        #expect(try await stage.texts().count == 1)
    }

    private static func access(_ stage: FileStage) async throws {
        let carol = try await stage.stage.person("carol")
        let file = try await stage.upload("a", "1")
        let unsent = try await stage.files.file(file.id, as: stage.alice.id)
        #expect(unsent.attachment == file)
        #expect(unsent.message == nil)
        #expect(unsent.conversation == nil)
        await expect(.notFound) { try await stage.files.file(file.id, as: stage.bob.id) }
        let message = try await stage.send("hello", [file])
        let sent = try await stage.files.file(file.id, as: stage.bob.id)
        #expect(sent.message == message.id)
        #expect(sent.conversation == stage.group.id)
        #expect(sent.sender == stage.alice.id)
        #expect(sent.sentAt == message.createdAt)
        #expect(sent.path == unsent.path)
        await expect(.notParticipant) { try await stage.files.file(file.id, as: carol.id) }
        await expect(.notParticipant) {
            try await stage.files.files(in: stage.group.id, as: carol.id, before: nil, limit: 1)
        }
        await expect(.notFound) { try await stage.files.file(.random(), as: stage.alice.id) }
        // It belongs to a message now.
        try await stage.files.discard(file.id, of: stage.alice.id)
        #expect(try await stage.files.file(file.id, as: stage.bob.id) == sent)
        let other = try await stage.upload("b", "2")
        try await stage.files.discard(other.id, of: stage.bob.id)
        #expect(try await stage.files.file(other.id, as: stage.alice.id).attachment == other)
        for _ in 0..<2 { try await stage.files.discard(other.id, of: stage.alice.id) }
        await expect(.notFound) { try await stage.files.file(other.id, as: stage.alice.id) }
    }

    private static func listing(_ stage: FileStage) async throws {
        var messages: [Message] = []
        for number in 0..<3 {
            let files = [try await stage.upload("\(number)a", "1"), try await stage.upload("\(number)b", "2")]
            messages.append(try await stage.send("\(number)", files))
        }
        _ = try await stage.upload("unsent", "1")
        func names(before: Message?, limit: Int) async throws -> [String] {
            try await stage.files.files(in: stage.group.id, as: stage.bob.id, before: before?.id, limit: limit)
                .map(\.attachment.name.description)
        }
        #expect(try await names(before: nil, limit: 100) == ["2a", "2b", "1a", "1b", "0a", "0b"])
        #expect(try await names(before: nil, limit: 1) == ["2a", "2b"])
        #expect(try await names(before: messages[2], limit: 3) == ["1a", "1b", "0a", "0b"])
        #expect(try await names(before: messages[0], limit: 3) == [])
    }

    private static func limits(_ stage: FileStage) async throws {
        await expect(.fileTooLarge) { try await stage.upload("a", String(repeating: "x", count: 101)) }
        await expect(.fileTooLarge) { try await stage.files.checkRoom(for: 101, of: stage.alice.id) }
        let largest = String(repeating: "x", count: 100)
        for _ in 0..<3 { _ = try await stage.upload("a", largest) }
        await expect(.quotaExceeded(.person)) { try await stage.upload("b", "1") }
        if stage.isStore {
            await expect(.quotaExceeded(.person)) { try await stage.files.checkRoom(for: 1, of: stage.alice.id) }
        }
        _ = try await stage.upload("b", largest, as: stage.bob)
        _ = try await stage.upload("b", String(largest.dropFirst()), as: stage.bob)
        try await stage.files.checkRoom(for: 1, of: stage.bob.id)
        for (person, taken) in [(stage.alice, Int64(300)), (stage.bob, 199)] {
            let room = FileRoom(taken: taken, limit: FileBehaviour.limits.bytesOfPerson)
            #expect(try await stage.files.room(of: person.id) == room)
        }
        if stage.isStore {
            let figures = try await #require(stage.stage.repositories.users as? any CountedChat).figures()
            #expect(figures.files == 5 && figures.bytesOfFiles == 499)
        }
        await expect(.quotaExceeded(.all)) { try await stage.upload("b", "12", as: stage.bob) }
        if stage.isStore {
            await expect(.quotaExceeded(.all)) { try await stage.files.checkRoom(for: 2, of: stage.bob.id) }
        }
        _ = try await stage.upload("b", "1", as: stage.bob)
        // An empty one takes no room.
        _ = try await stage.upload("b", "", as: stage.bob)
    }

    private static func uploadsAtOnce(_ stage: FileStage) async throws {
        let largest = String(repeating: "x", count: 100)
        let kept = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<20 {
                group.addTask {
                    do {
                        _ = try await stage.upload("\(number)", largest)
                        return true
                    } catch {
                        #expect((error as? ChatError)?.reason == .quotaExceeded(.person))
                        return false
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(kept.count { $0 } == 3)
    }

    /// As many as a hundred people may send at the same moment; empty ones, which take no room.
    private static func manyAtOnce(_ stage: FileStage) async throws {
        let ids = try await withThrowingTaskGroup(of: FileID.self) { group in
            for number in 0..<100 { group.addTask { try await stage.upload("\(number)", "").id } }
            return try await group.reduce(into: Set<FileID>()) { $0.insert($1) }
        }
        #expect(ids.count == 100)
    }

    private static func room(_ stage: FileStage) async throws {
        let largest = String(repeating: "x", count: 100)
        let files = [
            try await stage.upload("a", largest), try await stage.upload("b", largest),
            try await stage.upload("c", largest),
        ]
        let message = try await stage.send("hello", Array(files.prefix(2)))
        try await stage.stage.repositories.messages.delete(message.id, in: stage.group.id, as: stage.alice.id)
        for file in files.prefix(2) {
            await expect(.notFound) { try await stage.files.file(file.id, as: stage.bob.id) }
        }
        try await stage.files.discard(files[2].id, of: stage.alice.id)
        for _ in 0..<3 { _ = try await stage.upload("d", largest) }
    }

    private static func search(_ stage: FileStage) async throws {
        let search = stage.stage.repositories.search
        let sent = try await stage.send("minutes", [try await stage.upload("Plan of the VERANDA.pdf", "1")])
        func found(_ words: String) async throws -> [Message] {
            try await search.search(try #require(SearchQuery(words)), as: stage.bob.id, limit: 5).hits
        }
        #expect(try await found("veranda") == [sent])
        #expect(try await found("minutes plan") == [sent])
        _ = try await stage.send("a plan", [])
        for (contents, count) in [[.file]: 1, [.picture]: 0, [.link]: 0, []: 2] as [Set<SearchFilter.Content>: Int] {
            for words in ["plan", nil] {
                let hits = try await search.search(
                    words.flatMap { SearchQuery($0) }, within: SearchFilter(contents: contents), as: stage.bob.id,
                    limit: 5
                ).hits.filter { $0.sender != nil }
                #expect(hits.count == count, "\(contents)")
            }
        }
        try await stage.stage.repositories.messages.delete(sent.id, in: stage.group.id, as: stage.alice.id)
        #expect(try await found("veranda") == [])
    }

    private static func person(_ stage: FileStage) async throws {
        let administration = try #require(stage.stage.repositories.users as? any UserAdministration)
        let sent = try await stage.send("hello", [try await stage.upload("a", "1")])
        let unsent = try await stage.upload("b", "2")
        let other = try await stage.send("mine", [try await stage.upload("c", "3", as: stage.bob)], as: stage.bob)
        let own = try await administration.messages(of: stage.alice.id, in: .first)
        #expect(own.values.map(\.attachments) == [sent.attachments])
        _ = try await administration.delete(stage.alice.id, withMessages: true)
        await expect(.notFound) { try await stage.files.file(unsent.id, as: stage.alice.id) }
        await expect(.notFound) { try await stage.files.file(sent.attachments[0].id, as: stage.bob.id) }
        let rest = try await stage.files.files(in: stage.group.id, as: stage.bob.id, before: nil, limit: 5)
        #expect(rest.map(\.attachment) == other.attachments)
    }
}

/// The scene of a `FileBehaviour`: a group of two people.
struct FileStage: Sendable {
    let stage: Stage
    let sender: any MessageSender
    let files: any FileRepository
    let isStore: Bool
    let arrive: @Sendable (_ name: String, _ content: String) throws -> NewFile
    let alice: User
    let bob: User
    let group: Conversation

    func upload(_ name: String, _ content: String, as person: User? = nil) async throws -> Chat.Attachment {
        try await files.add(try arrive(name, content), of: (person ?? alice).id)
    }

    func outcome(_ text: String, _ files: [FileID], _ key: FormKey = .random(), as person: User? = nil) async throws
        -> SendOutcome
    {
        stage.clock.advance(by: .seconds(1))
        return try await sender.send(
            NewMessage(
                conversation: group.id, sender: (person ?? alice).id, text: try MessageText(besideFiles: text),
                files: files), key: key)
    }

    func send(_ text: String, _ files: [Chat.Attachment], _ key: FormKey = .random(), as person: User? = nil)
        async throws
        -> Message
    {
        let outcome = try await outcome(text, files.map(\.id), key, as: person)
        guard case .sent(let message) = outcome else {
            throw ChatError(.unexpectedAnswer("sent before"), during: "send")
        }
        return message
    }

    /// Oldest first.
    func texts() async throws -> [String] {
        try await stage.messages(in: group, as: alice, limit: 100).reversed().compactMap(\.text)
    }
}
