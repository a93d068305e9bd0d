import Chat
import Testing

@testable import Gateway

@Suite struct ReactionCountTests {
    @Test("reactions are counted by emoji, in the order in which the first came", arguments: [1, 2, 8, 9, 30])
    func counts(kinds: Int) {
        let message = MessageID.random()
        let users = (0..<3).map { _ in UserID.random() }
        // Each person gives every emoji; one sends what is no emoji at all, which real backends keep.
        let reactions = users.flatMap { user in
            (0..<kinds).map { (user, "e\($0)") } + [(user, "")]
        }.map { user, emoji in
            Reaction(
                id: .random(), message: message, user: user, emoji: emoji,
                createdAt: Timestamp(milliseconds: 1_795_257_639_771))
        }
        let counts = ReactionCount.counts(reactions, viewer: users[1])
        #expect(counts.map(\.emoji) == (0..<kinds).map { "e\($0)" })
        #expect(counts.allSatisfy { $0.users == users && $0.isMine })
        #expect(ReactionCount.counts(reactions, viewer: .random()).allSatisfy { !$0.isMine })
    }
}
