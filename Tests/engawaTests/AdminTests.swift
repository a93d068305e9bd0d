import Accounts
import Chat
import ChildProcess
import Eventually
import Foundation
import HTTP
import HTTPClient
import OneTimePasswords
import SQLite
import Testing

@testable import Gateway
@testable import engawa

/// A running site on its own folder, with sample data.
struct RunningSite {
    let folder: String
    let url: String

    static func run(_ arguments: [String] = [], _ body: (RunningSite) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "admin-\(UUID())").path
        let program = try RunningProgram(
            [
                "serve", "--listen", "127.0.0.1:0", "--data", folder, "--mode", "development",
            ] + arguments)
        defer {
            program.kill()
            try? FileManager.default.removeItem(atPath: folder)
        }
        try await body(RunningSite(folder: folder, url: try await program.address(after: "Engawa is open:")))
        try await expectDetailsInBothLanguages(folder)
    }

    /// Fails the test where a command or the site has written something into the audit log without Japanese wording.
    private static func expectDetailsInBothLanguages(_ folder: String) async throws {
        for line in try await AuditLog(.file("\(folder)/audit.sqlite")).newest() {
            guard let detail = line.detail else { continue }
            #expect(AuditDetailWording.sentence(detail, of: line.kind) != nil, "\(line.kind) \(detail)")
        }
    }

    /// Runs an operator's command on the site's folder.
    func engawa(_ arguments: String...) async throws -> (status: Int32, output: String, error: String) {
        try await RunningProgram.run(arguments + ["--data", folder])
    }

    /// The same with a text on standard input.
    func engawa(_ arguments: [String], input: String) async throws -> (status: Int32, output: String, error: String) {
        try await RunningProgram.run(arguments + ["--data", folder], input: input)
    }

    /// The page at a path as plain text.
    func page(_ path: String, _ cookie: String? = nil) async throws -> String {
        let headers: HeaderFields = cookie.map { [.cookie: $0] } ?? [:]
        let answer = try await CurlClient().send(ClientRequest(.get, "\(url)\(path)", headers: headers))
        return String(decoding: answer.body, as: UTF8.self)
    }

    /// - Returns: the session's cookie; `nil` if the sign-in failed.
    func signIn(_ alias: String) async throws -> String? {
        try await signIn(["user": .init(alias)])
    }

    func signIn(_ form: Form) async throws -> String? {
        let answer = try await post("/sign-in", form)
        return answer.status == .seeOther ? answer.headers[.setCookie].map { String($0.prefix { $0 != ";" }) } : nil
    }

    func post(_ path: String, _ form: Form) async throws -> ClientResponse {
        try await CurlClient().send(
            ClientRequest(
                .post, "\(url)\(path)",
                headers: [.contentType: MediaType.urlEncodedForm.description, .origin: url], body: form.urlEncoded))
    }

    func profile(_ cookie: String) async throws -> Status {
        try await CurlClient().send(ClientRequest(.get, "\(url)/profile", headers: [.cookie: cookie])).status
    }

    /// A stream that another process reads, which exits with the stream.
    func stream(_ cookie: String) async throws -> ChildProcess {
        let curl = try ChildProcess(["curl", "--silent", "--no-buffer", "--cookie", cookie, "\(url)/events"])
        try await eventually { curl.text.contains("event: ready") }
        return curl
    }
}

@Suite struct AdminTests {
    @Test func `a person who has lost all factors can sign in after the operator has reset them`() async throws {
        try await RunningSite.run { site in
            let alice = try #require(try await site.signIn("alice"))
            let user = try #require(UserID("550e8400-e29b-41d4-a716-446655440001"))
            let accounts = try AccountsDatabase(.file("\(site.folder)/sessions.sqlite"))
            let factors = Factors(accounts, vault: try Vault(keyFile: "\(site.folder)/vault.key"))
            let secret = try #require(try await factors.beginAuthenticator(of: user))
            let now = Int64(Date.now.timeIntervalSince1970)
            try #require(try await factors.confirmAuthenticator(secret.code(atSeconds: now), of: user))
            let halfway = try #require(try await site.signIn("alice"))
            #expect(try await site.profile(halfway) == .seeOther)

            let reset = try await site.engawa("account", "reset-factors", "--user", "alice")
            #expect(reset.status == 0, "\(reset.error)")
            #expect(reset.output.contains("has no second factor any more"))
            try await eventually { try await site.profile(alice) == .seeOther }
            let again = try #require(try await site.signIn("alice"))
            #expect(try await site.profile(again) == .ok)
            let audit = try await site.engawa("audit", "--user", "alice").output
            #expect(audit.contains("factors-reset") && audit.contains("by the operator"))
            #expect(try await site.engawa("accounts", "reset-factors").status == 64)
        }
    }

