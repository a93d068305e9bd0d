import Chat
import ChatRecords
import Cryptography
import Files
import Foundation
import PostgreSQL
import PostgreSQLServer
import RepositoryBehaviour
import Testing

@testable import PostgreSQLChat

/// Three sites on one database and one folder, here with connections of their own, and two people with a group.
struct SharedFiles {
    let place: TestDatabase
    let scratch = ScratchFolder()
    /// Where files arrive at the sites: not in the folder that they share.
    let arrivals = ScratchFolder()
    let clock = ManualClock()
    let folder: ContentFolder
    let stores: [PostgreSQLChatStore]
    let files: [PostgreSQLFiles]
    let alice: User
    let bob: User
    let group: Conversation

    init(limits: FileLimits = FileLimits(), reserve: UInt64 = ContentFolder.reserve) async throws {
        let place = try await TestDatabase.migrated()
        let folder = try ContentFolder(scratch.path, reserve: reserve)
        try FileManager.default.createDirectory(atPath: arrivals.path, withIntermediateDirectories: true)
        let clock = clock
        stores = [place.database, place.another(), place.another()].map {
            PostgreSQLChatStore($0, files: FileKeeping(.folder(folder), limits: limits), time: .of(clock.clock))
        }
        files = try stores.map { try #require($0.files) }
        (self.place, self.folder) = (place, folder)
        alice = try await stores[0].register(NewUser(alias: Alias("alice")!, name: DisplayName("A")!, avatarURL: nil))
        bob = try await stores[1].register(NewUser(alias: Alias("bob")!, name: DisplayName("B")!, avatarURL: nil))
        group = try await stores[2].create(
            NewConversation(.group(name: DisplayName("縁側")!), participants: [alice.id, bob.id])!, as: alice.id)
    }

    func arrived(_ name: String, _ content: String) throws -> NewFile {
        try .arrived(in: arrivals.path, name, content)
    }

    func upload(_ name: String, _ content: String, at site: Int = 0, as person: User? = nil) async throws
        -> Chat.Attachment
    {
        try await files[site].add(try arrived(name, content), of: (person ?? alice).id)
    }

    func new(_ attachments: [Chat.Attachment], as person: User? = nil) -> NewMessage {
        NewMessage(
            conversation: group.id, sender: (person ?? alice).id, text: .none, files: attachments.map(\.id))
    }

    func send(_ attachments: Chat.Attachment..., at site: Int = 0, as person: User? = nil) async throws -> Message {
        try await stores[site].send(new(attachments, as: person))
    }

    func hash(_ content: String) throws -> ContentHash {
        try #require(ContentHash(SHA256.hash(Array(content.utf8))))
    }

    /// Compares rows and contents, after all is deleted that nothing refers to any more.
    func check() async throws -> FileCheck {
        try await stores[0].dropReleased()
        return try await FileCheck(of: stores[0], in: folder)
    }

    func text(of file: SentFile) throws -> String { try String(contentsOfFile: file.path, encoding: .utf8) }
}
