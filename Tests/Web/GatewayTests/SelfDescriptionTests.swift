import Accounts
import Chat
import HTTP
import RepositoryBehaviour
import Testing

@testable import Gateway

private let path = "/profile/about"
private let veranda = "550e8400-e29b-41d4-a716-446655450001"

/// People tell about themselves.
@Suite struct SelfDescriptionPageTests {
    @Test(arguments: [(true, "en"), (false, "en"), (true, "ja")])
    func `others see on the profile what was told, and the status among members`(isEmbedded: Bool, language: String)
        async throws
    {
        try await withSite(isEmbedded ? .embedded : .remote) { site in
            let alice = try await site.browser(signedInAs: "alice", language: language)
            let bob = try await site.browser(signedInAs: "bob", language: language)
            #expect(try await alice.get("/profile").text.contains(#"href="\#(path)""#))
            let form: Form = ["introduction": "I <bake>\nbread.", "status": "🏖 <away>", "for": "hour"]
            let saved = try await alice.post(path, form)
            #expect(saved.status == .seeOther && saved.headers[.location] == "/profile")
            for page in [try await bob.get("/users/\(UserID.alice)"), try await alice.get("/profile")] {
                #expect(page.text.contains("I &lt;bake&gt;") && page.text.contains("🏖 &lt;away&gt;"))
                #expect(page.text.contains(language == "ja" ? "まで</span>" : "Until "))
            }
            let members = "/conversations/\(veranda)/members"
            #expect(try await bob.get(members).text.contains("🏖 &lt;away&gt;"))
            #expect(try await alice.get(path).text.contains(#"value="🏖 &lt;away&gt;""#))
            // Saved again, it ends when it did.
            let later: Form = ["introduction": "", "status": "still away", "for": "as-before"]
            site.clock.advance(by: .seconds(1_800))
            #expect(try await alice.post(path, later).status == .seeOther)
            let page = try await bob.get("/users/\(UserID.alice)").text
            #expect(page.contains("still away") && !page.contains("bake"))
            site.clock.advance(by: .seconds(1_800))
            #expect(!(try await bob.get("/users/\(UserID.alice)").text.contains("still away")))
            #expect(!(try await bob.get(members).text.contains("still away")))
        }
    }

    @Test func `what is too long comes back with the reason, and nothing typed is lost`() async throws {
        try await withSite(.embedded) { site in
            let alice = try await site.browser(signedInAs: "alice")
            let long = String(repeating: "x", count: Introduction.maximumCharacters + 1)
            for (introduction, status, reason) in [
                (long, "here", "at most 500 characters"),
                ("me", String(repeating: "y", count: StatusText.maximumCharacters + 1), "at most 100 characters"),
            ] {
                let form: Form = ["introduction": .init(introduction), "status": .init(status), "for": "always"]
                let answer = try await alice.post(path, form)
                #expect(answer.status == .unprocessableContent && answer.text.contains(reason))
                #expect(answer.text.contains(introduction) && answer.text.contains(status))
            }
            #expect(try await site.accounts.selfDescription(of: .alice) == SelfDescription())
            #expect(try await alice.post(path, ["status": "here", "for": "eternity"]).status == .badRequest)
        }
    }
}
