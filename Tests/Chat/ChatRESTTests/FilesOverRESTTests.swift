import Chat
import ChatBackend
import ChatRecords
import ChatStore
import Concurrency
import Cryptography
import FileIntake
import FileTypes
import Files
import Foundation
import HTTP
import Replay
import RepositoryBehaviour
import SQLite
import Sending
import Testing

@testable import ChatREST

/// The files of messages over REST, before the embedded backend.
struct FilesOverRESTTests {
    @Test("files over REST are as those of the store", arguments: FileBehaviour.all.filter { !$0.managesPeople })
    func behaves(_ behaviour: FileBehaviour) async throws {
        let stand = try Stand(FileBehaviour.limits)
        try await stand.rest.capabilities.refresh()
        let ledger = try SendLedgerDatabase(.memory, clock: stand.clock.clock)
        let sender = LedgerSender(
            stand.rest.repositories.messages, members: stand.rest.repositories.conversations, ledger: ledger,
            clock: stand.clock.clock)
        try await behaviour.verify(
            stand.rest.repositories, sender, stand.files, stand.clock, isStore: false, arrive: stand.arrive)
    }

    @Test func `a file of several parts arrives as it was, and is fetched as it was`() async throws {
        let stand = try Stand()
        try await stand.rest.capabilities.refresh()
        let alice = try await stand.person("alice")
        for count in [0, 1, RESTFiles.partBytes, RESTFiles.partBytes + 1, 2 * RESTFiles.fetchedBytes + 3] {
            let content = Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) })
            let file = try await stand.files.add(try stand.arrive("a \(count)", content), of: alice)
            #expect(file.bytes == Int64(count))
            let sent = try await stand.files.file(file.id, as: alice)
            #expect(!FileManager.default.fileExists(atPath: sent.path))
            try await stand.files.fetch(sent, as: alice)
            #expect(FileManager.default.contents(atPath: sent.path) == content)
        }
    }

    @Test func `what a file is the backend finds out, and a picture has its shape`() async throws {
        let stand = try Stand()
        try await stand.rest.capabilities.refresh()
        let alice = try await stand.person("alice")
        let png = try #require(
            Data(
                base64Encoded:
                    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="))
        let picture = try await stand.files.add(try stand.arrive("a.png", png), of: alice)
        #expect(picture.type.description == "image/png")
        #expect(picture.picture?.width == 1)
        let text = try await stand.files.add(try stand.arrive("a.png", Data("words".utf8)), of: alice)
        #expect(text.type.description == "text/plain")
        #expect(text.picture == nil)
    }

    @Test func `a picture that is too large to be decoded loses what tells more than it shows all the same`()
        async throws
    {
        let stand = try Stand()
        try await stand.rest.capabilities.refresh()
        let alice = try await stand.person("alice")
        // A PNG of 30,000 by 30,000 pixels. Nobody looks at its checksums.
        let secret = Data("35.6812N 139.7671E".utf8)
        let header = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]) + Data("IHDR".utf8)
        let size: [UInt8] = [0, 0, 0x75, 0x30, 0, 0, 0x75, 0x30, 8, 6, 0, 0, 0, 0, 0, 0, 0]
        let text = Data([0, 0, 0, UInt8(secret.count)]) + Data("tEXt".utf8) + secret + Data(count: 4)
        let pixels = Data([0, 0, 0, 1]) + Data("IDAT".utf8) + Data(count: 5)
        let end = Data(count: 4) + Data("IEND".utf8) + Data(count: 4)
        let file = try await stand.files.add(
            try stand.arrive("a.png", header + size + text + pixels + end + secret), of: alice)
        #expect(file.type.description == "image/png")
        #expect(file.picture == nil)
        let sent = try await stand.files.file(file.id, as: alice)
        try await stand.files.fetch(sent, as: alice)
        #expect(FileManager.default.contents(atPath: sent.path) == header + size + pixels + end)
    }

    @Test func `a file whose content is there already is not sent again`() async throws {
        let stand = try Stand()
        try await stand.rest.capabilities.refresh()
        let alice = try await stand.person("alice")
        let new = try stand.arrive("a", Data(count: 3 * RESTFiles.partBytes))
        let first = try await stand.files.add(new, of: alice)
        let before = stand.requests.withLock { $0 }
        let again = try stand.arrive("a", Data(count: 3 * RESTFiles.partBytes), id: new.id)
        #expect(try await stand.files.add(again, of: alice) == first)
        #expect(stand.requests.withLock { $0 } == before + 2)
    }

    @Test func `a backend without capabilities has no files, and one that fails leaves what was known`() async throws {
        let stand = try Stand()
        #expect(!stand.files.isThere)
        #expect(!stand.files.limits.allowFiles)
        try await stand.rest.capabilities.refresh()
        #expect(stand.files.isThere)
        #expect(stand.files.limits.bytesOfFile == FileLimits().bytesOfFile)
        for (status, body, isThere) in [
            (Status.serviceUnavailable, #"{"message":"No"}"#, true),
            (.notFound, #"{"message":"No such route"}"#, false),
            (.ok, "{}", false), (.ok, #"{"files":{"maximumBytes":5}}"#, true), (.notFound, "404 Not Found", false),
        ] {
            stand.answer.withLock { $0 = ClientResponse(status, body: Array(body.utf8)) }
            try? await stand.rest.capabilities.refresh()
            #expect(stand.files.isThere == isThere, "\(body)")
        }
    }

    @Test func `what was read of a file is asked again after a while only`() async throws {
        let stand = try Stand()
        try await stand.rest.capabilities.refresh()
        let (alice, bob) = (try await stand.person("alice"), try await stand.person("bob"))
        let group = try #require(NewConversation(.direct, participants: [alice, bob]))
        let conversation = try await stand.rest.repositories.conversations.create(group, as: alice).id
        let file = try await stand.files.add(try stand.arrive("a", Data("1".utf8)), of: alice)
        let message = try await stand.rest.repositories.messages.send(
            NewMessage(conversation: conversation, sender: alice, text: .none, files: [file.id]))
        func requests(_ body: () async throws -> Void) async rethrows -> Int {
            let before = stand.requests.withLock { $0 }
            try await body()
            return stand.requests.withLock { $0 } - before
        }
        #expect(try await requests { for _ in 0..<3 { _ = try await stand.files.file(file.id, as: bob) } } == 1)
        #expect(try await requests { _ = try await stand.files.file(file.id, as: alice) } == 1)
        stand.clock.advance(by: KnownFiles.memory)
        #expect(try await requests { _ = try await stand.files.file(file.id, as: bob) } == 1)
        try await stand.rest.repositories.messages.delete(message.id, in: conversation, as: alice)
        await #expect(throws: ChatError.self) { try await stand.files.file(file.id, as: bob) }
    }
}

/// The embedded backend with files, and its repositories over REST.
private final class Stand: Sendable {
    let clock = ManualClock()
    let rest: RESTRepositories
    let files: RESTFiles
    let folder: String
    /// How many requests there were.
    let requests = Lock(0)
    /// What is answered to every request instead of what the backend answers.
    let answer = Lock<ClientResponse?>(nil)

    init(_ limits: FileLimits = FileLimits()) throws {
        folder = NSTemporaryDirectory() + "files-over-rest-\(UUID())"
        let content = try ContentFolder(folder)
        let store = try ChatStore(
            .memory, files: ChatStore.FileKeeping(content, limits: limits), clock: clock.clock)
        let kept = try #require(store.files)
        let backend = ChatBackend(
            repositories: store.repositories,
            files: ChatBackend.Files(
                FileIntake(kept, types: try FileTypeDetector()), arriving: ArrivingFiles(folder: kept.incoming)))
        let (requests, answer) = (requests, answer)
        rest = RESTRepositories(
            transport: Answering(
                backend: HandlerTransport(backend.respond), requests: requests, answer: answer),
            baseURL: HandlerTransport.baseURL, clock: clock.clock,
            contents: try FetchedContents("\(folder)/fetched"))
        files = try #require(rest.files)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    func person(_ alias: String) async throws -> UserID {
        let new = NewUser(
            alias: try #require(Alias(alias)), name: try #require(DisplayName(alias)), avatarURL: nil)
        return try await rest.repositories.users.register(new).id
    }

    func arrive(_ name: String, _ content: String) throws -> NewFile { try arrive(name, Data(content.utf8)) }

    func arrive(_ name: String, _ content: Data, id: FileID = .random()) throws -> NewFile {
        let path = "\(folder)/\(UUID())"
        try content.write(to: URL(filePath: path))
        return NewFile(
            id: id, name: FileName(name), type: .unknown, path: path, bytes: Int64(content.count),
            hash: SHA256.hash(Array(content)))
    }
}

private struct Answering: Transport {
    let backend: HandlerTransport
    let requests: Lock<Int>
    let answer: Lock<ClientResponse?>

    func send(_ request: ClientRequest) async throws(TransportError) -> ClientResponse {
        requests.withLock { $0 += 1 }
        if let answer = answer.withLock({ $0 }) { return answer }
        return try await backend.send(request)
    }
}
