import Chat
import Testing

/// Whom a text mentions.
@Suite struct MentionTests {
    private func conversation(_ aliases: [String], former: [String] = []) -> Conversation {
        let id = ConversationID.random()
        let participants = (aliases + former).map { alias in
            Participant(
                id: .random(), conversation: id,
                user: User(id: .random(), alias: alias, name: alias, avatarURL: nil, createdAt: moment),
                role: .member, joinedAt: moment, leftAt: former.contains(alias) ? moment : nil)
        }
        return Conversation(id: id, kind: .group, name: "G", createdAt: moment, participants: participants)
    }

    private let moment = Timestamp(milliseconds: 0)

    private func mentioned(_ text: String, _ conversation: Conversation) -> [String] {
        let found = conversation.participants.filter { conversation.mentions($0.user.id, in: text) }
        #expect(Set(conversation.mentioned(in: text)) == Set(found.map(\.user.id)))
        return found.map(\.user.alias)
    }

    @Test(arguments: [
        ("@bob", true), ("hello @bob", true), ("hello @BOB!", true), ("(@bob)", true), ("@bob, you?", true),
        ("やあ@bobさん", true), ("@bob.", true), ("@bob-ish", true), ("@bob@bob", true), ("@@bob", false),
        ("bob", false), ("@bobby", false), ("mail@bob", false), ("@ bob", false), ("@bo", false), ("", false),
    ])
    func `a mention is the alias after an at sign, as a word`(text: String, isMention: Bool) {
        #expect(mentioned(text, conversation(["bob", "alice"])) == (isMention ? ["bob"] : []))
    }

    @Test func `of several aliases the longest is meant, of those who take part`() {
        let both = conversation(["bob", "bob.smith"])
        #expect(mentioned("@bob.smith hello", both) == ["bob.smith"])
        #expect(mentioned("@bob.smithers hello", both) == ["bob"])
        #expect(mentioned("@bob and @bob.smith", both) == ["bob", "bob.smith"])
        #expect(mentioned("@bob.smith hello", conversation(["bob"], former: ["bob.smith"])) == ["bob"])
    }

    @Test func `a stranger, and an alias without a letter, are never mentioned`() {
        let some = conversation(["", "bob"])
        #expect(mentioned("@ and @bob", some) == ["bob"])
        #expect(!some.mentions(.random(), in: "@bob"))
    }
}