    @Test func `a session revoked by the operator ends within a second, with its stream`() async throws {
        try await RunningSite.run { site in
            let (alice, bob) = (
                try #require(try await site.signIn("alice")), try #require(try await site.signIn("bob"))
            )
            let (hers, his) = (try await site.stream(alice), try await site.stream(bob))
            let list = try await site.engawa("sessions", "list", "--user", "alice")
            #expect(list.status == 0, "\(list.error)")
            let lines = list.output.split(separator: "\n").map {
                $0.split(separator: " ", omittingEmptySubsequences: true)
            }
            #expect(lines.count == 2 && lines[0][0] == "SESSION" && lines[1][2] == "alice")
            let revoked = try await site.engawa("sessions", "revoke", "--session", String(lines[1][0]))
            #expect(revoked.output == "1 session ended\n")
            let start = ContinuousClock.now
            try await hers.end()
            #expect(ContinuousClock.now - start < .seconds(1))
            #expect(try await site.profile(alice) == .seeOther)
            #expect(his.isRunning)
            #expect(try await site.profile(bob) == .ok)
            #expect(try await site.engawa("sessions", "revoke", "--all").output == "1 session ended\n")
            try await his.end()
            let audit = try await site.engawa("audit", "--user", "alice").output
            #expect(audit.contains("session-revoked") && audit.contains("by the operator") && !audit.contains("bob"))
        }
    }

    @Test func `disabling an account ends its sessions, and only enabling it permits sign-in`() async throws {
        try await RunningSite.run { site in
            let cookie = try #require(try await site.signIn("alice"))
            let stream = try await site.stream(cookie)
            let answer = try await site.engawa("accounts", "disable", "--user", "alice")
            #expect(answer.output == "\(UserID.aliceOfTheSampleWorld) is disabled\n1 session ended\n")
            try await stream.end()
            #expect(try await site.signIn("alice") == nil)
            #expect(try await site.engawa("accounts", "list").output.contains("member"))
            _ = try await site.engawa("accounts", "enable", "--user", "alice")
            #expect(try await site.signIn("alice") != nil)
            let user = "\(UserID.aliceOfTheSampleWorld)"
            // Without a role it only shows the one that is there.
            #expect(try await site.engawa("accounts", "role", "--user", user).output == "\(user) is a member\n")
            let role = try await site.engawa("accounts", "role", "--user", user, "--role", "admin")
            #expect(role.output == "\(user) is an admin\n")
            #expect(try await site.engawa("accounts", "role", "--user", "alice").output == role.output)
            _ = try await site.engawa("accounts", "role", "--user", "alice", "--role", "member")
            let audit = try await site.engawa("audit").output
            for what in ["user-disabled", "user-enabled", "from member to admin", "from admin to member"] {
                #expect(audit.contains(what))
            }
        }
    }

    @Test(arguments: [
        ["sessions"], ["sessions", "end"], ["sessions", "revoke"], ["sessions", "revoke", "--all", "--user", "alice"],
        ["sessions", "list", "--all"], ["accounts", "disable"], ["accounts", "disable", "--user", "a"],
        ["accounts", "role", "--user", "alice", "--role", "king"], ["sessions", "revoke", "--session", "x"],
        ["audit", "--session", "00000000000000000000000000000000"], ["audit", "--since", "yesterday"],
        ["audit", "--since", "2026-11-23", "--until", "2026-11-22"], ["sessions", "list", "--since", "2026-11-23"],
        ["sessions", "list", "--user"], ["accounts", "list", "--user", "alice"],
        ["accounts", "create", "--alias", "mia"],
        ["accounts", "create", "--alias", "m", "--name", "M"], ["accounts", "invite", "--days", "31"],
        ["accounts", "rename", "--user", "mia"], ["accounts", "delete", "--messages"], ["accounts", "export"],
        ["accounts", "delete", "--user", "mia", "--all"],
        ["accounts", "reset-password", "--user", "mia", "--messages"],
        ["accounts", "reset-password", "--user", "mia", "--password-stdin", "--factors"],
    ])
    func `an invalid command changes nothing and prints the usage`(arguments: [String]) throws {
        let command = try #require(Command(rawValue: arguments[0]))
        #expect(throws: ConfigurationError.self) { try AdminCommand.parse(command, arguments.dropFirst()) }
    }

    @Test func `the audit log is shown from the first day to the end of the last`() throws {
        func times(_ arguments: String...) throws -> AdminCommand { try AdminCommand.parse(.audit, arguments).0 }
        let day = try #require(Timestamp(iso8601: "2026-11-23T00:00:00Z"))
        let next = try #require(Timestamp(iso8601: "2026-11-24T00:00:00Z"))
        #expect(try times("--since", "2026-11-23", "--until=2026-11-23") == .showAudit(of: nil, day..<next))
        #expect(try times("--until", "2026-11-23") == .showAudit(of: nil, Timestamp(milliseconds: 0)..<next))
        #expect(try times() == .showAudit(of: nil, nil))
    }

    @Test func `settings may be combined with the flags`() throws {
        let (command, settings) = try AdminCommand.parse(
            .sessions, ["revoke", "--data", "--user", "--user=alice", "--backend=embedded"])
        #expect(command == .revokeSessions(of: try #require(PersonName("alice"))))
        #expect(settings == ["--data", "--user", "--backend=embedded"])
    }

    @Test func `in a folder without a site, nothing is created`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "nothing-\(UUID())").path
        let answer = try await RunningProgram.run(["sessions", "list", "--data", folder])
        #expect(answer.status == ExitStatus.usage)
        #expect(!FileManager.default.fileExists(atPath: folder))
    }

    @Test func `control characters in the user agent are not printed`() {
        let text = Table(["A", "B"], [["x\u{1B}[31m", "y\n\u{202E}z"], [nil, "w"]]).text
        #expect(text == "A       B\nx [31m  y  z\n-       w\n")
    }
}

extension UserID {
    fileprivate static let aliceOfTheSampleWorld = UserID("550e8400-e29b-41d4-a716-446655440001")!
}
