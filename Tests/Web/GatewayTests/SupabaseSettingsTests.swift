import Accounts
import Bytes
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

private let page = "/profile/notifications"
private let member = "engawa_notifications"

/// Notification settings in the column `settings` of a Supabase table.
@Suite struct SupabaseSettingsTests {
    private struct Stage {
        let site: SiteUnderTest
        let provider: LyingProvider
        let supabase: SupabaseStand

        func signIn(_ language: String = "en") async throws -> Browser {
            let browser = try site.browser(language: language)
            let leaving = try await browser.post("/sign-in/apple", ["return": "/bookmarks"])
            let refresh = try #require(leaving.headers["Refresh"])
            let url = String(try #require(refresh.split(separator: "url=", maxSplits: 1).last))
            let back = try await browser.get("/sign-in/apple/callback?\(try provider.consent(to: url).serialized)")
            try #require(back.headers[.location] == "/bookmarks")
            return browser
        }

        func keep(settings: JSON) {
            supabase.keep(row: ["id": .string(alice), "display_name": "Alice", "settings": settings])
        }

        var settings: JSON? { supabase.row(of: alice)?["settings"] }
    }

    private func withSupabase(
        columns: SupabaseColumns = .profile, _ body: (Stage) async throws -> Void
    ) async throws {
        let clock = ManualClock()
        let key = try SigningKey.random(.es256, keyID: "ec-1")
        let provider = LyingProvider(key: key, clock: clock.clock)
        provider.lie { $0.claims = { $0["sub"] = .string(alice) } }
        let stand = SupabaseStand(trusting: KeySet([key.verificationKey]), clock: clock.clock)
        let id = try #require(ProviderID("apple"))
        var configured = Provider(
            id, .discovered(issuer: try #require(EndpointURL(provider.issuer))), clientID: provider.clientID,
            authentication: .basic(secret: Secret(provider.clientSecret)),
            redirectURI: "https://engawa.test/sign-in/apple/callback")
        configured.nonceForm = .sha256
        let party = RelyingParty(configured, transport: HandlerTransport(provider.handler), clock: clock.clock)
        let project = SupabaseProject(
            SupabaseAuth(
                id, base: try #require(EndpointURL("https://project.test")), apiKey: Secret(stand.apiKey),
                columns: columns, transport: HandlerTransport(stand.handler), clock: clock.clock))
        try await withSite(.embedded, clock: clock) { users in
            SignInMethods(
                userID: UserIDSignIn(users: users),
                providers: [
                    ProviderSignIn(
                        party, brand: .apple, supabase: project, transactions: MemoryTransactions(),
                        clock: clock.clock)
                ])
        } _: { site in
            try await body(Stage(site: site, provider: provider, supabase: stand))
        }
    }

    private let others: JSON = ["theme": "dark", "notifications": false, "deep": ["list": [1, .number(2.5), .null]]]
    private let chosen: JSON = [
        "directs": false, "mentions": false, "others": true, "content": "sender", "sound": true,
    ]
    private let form: Form = ["others": "1", "content": "sender", "sound": "1"]

    private func with(_ settings: JSON) -> JSON {
        .object(others.object?.merging([member: settings]) { _, new in new } ?? [:])
    }

    @Test func `what was chosen is written to the row, and all other settings stay`() async throws {
        try await withSupabase { stage in
            stage.keep(settings: others)
            let browser = try await stage.signIn()
            #expect(try await browser.post(page, form).headers[.location] == page + "?saved")
            #expect(stage.settings == with(chosen))
            #expect(stage.supabase.row(of: alice)?["display_name"] == "Alice")
        }
    }

    @Test func `what the row has holds here, from the page and from the first stream of a session on`() async throws {
        try await withSupabase { stage in
            stage.keep(settings: with(chosen))
            let browser = try await stage.signIn()
            let stream = try stage.site.watch(browser)
            try await stream.wait { $0.events("notifications").contains { $0.data["sound"] as? Bool == true } }
            stream.close()
            #expect(try await stage.site.accounts.notifications(of: .alice)?.settings == NotificationSettings(chosen))
            // Changed elsewhere meanwhile.
            stage.keep(settings: with(["directs": true, "content": "nothing"]))
            let text = try await browser.get(page).text
            #expect(text.contains(#"value="nothing" checked"#))
            #expect(try await stage.site.accounts.notifications(of: .alice)?.settings.directs == true)
        }
    }

    @Test func `settings that are missing or of another type are taken for none, and are not lost`() async throws {
        for (old, new): (JSON, JSON) in [(.null, [member: chosen]), ([:], [member: chosen])] {
            try await withSupabase { stage in
                stage.keep(settings: old)
                let browser = try await stage.signIn()
                #expect(try await browser.get(page).text.contains(#"value="excerpt" checked"#))
                #expect(try await browser.post(page, form).status == .seeOther)
                #expect(stage.settings == new)
            }
        }
        try await withSupabase { stage in
            stage.keep(settings: "dark")
            let browser = try await stage.signIn()
            let refused = try await browser.post(page, form)
            #expect(refused.status == .ok && refused.text.contains("could not be saved at the service"))
            #expect(stage.settings == "dark")
        }
    }

    @Test func `a setting that somebody else changes meanwhile stays`() async throws {
        try await withSupabase { stage in
            stage.keep(settings: others)
            let browser = try await stage.signIn()
            stage.supabase.interfere { row in
                var row = row.object ?? [:]
                row["settings"] = ["theme": "light"]
                return .object(row)
            }
            #expect(try await browser.post(page, form).status == .seeOther)
            #expect(stage.settings == ["theme": "light", "engawa_notifications": chosen])
        }
    }

    @Test func `a column that can't be compared is written, too, but no number that would change`() async throws {
        try await withSupabase { stage in
            stage.supabase.forbidComparison()
            stage.keep(settings: others)
            let browser = try await stage.signIn()
            #expect(try await browser.post(page, form).status == .seeOther)
            #expect(stage.settings == with(chosen))
            let large: JSON = ["id": .number(9_007_199_254_740_994)]
            stage.keep(settings: large)
            #expect(try await browser.post(page, form).text.contains("could not be saved at the service"))
            #expect(stage.settings == large)
        }
    }

    @Test(arguments: ["en", "ja"])
    func `what Supabase does not take is kept here, is said, and is written later`(language: String) async throws {
        try await withSupabase { stage in
            stage.keep(settings: others)
            let browser = try await stage.signIn(language)
            stage.supabase.breakTable(true)
            let sentence = language == "ja" ? "保存できませんでした" : "could not be saved at the service"
            let answer = try await browser.post(page, form)
            #expect(answer.status == .ok && answer.text.contains(sentence))
            #expect(answer.text.contains(#"value="sender" checked"#))
            #expect(try await browser.get(page).text.contains(sentence))
            #expect(stage.settings == others)
            #expect(stage.site.log.all.contains("notification settings can't be written to their service"))
            stage.supabase.breakTable(false)
            #expect(!(try await browser.get(page).text.contains(sentence)))
            #expect(stage.settings == with(chosen))
            // Nothing is to be written: the row can't be read.
            stage.supabase.breakTable(true)
            let unread = try await browser.get(page).text
            #expect(unread.contains(language == "ja" ? "読み込めませんでした" : "could not be read from the service"))
            #expect(unread.contains(#"value="sender" checked"#))
        }
    }

    @Test func `a row that may not be changed is no success`() async throws {
        try await withSupabase { stage in
            stage.keep(settings: others)
            let browser = try await stage.signIn()
            stage.supabase.lockTable()
            #expect(try await browser.post(page, form).text.contains("could not be saved at the service"))
            #expect(stage.settings == others)
        }
    }

    @Test func `a table without the column, and other sessions, keep the settings here alone`() async throws {
        try await withSupabase(columns: .chat) { stage in
            stage.supabase.keep(row: ["id": .string(alice), "id_alias": "alice", "settings": others])
            let browser = try await stage.signIn()
            #expect(try await browser.post(page, form).status == .seeOther)
            #expect(stage.settings == others)
        }
        try await withSupabase { stage in
            stage.keep(settings: others)
            let browser = try await stage.site.browser(signedInAs: "alice")
            #expect(try await browser.post(page, form).status == .seeOther)
            #expect(stage.settings == others)
            // It is written by the next session that can.
            let later = try await stage.signIn()
            #expect(try await later.get(page).text.contains(#"value="sender" checked"#))
            #expect(stage.settings == with(chosen))
        }
    }
}
