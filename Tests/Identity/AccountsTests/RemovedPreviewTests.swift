import Chat
import Foundation
import RecordStores
import SQLite
import Testing

@testable import Accounts

@Suite(.eachRecordStore) struct RemovedPreviewTests {
    @Test func `a preview that was removed stays removed, and others are not`() async throws {
        let register = AccountRegister(try await RecordPlace().accounts())
        let (first, second, other) = (MessageID.random(), MessageID.random(), MessageID.random())
        #expect(try await register.removedPreviews(among: []).isEmpty)
        #expect(try await register.removedPreviews(among: [first, second, other]).isEmpty)
        for message in [first, second, first] { try await register.removePreview(of: message) }
        #expect(try await register.removedPreviews(among: [other, first, second]) == [first, second])
        #expect(try await register.removedPreviews(among: [other]).isEmpty)
    }
}

/// The same, after an update of the program.
@Suite struct RemovedPreviewMigrationTests {
    @Test func `a database of the version before gets the table`() async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).sqlite")
            .path(percentEncoded: false)
        defer { for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) } }
        do {
            _ = try AccountsDatabase(.file(path))
            var connection = try Connection(.file(path))
            try connection.execute(
                """
                DROP TABLE removed_preview; DROP TABLE notification_level; DROP TABLE pinned_conversation; DROP TABLE blocked_person;
                DROP TABLE message_report; DROP TABLE self_description; DROP TABLE scheduled_message; DROP TABLE custom_emoji;
                PRAGMA user_version = 12
                """)
        }
        let register = AccountRegister(try AccountsDatabase(.file(path)))
        let message = MessageID.random()
        try await register.removePreview(of: message)
        #expect(try await register.removedPreviews(among: [message]) == [message])
    }
}
