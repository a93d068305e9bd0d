import Chat
import ChatBackend
import ChatRecords
import ChatREST
import ChatStore
import Cryptography
import FileIntake
import FileTypes
import Files
import Foundation

/// Calls every operation on files, and lets each of them fail.
struct FileTour {
    let rest: RESTRepositories
    let files: RESTFiles

    init?(_ rest: RESTRepositories) {
        guard let files = rest.files else { return nil }
        self.rest = rest
        self.files = files
    }

    func run() async throws {
        try await rest.capabilities.refresh()
        let (alice, stranger) = (try await person("files.alice"), try await person("files.stranger"))
        guard let group = NewConversation(.direct, participants: [alice, stranger]) else { return }
        let conversation = try await rest.repositories.conversations.create(group, as: alice).id
        let (id, other) = (FileID.random(), FileID.random())
        _ = try await files.add(Self.arrived(Array("縁側".utf8), as: id), of: alice)
        _ = try await files.add(Self.arrived(Array("縁側".utf8), as: id), of: alice)
        _ = try? await files.add(Self.arrived(Array("another".utf8), as: id), of: stranger)
        _ = try await files.add(Self.arrived([], as: other), of: alice)
        let message = try await rest.repositories.messages.send(
            NewMessage(conversation: conversation, sender: alice, text: .none, files: [id]))
        _ = try? await rest.repositories.messages.send(
            NewMessage(conversation: conversation, sender: alice, text: .none, files: [id]))
        let file = try await files.file(id, as: stranger)
        try await files.fetch(file, as: stranger)
        _ = try? await files.file(.random(), as: alice)
        _ = try? await files.file(other, as: stranger)
        _ = try await files.files(in: conversation, as: alice, before: nil, limit: 5)
        _ = try await files.files(in: conversation, as: alice, before: message.id, limit: 5)
        _ = try? await files.files(in: .random(), as: alice, before: nil, limit: 5)
        for _ in 0..<2 { try await files.discard(other, of: alice) }
        _ = try await files.room(of: alice)
        _ = try? await files.room(of: .random())
    }

    private func person(_ alias: String) async throws -> UserID {
        guard let alias = Alias(alias), let name = DisplayName("A person with files") else {
            preconditionFailure("the values are valid")
        }
        return try await rest.repositories.users.register(NewUser(alias: alias, name: name, avatarURL: nil)).id
    }

    /// A file that has arrived. Those who keep it delete it.
    static func arrived(_ content: [UInt8], as id: FileID) throws -> NewFile {
        let path = NSTemporaryDirectory() + "rest-exchanges-\(UUID())"
        try Data(content).write(to: URL(filePath: path))
        return NewFile(
            id: id, name: FileName("縁側.txt"), type: .unknown, path: path, bytes: Int64(content.count),
            hash: SHA256.hash(content))
    }
}

/// A folder for what is kept while the program runs.
struct ScratchFolder {
    let path = NSTemporaryDirectory() + "rest-exchanges-\(UUID())"

    /// A store with files in it.
    func store() throws -> ChatStore {
        try ChatStore(
            .memory, files: ChatStore.FileKeeping(try ContentFolder(path), limits: FileLimits()), clock: .system)
    }

    func files(of store: ChatStore) throws -> ChatBackend.Files? {
        try store.files.map {
            ChatBackend.Files(
                FileIntake($0, types: try FileTypeDetector()), arriving: ArrivingFiles(folder: $0.incoming))
        }
    }

    func contents() throws -> FetchedContents { try FetchedContents("\(path)/fetched") }

    func delete() { try? FileManager.default.removeItem(atPath: path) }
}
