import Bytes
import Accounts
import Chat
import Cryptography
import Eventually
import Foundation
import HTTP
import JOSE
import LyingProvider
import MemoryTransactions
import OpenID
import Replay
import RepositoryBehaviour
import Testing

@testable import Gateway

/// A provider whose ID token is handed to Supabase.
@Suite struct SupabaseSignInTests {
    private struct Stage {
        let site: SiteUnderTest
        let provider: LyingProvider
        let supabase: SupabaseStand

        /// Goes through the provider, and comes back.
        func signIn(_ browser: Browser) async throws -> Answer {
            let leaving = try await browser.post("/sign-in/apple", ["return": "/bookmarks"])
            let refresh = try #require(leaving.headers["Refresh"])
            let url = String(try #require(refresh.split(separator: "url=", maxSplits: 1).last))
            return try await browser.get("/sign-in/apple/callback?\(try provider.consent(to: url).serialized)")
        }
    }

    private func withSupabase(
        subject: String = alice, nonceForm: Provider.NonceForm = .sha256, columns: SupabaseColumns = .chat,
        _ body: (Stage) async throws -> Void
    ) async throws {
        let clock = ManualClock()
        let key = try SigningKey.random(.es256, keyID: "ec-1")
        let provider = LyingProvider(key: key, clock: clock.clock)
        provider.lie { $0.claims = { $0["sub"] = .string(subject) } }
        let stand = SupabaseStand(trusting: KeySet([key.verificationKey]), clock: clock.clock)
        let id = try #require(ProviderID("apple"))
        var configured = Provider(
            id, .discovered(issuer: try #require(EndpointURL(provider.issuer))), clientID: provider.clientID,
            authentication: .basic(secret: Secret(provider.clientSecret)),
            redirectURI: "https://engawa.test/sign-in/apple/callback")
        configured.nonceForm = nonceForm
        let party = RelyingParty(configured, transport: HandlerTransport(provider.handler), clock: clock.clock)
        let project = SupabaseProject(
            SupabaseAuth(
                id, base: try #require(EndpointURL("https://project.test")), apiKey: Secret(stand.apiKey),
                columns: columns,
                transport: HandlerTransport(stand.handler), clock: clock.clock))
        try await withSite(.embedded, clock: clock) { _ in
            SignInMethods(providers: [
                ProviderSignIn(
                    party, brand: .apple, supabase: project, transactions: MemoryTransactions(), clock: clock.clock)
            ])
        } _: { site in
            try await body(Stage(site: site, provider: provider, supabase: stand))
        }
    }

    private let newcomer = "7d444840-9dc0-11d1-b245-5ffdce74fad2"

    @Test func `whose row has the id of somebody in the chat is that person`() async throws {
        try await withSupabase { stage in
            stage.supabase.keep(row: ["id": .string(alice), "id_alias": "whatever", "name": "Whoever"])
            let browser = try stage.site.browser()
            #expect(try await stage.signIn(browser).headers[.location] == "/bookmarks")
            #expect(try await browser.get("/profile").text.contains("alice"))
            #expect(stage.supabase.clients == ["127.0.0.1"])
            let links = try await stage.site.identities.links(of: try #require(UserID(alice)))
            #expect(links.map(\.identity.issuer) == ["https://project.test/auth/v1"])
        }
    }

    @Test func `whose row nobody in the chat has comes in as the row says`() async throws {
        try await withSupabase(subject: newcomer) { stage in
            stage.supabase.keep(row: ["id": .string(newcomer), "id_alias": "hanako", "name": "花子"])
            let browser = try stage.site.browser()
            #expect(try await stage.signIn(browser).headers[.location] == "/bookmarks")
            #expect(try await browser.get("/profile").text.contains("hanako"))
            #expect(try await stage.site.audit.newest().map(\.kind) == [.signedIn, .identityLinked])
            let later = try stage.site.browser()
            #expect(try await stage.signIn(later).headers[.location] == "/bookmarks")
            #expect(try await later.get("/profile").text.contains("hanako"))
        }
    }

    @Test func `a row with somebody else's alias leads to the profile page`() async throws {
        try await withSupabase(subject: newcomer) { stage in
            stage.supabase.keep(row: ["id": .string(newcomer), "id_alias": "alice", "name": "Another Alice"])
            let browser = try stage.site.browser()
            #expect(try await stage.signIn(browser).headers[.location] == "/welcome?return=%2Fbookmarks")
            #expect(try await browser.get("/welcome").text.contains("Another Alice"))
            let done = try await browser.post("/welcome", ["name": "Another Alice", "alias": "alice2"])
            #expect(done.headers[.location] == "/conversations")
        }
    }

    @Test func `without a row one sets up a profile, which becomes the row`() async throws {
        try await withSupabase(subject: newcomer) { stage in
            let browser = try stage.site.browser()
            #expect(try await stage.signIn(browser).headers[.location] == "/welcome?return=%2Fbookmarks")
            let page = try await browser.get("/welcome").text
            #expect(page.contains("Hanako"))
            #expect(page.contains("hanako@example.test"))
            stage.supabase.keep(row: ["id": "somebody", "id_alias": "taken", "name": "T"])
            let taken = try await browser.post("/welcome", ["name": "Hanako", "alias": "taken"])
            #expect(taken.status == .conflict)
            #expect(taken.text.contains("That alias is taken."))
            let done = try await browser.post(
                "/welcome", ["name": "Hanako", "alias": "hanako", "return": "/bookmarks"])
            #expect(done.headers[.location] == "/bookmarks")
            #expect(stage.supabase.row(of: newcomer)?["id_alias"] == "hanako")
            #expect(try await browser.get("/profile").text.contains("hanako"))
        }
    }

    private static let profileColumns: Set<String> = ["id", "apple_id", "email", "display_name", "settings"]

    @Test func `a row that is there is left as it is, whatever its columns, and its person signs in`() async throws {
        try await withSupabase(subject: newcomer, columns: .profile) { stage in
            let row: JSON = [
                "id": .string(newcomer), "apple_id": "000123.abc", "email": "h@example.test", "display_name": "花子",
                "settings": ["notifications": false],
            ]
            stage.supabase.limit(columns: Self.profileColumns)
            stage.supabase.keep(row: row)
            let browser = try stage.site.browser()
            #expect(try await stage.signIn(browser).headers[.location] == "/welcome?return=%2Fbookmarks")
            #expect(try await browser.get("/welcome").text.contains(#"value="花子""#))
            let done = try await browser.post("/welcome", ["name": "花子", "alias": "hanako"])
            #expect(done.headers[.location] == "/conversations")
            #expect(stage.supabase.row(of: newcomer) == row)
            let later = try stage.site.browser()
            #expect(try await stage.signIn(later).headers[.location] == "/bookmarks")
        }
    }

    @Test func `a person whose row says nothing that the site knows signs in, too`() async throws {
        try await withSupabase(subject: newcomer) { stage in
            let row: JSON = ["id": .string(newcomer), "display_name": "花子"]
            stage.supabase.limit(columns: Self.profileColumns)
            stage.supabase.keep(row: row)
            let browser = try stage.site.browser()
            #expect(try await stage.signIn(browser).headers[.location] == "/welcome?return=%2Fbookmarks")
            let done = try await browser.post("/welcome", ["name": "Hanako", "alias": "hanako"])
            #expect(done.headers[.location] == "/conversations")
            #expect(stage.supabase.row(of: newcomer) == row)
        }
    }

    @Test func `a new profile is written into the columns that the table has`() async throws {
        try await withSupabase(subject: newcomer, columns: .profile) { stage in
            stage.supabase.limit(columns: Self.profileColumns)
            let browser = try stage.site.browser()
            try #require(try await stage.signIn(browser).headers[.location]?.hasPrefix("/welcome") == true)
            let done = try await browser.post("/welcome", ["name": "花子", "alias": "hanako"])
            #expect(done.headers[.location] == "/conversations")
            #expect(
                stage.supabase.row(of: newcomer) == [
                    "id": .string(newcomer), "apple_id": .string(newcomer), "email": "hanako@example.test",
                    "display_name": "花子", "settings": [:],
                ])
        }
    }

    @Test func `a table with other columns refuses the profile, and the log says why`() async throws {
        try await withSupabase(subject: newcomer) { stage in
            stage.supabase.limit(columns: Self.profileColumns)
            let browser = try stage.site.browser()
            try #require(try await stage.signIn(browser).headers[.location]?.hasPrefix("/welcome") == true)
            let refused = try await browser.post("/welcome", ["name": "Hanako", "alias": "hanako"])
            #expect(refused.status == .unprocessableContent)
            let log = stage.site.log.all
            #expect(log.contains("a profile can't be kept at its service") && log.contains("PGRST204"))
        }
    }

    @Test func `a table that may not be written, and a session that is over, are told apart`() async throws {
        try await withSupabase(subject: newcomer) { stage in
            let browser = try stage.site.browser()
            try #require(try await stage.signIn(browser).headers[.location]?.hasPrefix("/welcome") == true)
            stage.supabase.lockTable()
            let locked = try await browser.post("/welcome", ["name": "Hanako", "alias": "hanako"])
            #expect(locked.status == .unprocessableContent)
            #expect(locked.text.contains("This can&#39;t be registered."))
            #expect(locked.text.contains(#"value="hanako""#))
            stage.supabase.expireTokens(true)
            let over = try await browser.post("/welcome", ["name": "Hanako", "alias": "hanako"])
            #expect(over.status == .forbidden)
            #expect(over.text.contains("The session at the sign-in service has ended."))
            #expect(try await browser.get("/welcome").headers[.location]?.hasPrefix("/sign-in") == true)
        }
    }

    @Test func `what Supabase does not believe, or can't do now, is said in the person's language`() async throws {
        try await withSupabase(nonceForm: .plain) { stage in
            let answer = try await stage.signIn(try stage.site.browser(language: "ja"))
            #expect(answer.status == .forbidden)
            #expect(answer.text.contains("サインイン先のサービスに拒否されました。"))
        }
        try await withSupabase { stage in
            stage.supabase.limit(true)
            let many = try await stage.signIn(try stage.site.browser())
            #expect(many.status == .tooManyRequests)
            #expect(many.text.contains("Too many attempts."))
            stage.supabase.limit(false)
            stage.supabase.expireTokens(true)
            let over = try await stage.signIn(try stage.site.browser())
            #expect(over.text.contains("The session at the sign-in service has ended."))
        }
    }

    @Test func `a session that is gone at Supabase ends ours`() async throws {
        try await withSupabase { stage in
            stage.supabase.keep(row: ["id": .string(alice)])
            let browser = try stage.site.browser()
            try #require(try await stage.signIn(browser).headers[.location] == "/bookmarks")
            let minute = Duration.seconds(60)
            stage.site.clock.advance(by: minute)
            await stage.site.site.features.credentialMaintenance.runOnce()
            #expect(try await stage.site.sessions.all().count == 1)
            stage.supabase.endSessions()
            stage.site.clock.advance(by: minute)
            await stage.site.site.features.credentialMaintenance.runOnce()
            #expect(try await stage.site.sessions.all().isEmpty)
            #expect(
                try await stage.site.audit.newest().first?.detail
                    == "userInfo: sessionEnded(code: \"session_not_found\")")
        }
    }

    @Test func `signing out ends the session at Supabase`() async throws {
        try await withSupabase { stage in
            stage.supabase.keep(row: ["id": .string(alice)])
            let browser = try stage.site.browser()
            try #require(try await stage.signIn(browser).headers[.location] == "/bookmarks")
            try #require(stage.supabase.sessionCount == 1)
            _ = try await browser.post("/sign-out", [:])
            try await eventually { stage.supabase.sessionCount == 0 }
        }
    }
}
