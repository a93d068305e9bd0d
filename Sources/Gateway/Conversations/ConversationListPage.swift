import Chat
import HTML
import RichText

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
                    span(.class("conversation-title")) { bdi { row.title } }
                    if let participants = row.participants {
                        span(.class("conversation-people")) { bdi { participants } }
                    }
                    span(.class("conversation-excerpt")) { bdi { row.excerpt } }
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
            ? conversation.activeParticipants.map { Person($0.user).name }.sorted()
                .joined(separator: say.language == .japanese ? "、" : ", ") : nil
        let names = Names(conversation, say)
        let text = summary.lastMessage.map { message -> String in
            switch message.content {
            case .text(let sender, let message):
                let text = RichText.excerpt(of: message, limit: Self.excerptCharacters)
                return sender == viewer
                    ? say(ConversationWording.you(text))
                    : conversation.kind == .group ? "\(names[sender].name): \(text)" : text
            default: return names.sentence(for: message.content)
            }
        }
        excerpt = text ?? say(ConversationWording.noMessages)
        time = visit.time.short(summary.lastActivity)
        fullTime = visit.time.full(summary.lastActivity)
        timestamp = summary.lastActivity.iso8601
    }
}
