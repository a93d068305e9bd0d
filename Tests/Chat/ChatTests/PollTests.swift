import Chat
import Testing

/// Polls as the texts of messages, and votes as reactions.
@Suite struct PollTests {
    private let people = (0..<4).map { _ in UserID.random() }

    private func message(_ text: String, _ reactions: [(user: Int, emoji: String)]) -> Message {
        let id = MessageID.random()
        let moment = Timestamp(milliseconds: 1_795_255_200_000)
        return Message(
            id: id, conversation: .random(), content: .text(sender: people[0], text: text), replyTo: nil,
            createdAt: moment,
            reactions: reactions.enumerated().map { number, reaction in
                Reaction(
                    id: .random(), message: id, user: people[reaction.user], emoji: reaction.emoji,
                    createdAt: moment.adding(.seconds(number)))
            })
    }

    private func result(_ text: String, _ reactions: [(user: Int, emoji: String)]) throws -> PollResult {
        PollResult(try #require(Poll(text: text)), of: message(text, reactions))
    }

    @Test(arguments: [2, 9, 10], [false, true])
    func `a poll is a text, and is read from it again`(count: Int, allowsSeveral: Bool) throws {
        let options = (1...count).map { " Option \($0) " }
        let poll = try #require(Poll(question: " Where? ", options: options, allowsSeveral: allowsSeveral))
        #expect(poll.question == "Where?" && poll.options == (1...count).map { "Option \($0)" })
        #expect(Poll(text: poll.text) == poll)
        #expect(poll.text.hasPrefix(allowsSeveral ? "📊☑️ Where?\n1️⃣ Option 1\n2️⃣ Option 2" : "📊 Where?\n1️⃣ Option 1\n"))
        #expect(poll.option(of: Poll.emoji(of: count - 1).description) == count - 1)
        #expect(poll.option(of: "👍") == nil && poll.option(of: "\(count + 1)\u{FE0F}\u{20E3}") == nil)
    }

    @Test(arguments: [
        "", "hello", "📊", "📊 Where?", "📊 Where?\n1️⃣ Here", "📊 Where?\n1️⃣ Here\n3️⃣ There",
        "📊 Where?\n1️⃣ Here\nand so on\n2️⃣ There",
        "📊 \n1️⃣ Here\n2️⃣ There", "📊 Where?\n1️⃣ Here\n2️⃣ ", "📊 Where?\n1️⃣ Here\n2️⃣ There\n", "Where?\n1️⃣ Here\n2️⃣ There",
        "📊 Where?\n1 Here\n2 There", "📊 Where?\n1️⃣ \(String(repeating: "x", count: 101))\n2️⃣ There",
    ])
    func `another text is no poll`(text: String) { #expect(Poll(text: text) == nil) }

    @Test func `so many options and characters are the most`() {
        func poll(_ question: String, _ options: [String]) -> Poll? {
            Poll(question: question, options: options, allowsSeveral: false)
        }
        #expect(poll("?", Array(repeating: "x", count: 10)) != nil)
        #expect(poll("?", Array(repeating: "x", count: 11)) == nil)
        #expect(poll("?", ["x"]) == nil)
        #expect(poll(String(repeating: "あ", count: 300), ["x", "y"]) != nil)
        #expect(poll(String(repeating: "あ", count: 301), ["x", "y"]) == nil)
        #expect(poll("?", [String(repeating: "あ", count: 100), "y"]) != nil)
        #expect(poll("?\n1️⃣ a", ["x", "y"]) == nil)
        #expect(poll("?", ["x\u{2028}z", "y"]) == nil)
    }

    @Test func `of several votes of one person the last one counts, or each where that is allowed`() throws {
        let votes = [(1, "1️⃣"), (2, "1️⃣"), (1, "2️⃣"), (3, "👍"), (2, "🔒")]
        let one = try result("📊 Where?\n1️⃣ Here\n2️⃣ There", votes)
        #expect(one.votes == [[people[2]], [people[1]]] && one.people == 2 && !one.isOver)
        let several = try result("📊☑️ Where?\n1️⃣ Here\n2️⃣ There", votes)
        #expect(several.votes == [[people[1], people[2]], [people[1]]] && several.people == 2)
    }

    @Test func `a vote after the end does not count`() throws {
        let over = try result(
            "📊 Where?\n1️⃣ Here\n2️⃣ There", [(1, "1️⃣"), (0, "🔒"), (1, "2️⃣"), (2, "2️⃣")])
        #expect(over.votes == [[people[1]], []] && over.people == 1 && over.isOver)
    }
}
