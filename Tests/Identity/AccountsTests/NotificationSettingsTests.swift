import Accounts
import Bytes
import Chat
import Cryptography
import Foundation
import RecordStores
import RepositoryBehaviour
import SQLite
import Testing

/// Which messages call a person.
@Suite(.eachRecordStore) struct NotificationSettingsTests {
    private let clock = ManualClock()

    @Test func `they are kept for each person, and go with the person`() async throws {
        let accounts = try await RecordPlace().accounts()
        let register = AccountRegister(accounts, clock: clock.clock)
        let (first, second) = (UserID.random(), UserID.random())
        var settings = NotificationSettings()
        settings.others = true
        let kept = AccountRegister.KeptNotifications(settings, areAtService: false)
        try await register.set(kept, of: first)
        #expect(try await register.notifications(of: first) == kept)
        #expect(try await register.notifications(of: second) == nil)
        let sessions = Sessions(accounts, vault: Vault(key: .random()), clock: clock.clock)
        _ = try await sessions.erase(first)
        #expect(try await register.notifications(of: first) == nil)
    }

    @Test func `a level of one conversation is kept until its end, and goes with the person`() async throws {
        let accounts = try await RecordPlace().accounts()
        let register = AccountRegister(accounts, clock: clock.clock)
        let (first, second) = (UserID.random(), UserID.random())
        let (muted, other) = (ConversationID.random(), ConversationID.random())
        let end = clock.now.adding(.seconds(60))
        try await register.set(NotificationLevel(.nothing, until: end), of: first, in: muted)
        try await register.set(NotificationLevel(.all), of: first, in: other)
        #expect(
            try await register.levels(of: first)
                == [muted: NotificationLevel(.nothing, until: end), other: NotificationLevel(.all)])
        #expect(try await register.levels(of: second) == [:])
        let sessions = Sessions(accounts, vault: Vault(key: .random()), clock: clock.clock)
        clock.advance(by: .seconds(60))
        #expect(try await register.levels(of: first) == [other: NotificationLevel(.all)])
        try await register.set(NotificationLevel(.mentions), of: first, in: other)
        #expect(try await register.levels(of: first) == [other: NotificationLevel(.mentions)])
        try await register.set(nil, of: first, in: other)
        #expect(try await register.levels(of: first) == [:])
        try await register.set(NotificationLevel(.nothing), of: first, in: muted)
        _ = try await sessions.erase(first)
        #expect(try await register.levels(of: first) == [:])
    }

    @Test func `no more levels are kept than may be, those chosen last`() async throws {
        let register = AccountRegister(try await RecordPlace().accounts(), clock: clock.clock)
        let user = UserID.random()
        let all = (0..<(AccountRegister.maximumLevels + 3)).map { _ in ConversationID.random() }
        for id in all {
            clock.advance(by: .milliseconds(1))
            try await register.set(NotificationLevel(.nothing), of: user, in: id)
        }
        #expect(try await Set(register.levels(of: user).keys) == Set(all.dropFirst(3)))
    }

    @Test func `what was chosen meanwhile is not replaced by what was read before`() async throws {
        let register = AccountRegister(try await RecordPlace().accounts(), clock: clock.clock)
        let user = UserID.random()
        let old = AccountRegister.KeptNotifications(NotificationSettings(), areAtService: true)
        var chosen = NotificationSettings()
        chosen.hasSound = true
        let new = AccountRegister.KeptNotifications(chosen, areAtService: false)
        #expect(try await register.replace(nil, by: old, of: user) == old)
        try await register.set(new, of: user)
        #expect(try await register.replace(old, by: old, of: user) == new)
        #expect(try await register.notifications(of: user) == new)
        let written = AccountRegister.KeptNotifications(chosen, areAtService: true)
        #expect(try await register.replace(new, by: written, of: user) == written)
    }
}

/// What is particular to SQLite, or has nothing to do with a database.
@Suite struct NotificationSettingsFormatTests {
    private let clock = ManualClock()

    @Test func `settings come back from JSON, and what is missing or wrong has its default`() {
        var settings = NotificationSettings()
        settings.directs = false
        settings.others = true
        settings.content = .nothing
        settings.hasSound = true
        #expect(NotificationSettings(settings.json) == settings)
        #expect(NotificationSettings([:]) == NotificationSettings())
        #expect(NotificationSettings(["directs": "no", "content": "all", "sound": 1]) == NotificationSettings())
        for json: JSON in [.null, false, "x", [1]] { #expect(NotificationSettings(json) == nil) }
    }

    @Test func `a database of the version before gets the table`() async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).sqlite")
            .path(percentEncoded: false)
        defer { for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) } }
        let user = UserID.random()
        do {
            let register = AccountRegister(try AccountsDatabase(.file(path)), clock: clock.clock)
            try await register.set(.admin, of: user)
        }
        do {
            var connection = try Connection(.file(path))
            try connection.execute(
                """
                DROP TABLE notification_settings; DROP TABLE appearance_settings; DROP TABLE removed_preview;
                DROP TABLE notification_level; PRAGMA user_version = 10
                """
            )
        }
        let register = AccountRegister(try AccountsDatabase(.file(path)), clock: clock.clock)
        #expect(try await register.account(of: user).role == .admin)
        #expect(try await register.notifications(of: user) == nil)
        try await register.set(AccountRegister.KeptNotifications(NotificationSettings(), areAtService: true), of: user)
        #expect(try await register.notifications(of: user) != nil)
    }
}
