import Chat
import HTTP
import Testing

@testable import Gateway

private let veranda = "550e8400-e29b-41d4-a716-446655450001"
private let bob = "550e8400-e29b-41d4-a716-446655440002"
private let direct = "550e8400-e29b-41d4-a716-446655450006"

private let thread = "/conversations/\(veranda)"
private let group = "\(thread)/group"
private let role = "\(thread)/members/role"

/// The form as its page showed it, with other values.
private func form(_ name: String? = nil, _ description: String? = nil, _ admins: [String] = []) -> Form {
    var form: Form = [
        "shown-name": "縁側", "shown-description": "", "shown-admins": "", "name": name ?? "縁側",
        "description": description ?? "",
    ]
    for action in admins { form.append("admins", action) }
    return form
}

/// Groups and who administers them. Haruka is the admin of the sample group.
@Suite struct GroupTests {
    @Test(arguments: [true, false]) func `an admin changes a group for everybody, and each change is told`(
        isEmbedded: Bool
    ) async throws {
        try await withSite(isEmbedded ? .embedded : .remote) { site in
            let (haruka, bob) = (
                try await site.browser(signedInAs: "haruka"), try await site.browser(signedInAs: "bob")
            )
            #expect(try await haruka.get("\(thread)/members").text.contains(">Group settings<"))
            #expect(try await bob.get("\(thread)/members").text.contains(">About the group<"))
            let changed = try await haruka.post(group, form("Tea <b>", "Where we\nsit", ["pin"]))
            #expect(changed.status == .seeOther)
            #expect(changed.headers[.location] == "\(thread)/members")
            let page = try await bob.get(thread)
            #expect(page.text.contains("Tea &lt;b&gt;"))
            for sentence in [
                "佐藤 春香 renamed the group to “Tea &lt;b&gt;”", "佐藤 春香 changed the description of the group",
                "佐藤 春香 changed what only admins may do: pin messages",
            ] { #expect(page.text.contains(sentence), "\(sentence)") }
            #expect(try await bob.get("/conversations").text.contains("Tea &lt;b&gt;"))
            let about = try await bob.get(group)
            #expect(about.text.contains("Where we\nsit") && about.text.contains(">pin messages<"))
            #expect(!about.text.contains(#"name="description""#))
            let settings = try await haruka.get(group)
            #expect(settings.text.contains(#"value="Tea &lt;b&gt;""#))
            #expect(settings.text.contains("Where we\nsit</textarea>"))
            #expect(try await bob.get("\(thread)/members").text.contains("Where we\nsit"))
        }
    }

    @Test func `two admins who change different things keep both changes`() async throws {
        try await withSite(.embedded) { site in
            let haruka = try await site.browser(signedInAs: "haruka")
            _ = try await haruka.post(role, ["user": bob, "role": "admin"])
            let other = try await site.browser(signedInAs: "bob")
            _ = try await haruka.post(group, form("New name"))
            _ = try await other.post(group, form(nil, "New description"))
            let settings = try await haruka.get(group)
            #expect(settings.text.contains(#"value="New name""#) && settings.text.contains("New description"))
        }
    }

    @Test(arguments: [("en", "at most 500 characters"), ("ja", "500文字までです")])
    func `what can't be taken comes back with all that was typed`(language: String, words: String) async throws {
        try await withSite(.embedded) { site in
            let haruka = try await site.browser(signedInAs: "haruka", language: language)
            let long = String(repeating: "あ", count: 501)
            let refused = try await haruka.post(group, form("Another", long, ["post"]))
            #expect(refused.status == .unprocessableContent)
            #expect(refused.text.contains(words) && refused.text.contains(long))
            #expect(refused.text.contains(#"value="Another""#))
            #expect(refused.text.contains(#"name="admins" value="post" checked"#))
            let nameless = try await haruka.post(group, form(" ", "kept"))
            #expect(nameless.status == .unprocessableContent && nameless.text.contains("kept</textarea>"))
            #expect(try await haruka.get(thread).text.contains("縁側"))
        }
    }

    @Test(arguments: [true, false]) func `admins are made and unmade, and the last one stays`(isEmbedded: Bool)
        async throws
    {
        try await withSite(isEmbedded ? .embedded : .remote) { site in
            let haruka = try await site.browser(signedInAs: "haruka")
            let member = try await site.browser(signedInAs: "bob", language: "ja")
            #expect(try await member.post(role, ["user": bob, "role": "admin"]).status == .forbidden)
            #expect(!(try await member.get("\(thread)/members").text.contains("管理者にする")))
            #expect(try await haruka.get("\(thread)/members").text.contains("Make Bob"))
            #expect(try await haruka.post(role, ["user": bob, "role": "admin"]).status == .seeOther)
            #expect(try await member.get("\(thread)/members").text.contains("管理者にする"))
            #expect(try await member.get(thread).text.contains("さんを管理者にしました"))
            #expect(try await haruka.post(role, ["user": bob, "role": "king"]).status == .badRequest)
            #expect(try await haruka.post(role, ["user": bob, "role": "member"]).status == .seeOther)
            let harukaID = "550e8400-e29b-41d4-a716-446655440005"
            let last = try await haruka.post(role, ["user": harukaID, "role": "member"])
            #expect(last.status == .conflict)
            #expect(last.text.contains("Make somebody else an admin first"))
            #expect(try await member.post(group, form("Mine")).status == .forbidden)
        }
    }

    @Test(arguments: [true, false]) func `where only admins send, others can't, and lose nothing that they typed`(
        isEmbedded: Bool
    ) async throws {
        try await withSite(isEmbedded ? .embedded : .remote) { site in
            let (haruka, alice) = (
                try await site.browser(signedInAs: "haruka"), try await site.browser(signedInAs: "alice")
            )
            #expect(try await alice.get(thread).text.contains(#"class="foot-bar closed" hidden"#))
            _ = try await haruka.post(group, form(nil, nil, ["post", "add", "pin"]))
            let page = try await alice.get(thread)
            #expect(page.text.contains("Only admins can send messages in this group."))
            #expect(!page.text.contains(#"class="foot-bar closed" hidden"#))
            let refused = try await alice.post("\(thread)/messages", ["text": "all my words", "key": "k"])
            #expect(refused.status == .forbidden)
            #expect(refused.text.contains("all my words") && refused.text.contains("Only admins can send"))
            #expect(!(try await alice.get("\(thread)/members").text.contains("Add a member")))
            let added = try await alice.post("\(thread)/members", ["user": "550e8400-e29b-41d4-a716-446655440004"])
            #expect(added.status == .forbidden)
            let path = try await messagePath(saying: "hear", as: haruka)
            #expect(!(try await alice.get(path).text.contains(">Pin<")))
            #expect(try await alice.post("\(path)/pin", ["state": "on"]).status == .forbidden)
            #expect(try await haruka.post("\(path)/pin", ["state": "on"]).status == .seeOther)
            #expect(try await alice.get(thread).text.contains("佐藤 春香 pinned a message"))
        }
    }

    @Test func `pages that are open are told of a change`() async throws {
        try await withSite(.embedded) { site in
            let (haruka, bob) = (
                try await site.browser(signedInAs: "haruka"), try await site.browser(signedInAs: "bob")
            )
            _ = try await bob.get(thread)
            let stream = try site.watch(bob)
            try await stream.wait { !$0.events("ready").isEmpty }
            _ = try await haruka.post(group, form("Renamed"))
            try await stream.wait { !$0.events("conversation").isEmpty && $0.text.contains("renamed the group") }
            stream.close()
        }
    }

    @Test func `who takes no part sees nothing, and a direct conversation is no group`() async throws {
        try await withSite(.embedded) { site in
            let (dave, alice) = (
                try await site.browser(signedInAs: "dave"), try await site.browser(signedInAs: "alice")
            )
            #expect(try await dave.get(group).status == .notFound)
            #expect(try await dave.post(group, form("Mine")).status == .notFound)
            #expect(try await dave.post(role, ["user": bob, "role": "admin"]).status == .notFound)
            #expect(try await alice.get("/conversations/\(direct)").status == .ok)
            #expect(try await alice.get("/conversations/\(direct)/group").status == .notFound)
        }
    }
}
