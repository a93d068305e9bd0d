import Accounts
import Chat
import ChatRecords
import ChatStore
import Foundation
import Gateway
import Metrics
import PrometheusText
import SQLite
import Synchronization
import Testing

@testable import engawa

@Suite struct DataMetricsTests {
    private func withFolder(_ body: (DataFolder) async throws -> Void) async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try await body(try DataFolder(path))
    }

    @Test func `people, messages, sessions and sizes are counted when it is time, and a scrape shows their age`()
        async throws
    {
        try await withFolder { folder in
            let chat = try ChatStore(.file(path: folder.path(of: DataFile.chat)), clock: .system)
            let accounts = try AccountsDatabase(.file(folder.path(of: DataFile.accounts)))
            let sessions = Sessions(accounts, vault: try Vault(keyFile: folder.path(of: DataFile.vaultKey)))
            let registry = MetricsRegistry()
            let now = Mutex(ContinuousClock.now)
            let data = DataMetrics(folder, chat: chat, sessions, in: registry) { now.withLock { $0 } }
            func scrape() throws -> ExpositionParser { try ExpositionParser(registry.text) }
            #expect(try scrape().value("engawa_people") == nil)

            await data.refresh()
            #expect(try scrape().value("engawa_people") == 0)
            #expect(try scrape().value("engawa_messages_total") == 0)
            #expect(try scrape().value("engawa_sessions") == 0)
            #expect(try scrape().value("engawa_data_age_seconds") == 0)

            try #require(try SampleWorld.seed(chat))
            let alice = try await chat.repositories.users.users()[0]
            _ = try await sessions.begin(for: alice)
            now.withLock { $0 += .seconds(30) }
            #expect(try scrape().value("engawa_people") == 0)
            #expect(try scrape().value("engawa_data_age_seconds") == 30)

            await data.refresh()
            let figures = try scrape()
            #expect(figures.value("engawa_people") == Double(try await chat.repositories.users.users().count))
            #expect(try #require(figures.value("engawa_messages_total")) > 100)
            #expect(figures.value("engawa_files") == 0 && figures.value("engawa_files_size_bytes") == 0)
            #expect(figures.value("engawa_sessions") == 1)
            #expect(figures.value("engawa_data_age_seconds") == 0)
            #expect(try #require(figures.value("engawa_database_size_bytes", ["file": "chat.sqlite"])) > 100_000)
            #expect(try #require(figures.value("engawa_database_size_bytes", ["file": "sessions.sqlite"])) > 0)
            #expect(figures.value("engawa_database_size_bytes", ["file": "passwords.sqlite"]) == nil)
            let (free, size) = (figures.value("engawa_disk_free_bytes"), figures.value("engawa_disk_size_bytes"))
            #expect(try #require(free) > 0 && #require(free) <= #require(size))

            // The page of charts shows the same.
            let shown = try #require(data.siteFigures)
            #expect(shown.chat?.people == figures.value("engawa_people").map { Int($0) })
            #expect(shown.chat?.messages == figures.value("engawa_messages_total").map { Int($0) })
            #expect(shown.chat?.newMessages.isEmpty == false)
            #expect(shown.sessions == 1 && shown.disk.map { Double($0.free) } == free)
            let sizeOfChat = figures.value("engawa_database_size_bytes", ["file": "chat.sqlite"])
            #expect(shown.databases.first { $0.file == "chat.sqlite" }.map { Double($0.bytes) } == sizeOfChat)
        }
    }

    @Test func `a deleted message counts as one that was stored`() async throws {
        let chat = try ChatStore(.memory, clock: .system)
        try #require(try SampleWorld.seed(chat))
        let before = try await chat.figures()
        let alice = try #require(UserID("550e8400-e29b-41d4-a716-446655440001"))
        let veranda = try #require(ConversationID("550e8400-e29b-41d4-a716-446655450001"))
        let message = try await chat.repositories.messages.send(
            NewMessage(conversation: veranda, sender: alice, text: try MessageText("hello")))
        #expect(try await chat.figures().messages == before.messages + 1)
        try await chat.repositories.messages.delete(message.id, in: veranda, as: alice)
        #expect(try await chat.figures().messages == before.messages + 1)
    }

    @Test func `before a remote backend there are no figures of the chat`() async throws {
        try await withFolder { folder in
            let sessions = Sessions(
                try AccountsDatabase(.memory), vault: try Vault(keyFile: folder.path(of: DataFile.vaultKey)))
            let registry = MetricsRegistry()
            let data = DataMetrics(folder, chat: nil, sessions, in: registry)
            await data.refresh()
            #expect(!registry.text.contains("engawa_people") && !registry.text.contains("engawa_messages_total"))
            #expect(try ExpositionParser(registry.text).value("engawa_sessions") == 0)
        }
    }
}

@Suite struct SignInMetricsTests {
    @Test func `sign-ins are counted by the methods of the site, and what others invent is one`() throws {
        let registry = MetricsRegistry()
        let metrics = SignInMetrics(registry, [.userID, .passkey])
        func count(_ method: String, _ outcome: String) throws -> Double? {
            try ExpositionParser(registry.text).value(
                "engawa_sign_ins_total", ["method": method, "outcome": outcome])
        }
        #expect(try count("user-id", "signed-in") == 0 && count("passkey", "too-many") == 0)
        metrics.count(.signedIn, by: .userID)
        for number in 0..<50 { metrics.count(.refused, by: SignInMethodID("invented-\(number)")) }
        metrics.count(.refused, by: nil)
        #expect(try count("user-id", "signed-in") == 1)
        #expect(try count("other", "refused") == 51)
        #expect(!registry.text.contains("invented"))
    }
}
