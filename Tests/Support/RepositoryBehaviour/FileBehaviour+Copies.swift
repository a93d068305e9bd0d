import Chat
import Foundation
import Testing

extension FileBehaviour {
    static func copies(_ stage: FileStage) async throws {
        let file = try await stage.upload("a.txt", "1")
        let message = try await stage.send("hello", [file])
        let sent = try await stage.files.file(file.id, as: stage.bob.id)
        let id = FileID.random()
        for _ in 0..<2 {
            let copy = try await stage.files.copy(sent, as: id, of: stage.bob.id)
            #expect(copy == file.copy(as: id))
        }
        await expect(.notFound) { try await stage.files.file(id, as: stage.alice.id) }
        try await stage.stage.repositories.messages.delete(message.id, in: stage.group.id, as: stage.alice.id)
        let kept = try await stage.files.file(id, as: stage.bob.id)
        #expect(kept.hash == sent.hash)
        try await stage.files.fetch(kept, as: stage.bob.id)
        #expect(FileManager.default.contents(atPath: kept.path) == Data("1".utf8))
        // Another content, or another person's. Over REST, the content of what one may not read can't be fetched.
        let other = try await stage.files.file(try await stage.upload("b.txt", "2").id, as: stage.alice.id)
        await expect(stage.isStore ? .invalid("") : .notFound) {
            try await stage.files.copy(other, as: id, of: stage.bob.id)
        }
        await expect(.invalid("")) { try await stage.files.copy(sent, as: id, of: stage.alice.id) }
        guard stage.isStore else { return }
        try await stage.files.discard(id, of: stage.bob.id)
        await expect(.notFound) { try await stage.files.copy(sent, as: .random(), of: stage.bob.id) }
    }
}
