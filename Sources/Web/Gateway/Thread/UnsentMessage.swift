import Chat
import HTML
import HTTP

/// What the form of a message carries, while it can't be sent.
struct UnsentMessage: Sendable {
    let conversation: ConversationID
    let text: String
    /// Stays with the text wherever it is offered again, so that it becomes one message.
    var key: FormKey
    let reply: MessageID?
    /// Files that were kept for it before.
    var files: [FileID]
    /// The name that a script gave the page with the form.
    let page: FormKey?
    /// Whether it had files that have to be chosen again.
    var lacksFiles: Bool

    /// - Parameter form: one without a key, such as that of another client, makes a new message each time.
    init(_ form: Form, to conversation: ConversationID) {
        self.conversation = conversation
        text = form["text"] ?? ""
        key = form["key"].flatMap { FormKey($0) } ?? .random()
        reply = form["reply"].flatMap { MessageID($0) }
        files = form.fields.lazy.filter { $0.name == "file" }.compactMap { FileID($0.value) }
        page = form["page"].flatMap { FormKey($0) }
        lacksFiles = form[Self.lacksFilesField] != nil
    }

    /// The one that travels with a sign-in; `nil` without one.
    init?(signIn form: Form) {
        guard form["text"] != nil, let conversation = form["conversation"].flatMap({ ConversationID($0) }) else {
            return nil
        }
        self.init(form, to: conversation)
    }

    private static let lacksFilesField = "lacks-files"

    var draft: Draft { Draft(text, key: key, reply: reply) }

    /// All fields but the text.
    var fields: [(name: String, value: String)] {
        [("conversation", conversation.description), ("key", key.description)]
            + (reply.map { [("reply", $0.description)] } ?? []) + files.map { ("file", $0.description) }
            + (lacksFiles ? [(Self.lacksFilesField, "yes")] : [])
    }
}

/// The hidden fields of a form that sends the message, or keeps it during sign-in.
struct UnsentFields: View {
    let unsent: UnsentMessage

    var body: some View {
        for field in unsent.fields { input(.type("hidden"), .name(field.name), .value(field.value)) }
    }
}
