import Chat
import HTTP
import RepositoryBehaviour
import Testing

@testable import Gateway

private let list = "/conversations/open"

/// Groups that everybody finds and may join.
@Suite struct OpenGroupsTests {
    /// A group of haruka.
    private func group(_ name: String, isOpen: Bool, on site: SiteUnderTest) async throws -> String {
        let new = NewConversation(.group(name: try #require(DisplayName(name))), participants: [.haruka])
        let id = try await site.repositories.conversations.create(try #require(new), as: .haruka).id
        _ = try await site.repositories.conversations.add(.haruka, as: .admin, to: id, by: .haruka)
        if isOpen { try await site.repositories.groups.edit(id, GroupEdit(isOpen: true), as: .haruka) }
        return "\(id)"
    }

    @Test(arguments: [(true, "en"), (false, "en"), (true, "ja")])
    func `an admin opens a group, and others find and join it`(isEmbedded: Bool, language: String) async throws {
        let say = Speaker(language: language == "ja" ? .japanese : .english)
        try await withSite(isEmbedded ? .embedded : .remote) { site in
            let id = try await group("<Tea> & cake", isOpen: false, on: site)
            let (path, join) = ("/conversations/\(id)", "/conversations/open/\(id)/join")
            let haruka = try await site.browser(signedInAs: "haruka", language: language)
            let dave = try await site.browser(signedInAs: "dave", language: language)
            #expect(try await dave.get("/conversations/new").text.contains(#"href="\#(list)""#))
            #expect(!(try await dave.get("\(list)?q=tea").text.contains("&lt;Tea&gt;")))
            #expect(try await dave.post(join, [:]).status == .gone)

            let form: Form = ["name": "<Tea> & cake", "shown-name": "<Tea> & cake", "open": "on", "shown-open": ""]
            #expect(try await haruka.get("\(path)/group").text.contains(#"name="open""#))
            #expect(try await haruka.post("\(path)/group", form).status == .seeOther)
            #expect(
                try await haruka.get(path).text.contains(
                    language == "ja" ? "だれでも参加できるようにしました" : "opened the group to everybody"))
            let found = try await dave.get("\(list)?q=TEA").text
            #expect(found.contains("&lt;Tea&gt; &amp; cake") && found.contains(join))
            #expect(try await dave.get("\(list)?q=coffee").text.contains(say(OpenGroupsWording.noneFound)))
            let joined = try await dave.post(join, [:])
            #expect(joined.status == .seeOther && joined.headers[.location] == "\(path)#latest")
            #expect(try await dave.get(path).status == .ok)
            #expect(!(try await dave.get("\(list)?q=tea").text.contains(join)))
            #expect(try await dave.get("\(path)/group").text.contains(say(OpenGroupsWording.isOpen)))
        }
    }

    @Test func `a form that shows something else does not close a group`() async throws {
        try await withSite(.embedded) { site in
            let path = "/conversations/\(try await group("Tea", isOpen: true, on: site))"
            let haruka = try await site.browser(signedInAs: "haruka")
            // It was loaded while the group was closed.
            let form: Form = ["name": "Cake", "shown-name": "Tea", "shown-open": ""]
            #expect(try await haruka.post("\(path)/group", form).status == .seeOther)
            #expect(try await haruka.get("\(path)/group").text.contains(#"name="open" value="on" checked"#))
            let closing: Form = ["name": "Cake", "shown-name": "Cake", "shown-open": "on"]
            #expect(try await haruka.post("\(path)/group", closing).status == .seeOther)
            #expect(!(try await haruka.get("\(path)/group").text.contains(#"name="open" value="on" checked"#)))
        }
    }

    @Test func `there are so many open groups and no more, and the list shows the first of them`() async throws {
        try await withSite(.embedded) { site in
            let last = try await group("Last", isOpen: false, on: site)
            let open = try await site.repositories.openGroups.groups(matching: nil, as: .random()).count
            for number in open..<MessageLimits.maximumOpenGroups {
                _ = try await group("Group \(number)", isOpen: true, on: site)
            }
            let haruka = try await site.browser(signedInAs: "haruka")
            let form: Form = ["name": "Other", "shown-name": "Last", "open": "on", "shown-open": ""]
            let refused = try await haruka.post("/conversations/\(last)/group", form)
            #expect(refused.status == .unprocessableContent)
            #expect(
                refused.text.contains(OpenGroupsWording.tooMany.english) && refused.text.contains(#"value="Other""#))
            let dave = try await site.browser(signedInAs: "dave")
            let page = try await dave.get(list).text
            #expect(page.matches(of: /\/join"/).count == MessageLimits.maximumListedGroups)
            #expect(page.contains(OpenGroupsWording.more.english))
        }
    }
}
