import Accounts
import Chat
import HTTP
import RepositoryBehaviour
import Testing

@testable import Gateway

private let path = "/profile/name"
private let veranda = "550e8400-e29b-41d4-a716-446655450001"

/// People change their own name.
@Suite struct OwnNameTests {
    @Test(arguments: ["en", "ja"]) func `the new name is shown to others at once`(language: String) async throws {
        try await withSite(.embedded) { site in
            let alice = try await site.browser(signedInAs: "alice", language: language)
            let bob = try await site.browser(signedInAs: "bob", language: language)
            #expect(try await alice.get("/profile").text.contains(path))
            let form = try await alice.get(path).text
            #expect(form.contains(#"value="Alice""#) && !form.contains(#"name="alias""#))
            _ = try await messagePath(saying: "hello", as: alice)
            #expect(try await bob.get("/conversations/\(veranda)").text.contains("Alice"))
            // The alias is not theirs to change.
            let changed = try await alice.post(path, ["name": "Ann & co", "alias": "ann"])
            #expect(changed.status == .seeOther && changed.headers[.location] == "/profile")
            #expect(try await bob.get("/conversations/\(veranda)").text.contains("Ann &amp; co"))
            let now = try await site.repositories.users.user(.alice)
            #expect(now.name == "Ann & co" && now.alias == "alice")
            let line = try #require(try await site.audit.newest(1).first)
            #expect(line.kind == .accountRenamed && line.user == .alice && line.actor == nil)
            try await expectDetailsInBothLanguages(site.audit)
        }
    }

    @Test func `what was typed stays where it is refused`() async throws {
        try await withSite(.embedded) { site in
            let alice = try await site.browser(signedInAs: "alice")
            let long = String(repeating: "x", count: DisplayName.maximumCharacters + 1)
            for name in ["", " ", long] {
                let refused = try await alice.post(path, ["name": name])
                #expect(refused.status == .unprocessableContent)
                #expect(refused.text.contains(#"value="\#(name)""#))
                #expect(refused.text.contains(RegisterWording.nameInvalid.english))
            }
            #expect(try await site.repositories.users.user(.alice).name == "Alice")
        }
    }

    @Test func `the alias can be changed where the operator allows it`() async throws {
        try await withSite(.embedded, allowsOwnAlias: true) { site in
            let alice = try await site.browser(signedInAs: "alice")
            #expect(try await alice.get(path).text.contains(#"name="alias""#))
            let taken = try await alice.post(path, ["name": "Alice", "alias": "bob"])
            #expect(taken.status == .conflict && taken.text.contains(#"value="bob""#))
            #expect(
                try await alice.post(path, ["name": "Alice", "alias": "no alias!"]).status == .unprocessableContent)
            #expect(try await alice.post(path, ["name": "Alice", "alias": "Ann"]).status == .seeOther)
            #expect(try await site.repositories.users.user(.alice).alias == "ann")
            try await expectDetailsInBothLanguages(site.audit)
            // After a while another proof is asked for.
            site.clock.advance(by: .seconds(3_600))
            let asked = try await alice.post(path, ["name": "Alice", "alias": "anna"])
            #expect(asked.text.contains("/profile/confirm"))
            #expect(try await site.repositories.users.user(.alice).alias == "ann")
            #expect(try await alice.post(path, ["name": "Anna", "alias": "ann"]).status == .seeOther)
        }
    }

    @Test func `before a REST backend there is no such page`() async throws {
        try await withSite(.remote) { site in
            let alice = try await site.browser(signedInAs: "alice")
            #expect(try await alice.get(path).status == .notFound)
            #expect(!(try await alice.get("/profile").text.contains(path)))
        }
    }
}
