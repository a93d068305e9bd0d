import Chat
import RepositoryBehaviour
import Testing

@testable import ChatStore

/// What a search could read as a language of its own, and what Swift joins to the sign before it.
struct SearchFuzzTests {
    private static let pieces: [String] =
        ["\"", "\"", "'", "*", "^", ":", "-", "+", "(", ")", "{", "}", " ", "AND", "OR", "NOT", "NEAR", "NEAR(a b, 5)"]
        + [
            "folded", "\0", "\u{1}", "\u{7F}", "\u{85}", "\u{2028}", "\r\n", "\u{FFFD}", "\u{FEFF}", "\u{AD}", "%",
            "?1",
        ]
        + ["\u{301}", "\u{327}", "\u{345}", "\u{3099}", "\u{309A}", "\u{200D}", "\u{200B}", "\u{FE0F}", "\u{E0100}"]
        + [
            "\u{20E3}", "\u{1F3FD}", "\u{1F1EF}", "\u{1F468}", "\u{600}", "\u{110BD}", "\u{1160}", "\u{11A8}",
            "\u{AC00}",
        ]
        + ["é", "ß", "İ", "ﬃ", "ǰ", "ΐ", "カ", "ﾊﾟ", "縁側", "a", "abc", "\u{10FFFF}", "\u{D7FF}", "\u{E000}"]

    private func store() async throws -> (store: ChatStore, user: UserID, conversation: ConversationID) {
        let store = try ChatStore(.memory, clock: ManualClock().clock)
        let alias = try #require(Alias("ann"))
        let user = try await store.register(
            NewUser(alias: alias, name: try #require(DisplayName("Ann")), avatarURL: nil)
        ).id
        let name = try #require(DisplayName("room"))
        let new = try #require(NewConversation(.group(name: name), participants: [user]))
        return await (store, user, try store.create(new, as: user).id)
    }

    @Test(arguments: [
        "abc\"\u{301}", "\"\u{301}abc", "\"\u{200D}abc\"\u{FE0F}", "abc\"\u{301} def\"", "\u{301}\"\"\"\u{301}\"",
        "\"\"\"",
        "abc\0def", "abc\"\0\u{301}", "\u{FFFD}\u{FFFD}\u{FFFD}\"\u{345}", "abc\u{600}\" def\"", "\u{110BD}\"abc",
        "a\"\u{E0100}b", "*\"\u{301}*", "NEAR(\"\u{301}",
    ])
    func `a mark on a quotation mark breaks no search, and finds what was said so`(text: String) async throws {
        let place = try await store()
        _ = try await place.store.send(
            NewMessage(conversation: place.conversation, sender: place.user, text: try MessageText("so \(text) so")))
        // Enough that the message is found by a filter, and not only among the newest.
        for number in 0..<130 {
            _ = try await place.store.send(
                NewMessage(
                    conversation: place.conversation, sender: place.user, text: try MessageText("number \(number)")))
        }
        let found = try await place.store.search(try #require(SearchQuery(text)), as: place.user, limit: 50)
        #expect(found.hits.count == 1)
    }

    @Test func `no query ends in an error, and each finds the text that it was cut from`() async throws {
        let place = try await store()
        var texts: [String] = []
        for _ in 0..<400 {
            let text = (0..<Int.random(in: 1...12)).map { _ in Self.pieces.randomElement() ?? "" }.joined()
            guard let message = try? MessageText("z\(text)") else { continue }
            texts.append(message.description)
            _ = try await place.store.send(
                NewMessage(conversation: place.conversation, sender: place.user, text: message))
        }
        for text in texts {
            for query in [String(text.unicodeScalars.prefix(90)), text + " \"", "\"\(text)"] {
                guard let query = SearchQuery(query) else { continue }
                let found = try await place.store.search(query, as: place.user, limit: 200)
                if FoldedText(text).contains(all: query.terms) {
                    #expect(!found.hits.isEmpty, "\(query.terms) in \(text.debugDescription)")
                }
            }
        }
    }
}
