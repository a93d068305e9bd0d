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

    @Test func `conversations are pinned on all devices, and go with the person`() async throws {
        let accounts = try await RecordPlace().accounts()
        let register = AccountRegister(accounts, clock: clock.clock)
        let (first, second) = (UserID.random(), UserID.random())
        let all = (0..<(AccountRegister.maximumPinned + 3)).map { _ in ConversationID.random() }
        for id in all {
            clock.advance(by: .milliseconds(1))
            try await register.set(pinned: true, id, of: first)
        }
        #expect(try await register.pinnedConversations(of: first) == all.dropFirst(3).reversed())
        #expect(try await register.pinnedConversations(of: second) == [])
        // Pinned again, it keeps its place.
        clock.advance(by: .milliseconds(1))
        try await register.set(pinned: true, all[10], of: first)
        try await register.set(pinned: false, all[11], of: first)
        #expect(
            try await register.pinnedConversations(of: first) == all.dropFirst(3).filter { $0 != all[11] }.reversed())
        _ = try await Sessions(accounts, vault: Vault(key: .random()), clock: clock.clock).erase(first)
        #expect(try await register.pinnedConversations(of: first) == [])
    }

    @Test func `people are blocked on all devices, no more than allowed, and it goes with either of them`()
        async throws
    {
        let accounts = try await RecordPlace().accounts()
        let register = AccountRegister(accounts, clock: clock.clock)
        let (ann, bob, cat) = (UserID.random(), UserID.random(), UserID.random())
        for other in [bob, cat, bob] {
            clock.advance(by: .milliseconds(1))
            #expect(try await register.set(blocked: true, other, by: ann))
        }
        #expect(try await register.blocked(by: ann) == [cat, bob])
        #expect(try await register.block(of: ann, towards: bob) == .own)
        #expect(try await register.block(of: bob, towards: ann) == .others)
        #expect(try await register.block(of: bob, towards: cat) == .none)
        try await register.set(blocked: true, ann, by: bob)
        #expect(try await register.block(of: bob, towards: ann) == .own)
        try await register.set(blocked: false, ann, by: bob)
        for _ in 2..<AccountRegister.maximumBlocked {
            #expect(try await register.set(blocked: true, .random(), by: ann))
        }
        #expect(!(try await register.set(blocked: true, .random(), by: ann)))
        #expect(try await register.set(blocked: true, bob, by: ann))
        #expect(try await register.blocked(by: ann).count == AccountRegister.maximumBlocked)
        let sessions = Sessions(accounts, vault: Vault(key: .random()), clock: clock.clock)
        _ = try await sessions.erase(bob)
        #expect(try await register.block(of: ann, towards: bob) == .none)
        _ = try await sessions.erase(ann)
        #expect(try await register.blocked(by: ann) == [])
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
        settings.quietHours = QuietHours(from: .init("22:30")!, to: .init("07:05")!)
        #expect(NotificationSettings(settings.json) == settings)
        #expect(settings.json["quiet"] == ["from": "22:30", "to": "07:05"])
        for quiet: JSON in [.null, "22:00", [:], ["from": "22:00"], ["from": "22:00", "to": "22:00"]] {
            #expect(NotificationSettings(["quiet": quiet])?.quietHours == nil)
        }
        for text in ["", "22", "22:0", "24:00", "22:60", "-1:00", "22:00:00", "２２:00", "ab:cd"] {
            #expect(QuietHours.Time(text) == nil, "\(text)")
        }
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
                DROP TABLE notification_level; DROP TABLE pinned_conversation; DROP TABLE blocked_person;
                DROP TABLE message_report; DROP TABLE self_description; DROP TABLE scheduled_message; DROP TABLE custom_emoji; PRAGMA user_version = 10
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
