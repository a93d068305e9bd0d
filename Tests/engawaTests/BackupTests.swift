import Chat
import ChatStore
import Eventually
import Foundation
import HTTP
import HTTPClient
import Synchronization
import Testing

@testable import engawa

/// The operator's backups, of a site that runs.
@Suite struct BackupTests {
    private let veranda = "550e8400-e29b-41d4-a716-446655450001"

    private final class Progress: Sendable {
        let acknowledged = Mutex<[String]>([])
        let isOver = Atomic<Bool>(false)
    }

    /// A folder that is not there yet, for the time of `body`.
    private func withFolder(_ body: (String) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "backup-\(UUID())").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await body(folder)
    }

    private func send(_ text: String, to site: RunningSite, _ cookie: String) async throws -> Status {
        try await CurlClient().send(
            ClientRequest(
                .post, "\(site.url)/conversations/\(veranda)/messages",
                headers: [.contentType: MediaType.urlEncodedForm.description, .origin: site.url, .cookie: cookie],
                body: (["text": text] as Form).urlEncoded)
        ).status
    }

    private func texts(in folder: String) async throws -> [String] {
        let store = try ChatStore(.file(path: "\(folder)/chat.sqlite"), clock: .system)
        let alice = try #require(UserID("550e8400-e29b-41d4-a716-446655440001"))
        let id = try #require(ConversationID(veranda))
        var texts: [String] = []
        var before: Timestamp?
        while true {
            let page = try await store.repositories.messages.messages(in: id, as: alice, before: before, limit: 1_000)
            texts += page.compactMap { if case .text(_, let text) = $0.content { text } else { nil } }
            guard let oldest = page.map(\.createdAt).min(), page.count > 1 else { return texts }
            before = oldest
        }
    }

    @Test func `a backup under continuing sends holds each message that was acknowledged before, once`() async throws {
        try await withFolder { out in
            try await withFolder { data in
                let progress = Progress()
                var before: [String] = []
                var cookie = ""
                try await RunningSite.run(["--request-limit", "off"]) { site in
                    cookie = try #require(try await site.signIn("alice"))
                    try await withThrowingTaskGroup { group in
                        for sender in 0..<4 {
                            group.addTask { [cookie] in
                                var number = 0
                                while !progress.isOver.load(ordering: .relaxed) {
                                    let text = "message \(sender)-\(number)."
                                    let status = try await send(text, to: site, cookie)
                                    if status == .seeOther { progress.acknowledged.withLock { $0.append(text) } }
                                    number += 1
                                }
                            }
                        }
                        try await eventually { progress.acknowledged.withLock { $0.count } >= 40 }
                        before = progress.acknowledged.withLock { $0 }
                        let backup = try await site.engawa("backup", "--out", out)
                        #expect(backup.status == 0, "\(backup.error)")
                        progress.isOver.store(true, ordering: .relaxed)
                        try await group.waitForAll()
                    }
                    let again = try await site.engawa("backup", "--out", out)
                    #expect(again.status == 1)
                    let refused = try await site.engawa("restore", "--from", out, "--replace")
                    #expect(refused.status == 64)
                    #expect(refused.error.contains("another process serves from this folder"))
                    #expect(try await site.engawa("check").status == 0)
                }
                let files = try FileManager.default.contentsOfDirectory(atPath: out).sorted()
                #expect(files == ["audit.sqlite", "chat.sqlite", "passwords.sqlite", "sessions.sqlite", "vault.key"])
                for file in files {
                    let mode = try FileManager.default.attributesOfItem(atPath: "\(out)/\(file)")[.posixPermissions]
                    #expect(mode as? Int == 0o600)
                }
                let restored = try await RunningProgram.run(["restore", "--from", out, "--data", data])
                #expect(restored.status == 0, "\(restored.error)")
                let found = try await texts(in: data)
                let counts = Dictionary(found.map { ($0, 1) }, uniquingKeysWith: +)
                #expect(before.filter { counts[$0] != 1 } == [])
                // Who was signed in still is.
                let program = try RunningProgram([
                    "serve", "--listen", "127.0.0.1:0", "--data", data, "--mode", "development",
                ])
                defer { program.kill() }
                let site = RunningSite(folder: data, url: try await program.address(after: "Engawa is open:"))
                #expect(try await site.profile(cookie) == .ok)
            }
        }
    }

    @Test func `a backup replaces what is there only when told so, and what was there stays`() async throws {
        try await withFolder { out in
            try await RunningSite.run { site in
                let backup = try await site.engawa("backup", "--out", out)
                #expect(backup.status == 0, "\(backup.error)")
            }
            try await withFolder { data in
                let restore = ["restore", "--from", out, "--data", data]
                #expect(try await RunningProgram.run(restore).status == 0)
                let key = try Data(contentsOf: URL(filePath: "\(data)/vault.key"))
                try Data("newer".utf8).write(to: URL(filePath: "\(data)/desk.sqlite"))
                let refused = try await RunningProgram.run(restore)
                #expect(refused.status == 64)
                #expect(refused.error.contains("chat.sqlite") && refused.error.contains("--replace"))
                let told = try await RunningProgram.run(restore + ["--replace"])
                #expect(told.status == 0, "\(told.error)")
                let names = try FileManager.default.contentsOfDirectory(atPath: data)
                #expect(!names.contains("desk.sqlite") && !names.contains { $0.hasPrefix("restoring") })
                let replaced = try #require(names.first { $0.hasPrefix("replaced-") })
                let old = try FileManager.default.contentsOfDirectory(atPath: "\(data)/\(replaced)")
                let databases = ["audit.sqlite", "chat.sqlite", "desk.sqlite", "passwords.sqlite", "sessions.sqlite"]
                #expect(old.sorted() == databases + ["vault.key"])
                #expect(try Data(contentsOf: URL(filePath: "\(data)/vault.key")) == key)
            }
        }
    }

    @Test func `a damaged backup is not restored, and a damaged folder is found and not served`() async throws {
        try await withFolder { out in
            try await RunningSite.run { site in
                let backup = try await site.engawa("backup", "--out", out)
                #expect(backup.status == 0, "\(backup.error)")
            }
            try await withFolder { data in
                #expect(try await RunningProgram.run(["restore", "--from", out, "--data", data]).status == 0)
                for folder in [out, data] {
                    let file = try FileHandle(forUpdating: URL(filePath: "\(folder)/chat.sqlite"))
                    try file.seek(toOffset: 4_096 * 2)
                    try file.write(contentsOf: Data(repeating: 0xA5, count: 3 * 4_096))
                    try file.close()
                }
                for command in [["restore", "--from", out, "--replace"], ["check"]] {
                    let found = try await RunningProgram.run(command + ["--data", data])
                    #expect(found.status == 1)
                    #expect(found.error.contains("chat.sqlite: "))
                }
                let served = try await RunningProgram.run([
                    "serve", "--listen", "127.0.0.1:0", "--data", data, "--mode", "development",
                ])
                #expect(served.status == 1)
                #expect(served.error.contains("chat.sqlite is damaged: restore a backup"))
            }
        }
    }
}
