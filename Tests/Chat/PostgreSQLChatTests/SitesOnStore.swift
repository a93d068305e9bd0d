import Chat
import ChatRecords
import Cryptography
import Files
import Foundation
import ObjectServer
import PostgreSQLServer
import RepositoryBehaviour
import Testing

@testable import PostgreSQLChat

/// Three sites on one database and one bucket of a real store, each with a cache of its own, and two people with a group.
struct SitesOnStore {
    let place: TestDatabase
    let arrivals = ScratchFolder()
    private let caches = ScratchFolder()
    let clock = ManualClock()
    let contents: ContentsInTest
    let stores: [PostgreSQLChatStore]
    let files: [PostgreSQLFiles]
    let alice: User
    let group: Conversation

    init(limits: FileLimits = FileLimits()) async throws {
        let place = try await TestDatabase.migrated()
        let contents = ContentsInTest(try await ObjectServer.shared().bucket(prefix: "files"))
        try FileManager.default.createDirectory(atPath: arrivals.path, withIntermediateDirectories: true)
        let (clock, caches) = (clock, caches)
        stores = try [place.database, place.another(), place.another()].enumerated().map { number, database in
            let cache = try FetchedContents("\(caches.path)/\(number)")
            return PostgreSQLChatStore(
                database, files: FileKeeping(.store(contents, cache: cache), limits: limits),
                time: .of(clock.clock))
        }
        files = try stores.map { try #require($0.files) }
        (self.place, self.contents) = (place, contents)
        alice = try await stores[0].register(NewUser(alias: Alias("alice")!, name: DisplayName("A")!, avatarURL: nil))
        group = try await stores[1].create(
            NewConversation(.group(name: DisplayName("縁側")!), participants: [alice.id])!, as: alice.id)
    }

    func upload(_ content: String, at site: Int = 0) async throws -> Chat.Attachment {
        try await files[site].add(try .arrived(in: arrivals.path, content, content), of: alice.id)
    }

    func send(_ attachment: Chat.Attachment, at site: Int = 0) async throws -> Message {
        try await stores[site].send(
            NewMessage(conversation: group.id, sender: alice.id, text: .none, files: [attachment.id]))
    }

    /// The content of a file as a site reads it.
    func read(_ attachment: Chat.Attachment, at site: Int) async throws -> String {
        let file = try await files[site].file(attachment.id, as: alice.id)
        try await files[site].fetch(file, as: alice.id)
        return try String(contentsOfFile: file.path, encoding: .utf8)
    }

    func hash(_ content: String) throws -> ContentHash {
        try #require(ContentHash(SHA256.hash(Array(content.utf8))))
    }

    /// Compares rows and contents, after all is deleted that nothing refers to any more.
    func checkNow() async throws -> FileCheck {
        try await stores[0].dropReleased()
        return try await FileCheck(of: stores[0], in: contents)
    }

    /// The same when the other sites, too, have deleted such contents: they do it after the rows, and nobody waits for it.
    func check() async throws -> FileCheck {
        let end = ContinuousClock.now + .seconds(20)
        var check = try await checkNow()
        while !check.unreferenced.isEmpty, ContinuousClock.now < end { check = try await checkNow() }
        return check
    }
}
