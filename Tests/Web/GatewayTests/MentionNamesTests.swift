import Chat
import HTTP
import RichText
import Testing

@testable import Gateway

private let veranda = "550e8400-e29b-41d4-a716-446655450001"

/// Excerpts of messages show whom they mention by name, as the conversation does.
@Suite struct MentionNamesTests {
    @Test func `bookmarks and search results name those who are mentioned`() async throws {
        try await withSite(.embedded) { site in
            let hanako = try await site.elsewhere.users.register(
                NewUser(
                    alias: try #require(Alias("hanako5")), name: try #require(DisplayName("山田<花子>")), avatarURL: nil))
            let alice = try await site.browser(signedInAs: "alice")
            _ = try await alice.post("/conversations/\(veranda)/members", ["user": hanako.id.description])
            _ = try await alice.post(
                "/conversations/\(veranda)/messages", ["text": "@Hanako5, the crocuses are out; tell @nobody"])
            let id = try #require(try await alice.get("/conversations/\(veranda)").messageIDs.last)
            _ = try await alice.post("/conversations/\(veranda)/messages/\(id)/bookmark", ["state": "on"])
            let bookmarks = try await alice.get("/bookmarks").text
            #expect(bookmarks.contains("@山田&lt;花子&gt;, the crocuses are out; tell @nobody</a>"))
            let found = try await alice.get("/search?q=crocuses").text
            #expect(found.contains("@山田&lt;花子&gt;, the <mark>crocuses</mark> are out; tell @nobody"))
            // The name can be found in no text; an alias can, and is shown then.
            let byAlias = try await alice.get("/search?q=hanako5").text
            #expect(byAlias.contains("@<mark>Hanako5</mark>, the crocuses"))
        }
    }

    @Test func `a match is marked in the text with names, unless it is an alias`() throws {
        let mentions = RichText.Mentions(names: ["bob": "Robert", "amelie": "Amelie B."], own: nil)
        let text = "hello @bob and @amelie"
        func pieces(_ query: String) throws -> [Excerpt.Piece] {
            let query: SearchQuery = try #require(SearchQuery(query))
            return Excerpt(of: text, query, mentions: mentions).pieces
        }
        #expect(try pieces("hello") == [.marked("hello"), .plain(" @Robert and @Amelie B.")])
        #expect(try pieces("amelie") == [.plain("hello @Robert and @"), .marked("Amelie"), .plain(" B.")])
        #expect(try pieces("bob") == [.plain("hello @"), .marked("bob"), .plain(" and @amelie")])
    }

    @Test func `names are looked at only where somebody may be mentioned`() throws {
        let bob = User(
            id: .random(), alias: "bob", name: "Robert", avatarURL: nil, createdAt: Timestamp(milliseconds: 0))
        let id = ConversationID.random()
        let conversation = Conversation(
            id: id, kind: .group, name: "G", createdAt: Timestamp(milliseconds: 0),
            participants: [
                Participant(
                    id: .random(), conversation: id, user: bob, role: .member, joinedAt: Timestamp(milliseconds: 0),
                    leftAt: nil)
            ])
        #expect(RichText.Mentions(in: conversation, for: ["no sign", "＠bob"]) == .none)
        #expect(RichText.Mentions(in: conversation, for: ["", "@bob"]) != .none)
    }
}
