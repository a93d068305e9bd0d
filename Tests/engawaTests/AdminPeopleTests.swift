import Accounts
import Chat
import ChatStore
import Eventually
import Foundation
import HTTP
import SQLite
import Testing

@testable import engawa

/// The operator's commands on the people of the embedded chat, beside a running site.
@Suite struct AdminPeopleTests {
    @Test func `everybody is listed with alias, last use and the ways to sign in`() async throws {
        try await RunningSite.run { site in
            _ = try #require(try await site.signIn("alice"))
            let list = try await site.engawa("accounts", "list")
            #expect(list.status == 0, "\(list.error)")
            let lines = list.output.split(separator: "\n").map {
                $0.split(separator: " ", omittingEmptySubsequences: true).map(String.init)
            }
            #expect(lines[0] == ["USER", "ALIAS", "ROLE", "DISABLED", "LAST", "SEEN", "SIGN-IN", "NAME"])
            #expect(
                lines.dropFirst().map { $0[1] } == ["alice", "bob", "carol", "dave", "haruka", "kenji", "sora", "yui"])
            #expect(lines[1][4].hasPrefix("20") && lines[2][4] == "-")
            #expect(lines.dropFirst().allSatisfy { $0[5] == "password" })
        }
    }

    @Test func `a list is read in parts, and holds everybody once`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "people-\(UUID())").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        _ = try DataFolder(folder)
        let chat = try ChatStore(.file(path: "\(folder)/chat.sqlite"), clock: .system)
        _ = try AccountsDatabase(.file("\(folder)/sessions.sqlite"))
        _ = try Vault(keyFile: "\(folder)/vault.key")
        for number in 1_000..<2_100 {
            let new = NewUser(alias: Alias("p\(number)")!, name: DisplayName("P")!, avatarURL: nil)
            _ = try await chat.register(new)
        }
        let settings = try Settings(arguments: ["--data", folder], environment: [:])
        var parts: [String] = []
        let configuration = try Configuration(settings, defaultPort: 8080)
        try await Admin(configuration, AdminStores(configuration)).run(.listAccounts) { parts.append($0) }
        let aliases = parts.joined().split(separator: "\n").dropFirst().map { $0.split(separator: " ")[1] }
        #expect(aliases == (1_000..<2_100).map { "p\($0)" })
        #expect(parts.count == 4, "the heading, and three parts of at most 500 people")
    }

    @Test func `a created person signs in with the password from standard input, and a new one replaces it`()
        async throws
    {
        try await RunningSite.run { site in
            let create = ["accounts", "create", "--alias", "mia", "--name", "Mia Sky", "--password-stdin"]
            #expect(try await site.engawa(create, input: "short\n").status == ExitStatus.usage)
            let created = try await site.engawa(create, input: "correct horse\n")
            #expect(created.status == 0 && created.output.hasSuffix(" is mia\n"), "\(created.error)")
            #expect(try await site.engawa(create, input: "correct horse\n").error.contains("is taken"))
            func form(_ password: String) -> Form {
                ["method": "password", "user": "mia", "password": .init(password)]
            }
            let session = try #require(try await site.signIn(form("correct horse")))
            let reset = ["accounts", "reset-password", "--user", "mia", "--password-stdin"]
            let answer = try await site.engawa(reset, input: "another horse\r\n")
            #expect(answer.output.contains("has a new password\n1 session ended"), "\(answer.error)")
            try await eventually { try await site.profile(session) == .seeOther }
            #expect(try await site.signIn(form("correct horse")) == nil)
            #expect(try await site.signIn(form("another horse")) != nil)
            let audit = try await site.engawa("audit", "--user", "mia").output
            #expect(audit.contains("account-created") && audit.contains("password-reset"))
        }
    }

    @Test func `the printed links lead to the site's pages, and are good once`() async throws {
        try await RunningSite.run { site in
            func link(_ arguments: String...) async throws -> Substring {
                let answer = try await RunningProgram.run(
                    arguments + ["--data", site.folder, "--public-url", site.url])
                #expect(answer.status == 0 && answer.output.contains("\ngood once, until "), "\(answer.error)")
                let line = try #require(answer.output.split(separator: "\n").first)
                #expect(line.hasPrefix("\(site.url)/link?token="))
                return line.dropFirst(site.url.count)
            }
            func token(_ link: Substring) -> String { String(link.drop { $0 != "=" }.dropFirst()) }
            let reset = try await link("accounts", "reset-password", "--user", "alice")
            #expect(try await site.page(String(reset)).contains("@alice"))
            let done = try await site.post("/link", ["token": .init(token(reset)), "password": "another horse"])
            #expect(done.status == .ok)
            let form: Form = ["method": "password", "user": "alice", "password": "another horse"]
            #expect(try await site.signIn(form) != nil)
            #expect(try await site.page(String(reset)).contains("was used already"))
            let invitation = try await link("accounts", "invite", "--role", "admin", "--days", "2")
            #expect(try await site.page(String(invitation)).contains("You are invited"))
        }
    }

    @Test func `a running site shows a new name within seconds, and takes a deleted person for a stranger`()
        async throws
    {
        try await RunningSite.run { site in
            let alice = try #require(try await site.signIn("alice"))
            let bob = try #require(try await site.signIn("bob"))
            let thread = "/conversations/550e8400-e29b-41d4-a716-446655450001"
            #expect(try await site.page(thread, alice).contains("Bob"))
            let renamed = try await site.engawa(
                "accounts", "rename", "--user", "bob", "--name", "Robert Stone", "--alias", "robert")
            #expect(renamed.output.hasSuffix(" is robert, Robert Stone\n"), "\(renamed.error)")
            try await eventually { try await site.page(thread, alice).contains("Robert Stone") }
            #expect(try await site.page("/profile", bob).contains("robert"))

            let deleted = try await site.engawa("accounts", "delete", "--user", "robert")
            #expect(
                deleted.output.hasSuffix("the messages stay, without a name\n1 session ended\n"), "\(deleted.error)")
            try await eventually {
                let page = try await site.page(thread, alice)
                return !page.contains("Robert Stone") && page.contains("Former member")
            }
            // Of the two in a direct conversation one is left.
            let list = try await site.page("/conversations", alice)
            #expect(list.contains("(someone who left)"))
            #expect(try await site.profile(bob) == .seeOther)
            #expect(try await site.signIn("robert") == nil)
            #expect(try await !site.engawa("accounts", "list").output.contains("robert"))
            #expect(try await site.engawa("audit").output.contains("account-deleted"))
        }
    }

    @Test func `one person's data is written as JSON, without what others wrote`() async throws {
        try await RunningSite.run { site in
            _ = try #require(try await site.signIn("bob"))
            let export = try await site.engawa("accounts", "export", "--user", "bob")
            #expect(export.status == 0, "\(export.error)")
            let json = try #require(
                try JSONSerialization.jsonObject(with: Data(export.output.utf8)) as? [String: Any])
            #expect(
                Set(json.keys) == [
                    "profile", "account", "sessions", "conversations", "messages", "earlierTexts", "reactions",
                    "bookmarks", "readMarks", "drafts", "auditLog",
                ])
            #expect((json["profile"] as? [String: Any])?["alias"] as? String == "bob")
            #expect((json["sessions"] as? [Any])?.count == 1)
            #expect((json["messages"] as? [Any])?.isEmpty == false)

            #expect(export.output.contains("よろしくお願いします。") && !export.output.contains("argon2"))
            #expect(try await site.engawa("accounts", "export", "--user", "nobody").status == ExitStatus.usage)
            #expect(try await site.engawa("audit", "--user", "bob").output.contains("data-exported"))
        }
    }

    @Test func `before a REST backend the people are the backend's`() async throws {
        try await RunningSite.run { site in
            let answer = try await RunningProgram.run([
                "accounts", "create", "--alias", "mia", "--name", "Mia", "--data", site.folder, "--backend",
                "http://127.0.0.1:1",
            ])
            #expect(answer.status == ExitStatus.usage && answer.error.contains("a REST backend manages its own"))
        }
    }
}
