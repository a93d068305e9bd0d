import Chat
import HTML
import RichText

/// Makes links to messages that were found, with the names of those who wrote them and are mentioned in them.
struct MessageLinks: Sendable {
    private let visit: Visit
    private let viewer: UserID
    /// The words that are marked; `nil` for none.
    private let query: SearchQuery?
    /// The authors of the messages, by conversation.
    private let names: [ConversationID: Names]
    /// Those whom the messages may mention, by conversation.
    private let mentions: [ConversationID: RichText.Mentions]

    init(visit: Visit, viewer: UserID, query: SearchQuery?, _ found: [(message: Message, conversation: Conversation)]) {
        self.visit = visit
        self.viewer = viewer
        self.query = query
        let found = Dictionary(grouping: found, by: \.conversation.id)
        names = found.mapValues { found in
            Names(found[0].conversation, of: Set(found.compactMap(\.message.sender)), visit.say)
        }
        mentions = found.mapValues { found in
            RichText.Mentions(in: found[0].conversation, for: found.lazy.compactMap(\.message.text))
        }
    }

    func link(to message: Message, in conversation: Conversation) -> MessageLink {
        MessageLink(
            visit: visit, viewer: viewer, query: query, message: message, conversation: conversation,
            names: names[conversation.id], mentions: mentions[conversation.id] ?? .none)
    }
}

/// A message that was found: its author, conversation and time, and the text around the match.
struct MessageLink: View {
    let visit: Visit
    let viewer: UserID
    let query: SearchQuery?
    let message: Message
    let conversation: Conversation
    let names: Names?
    let mentions: RichText.Mentions

    /// What was searched: the text, and the names of the files.
    private var searched: String {
        let text = names?.sentence(for: message.content) ?? ""
        let parts = [text] + message.attachments.map(\.name.description)
        return parts.filter { !$0.isEmpty }.joined(separator: "\n")
    }

    var body: some View {
        let author = message.sender.flatMap { names?[$0] }
        a(.class("conversation found"), .href(.message(message))) {
            Avatar(person: author ?? conversation.avatar(for: viewer, visit.say))
            span(.class("conversation-text")) {
                span(.class("conversation-title")) { author?.name ?? "" }
                span(.class("conversation-people")) {
                    visit.say(SearchWording.inConversation(conversation.title(for: viewer, visit.say)))
                }
                span(.class("found-text"), .dir("auto")) {
                    Excerpt(of: searched, query, mentions: mentions)
                }
            }
            time(.class("time"), .datetime(message.createdAt.iso8601), .title(visit.time.full(message.createdAt))) {
                visit.time.short(message.createdAt)
            }
        }
    }
}
