import Chat
import HTML

/// The conversations of one person.
struct ConversationListPage: View {
    struct Row {
        let path: Path
        let title: String
        let face: Person
        /// Who is in it; for groups.
        let participants: String?
        let excerpt: String
        let time: String
        let fullTime: String
        let timestamp: String
    }

    let say: Speaker
    let rows: [Row]

    var body: some View {
        h1(.class("page-title")) { say(ConversationWording.title) }
        SearchForm(say: say)
        if rows.isEmpty {
            section(.class("empty")) {
                p { say(ConversationWording.empty) }
                p(.class("muted")) { say(ConversationWording.emptyNext) }
            }
        } else {
            ul(.class("conversations")) {
                for row in rows { ConversationRow(row: row) }
            }
        }
    }
}

private struct ConversationRow: View {
    let row: ConversationListPage.Row

    var body: some View {
        li {
            a(.class("conversation"), .href(SafeURL(path: "\(row.path.text)#latest"))) {
                Avatar(person: row.face)
                span(.class("conversation-text")) {
                    span(.class("conversation-title")) { row.title }
                    if let participants = row.participants {
                        span(.class("conversation-people")) { participants }
                    }
                    span(.class("conversation-excerpt")) { row.excerpt }
                }
                time(.class("time"), .datetime(row.timestamp), .title(row.fullTime)) { row.time }
            }
        }
    }
}

extension ConversationListPage.Row {
    /// How much of the last message is shown.
    private static let excerptCharacters = 120

    init(_ summary: ConversationSummary, _ visit: Visit, viewer: UserID) {
        let conversation = summary.conversation
        let say = visit.say
        path = .thread(conversation.id)
        title = conversation.title(for: viewer, say)
        face = conversation.face(for: viewer, say)
        participants =
            conversation.kind == .group
            ? say.list(conversation.activeParticipants.map(\.user.name).sorted()) : nil
        let names = Names(conversation, say)
        let text = summary.lastMessage.map { message in
            switch message.content {
            case .text(let sender, let text):
                sender == viewer
                    ? say(ConversationWording.you(text))
                    : conversation.kind == .group ? "\(names[sender].name): \(text)" : text
            default: names.sentence(for: message.content)
            }
        }
        excerpt = String((text ?? say(ConversationWording.noMessages)).prefix(Self.excerptCharacters))
        time = visit.time.short(summary.lastActivity)
        fullTime = visit.time.full(summary.lastActivity)
        timestamp = summary.lastActivity.iso8601
    }
}
