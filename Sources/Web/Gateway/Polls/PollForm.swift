import Chat
import HTTP

/// The form of a new poll, with what was typed.
struct PollForm {
    enum Fault {
        case noQuestion
        case tooFewOptions
        case tooLong
        /// The failure of the site or the backend.
        case failure(Sentence)
    }

    static let question = "question"
    static let option = "option"
    static let several = "several"
    static let key = "key"

    let conversation: ConversationID
    /// The message's idempotency key.
    let key: FormKey
    var question = ""
    /// As many as a poll may have; empty ones are left out.
    var options: [String]
    var allowsSeveral = false
    var fault: Fault?

    /// An empty one.
    init(_ conversation: ConversationID, key: FormKey = .random()) {
        self.conversation = conversation
        self.key = key
        options = Array(repeating: "", count: Poll.numberOfOptions.upperBound)
    }

    /// The one that was sent.
    init(_ form: Form, _ conversation: ConversationID) {
        self.init(conversation, key: form[Self.key].flatMap { FormKey($0) } ?? .random())
        question = form[Self.question] ?? ""
        for (place, option) in form.values(of: Self.option).prefix(options.count).enumerated() {
            options[place] = option
        }
        allowsSeveral = form[Self.several] != nil
    }

    private var written: [String] { options.filter { !$0.unicodeScalars.allSatisfy(\.properties.isWhitespace) } }

    /// The poll; `nil` for a form with a fault, which is noted.
    mutating func poll() -> Poll? {
        guard !question.unicodeScalars.allSatisfy(\.properties.isWhitespace) else { return fail(.noQuestion) }
        guard written.count >= Poll.numberOfOptions.lowerBound else { return fail(.tooFewOptions) }
        let poll = Poll(question: question, options: written, allowsSeveral: allowsSeveral)
        return poll ?? fail(.tooLong)
    }

    private mutating func fail(_ fault: Fault) -> Poll? {
        self.fault = fault
        return nil
    }

    /// What was typed as the text of a message, which is kept through a sign-in.
    var unsent: UnsentMessage {
        let poll = Poll(question: question, options: written, allowsSeveral: allowsSeveral)
        let text = poll?.text ?? ([question] + written).joined(separator: "\n")
        return UnsentMessage(
            Form([
                Form.Field(name: "text", value: text), Form.Field(name: "key", value: key.description),
            ]), to: conversation)
    }
}
