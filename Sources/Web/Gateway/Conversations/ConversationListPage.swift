import Chat
import HTML
import HTTP
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
        let isDraft: Bool
        /// "3", "99+", or nothing.
        let unread: String?
        let time: String
        let fullTime: String
        let timestamp: String
    }

    let say: Speaker
    let rows: [Row]
    /// Those that one has left.
    let archived: [String]

    var body: some View {
        div(.class("list-head")) {
            h1(.class("page-title")) { say(ConversationWording.title) }
            a(.class("button primary"), .href(routes.newConversation.url)) { say(PeopleWording.newConversation) }
        }
        SearchForm(say: say)
        if rows.isEmpty {
            section(.class("empty")) {
                p { say(ConversationWording.empty) }
                p(.class("muted")) { say(ConversationWording.emptyNext) }
            }
        } else {
            ul(.class("conversations")) {
                for row in rows { ConversationRow(say: say, row: row) }
            }
        }
        if !archived.isEmpty {
            details(.class("archived")) {
                summary { say(ConversationWording.archived(archived.count)) }
                ul { for title in archived { li { title } } }
            }
        }
    }
}

private struct ConversationRow: View {
    let say: Speaker
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
                    span(.class("conversation-excerpt")) {
                        if row.isDraft { span(.class("draft")) { say(ConversationWording.draft) } }
                        bdi { row.excerpt }
                    }
                }
                span(.class("conversation-side")) {
                    time(.class("time"), .datetime(row.timestamp), .title(row.fullTime)) { row.time }
                    if let unread = row.unread {
                        span(.class("badge")) {
                            unread
                            span(.class("unseen")) { say(ConversationWording.unread) }
                        }
                    }
                }
            }
        }
    }
}

extension ConversationListPage.Row {
    /// How much of the last message is shown.
    private static let excerptCharacters = 120

    /// What a list shows of a message.
    static func excerpt(of message: Message, in conversation: Conversation, viewer: UserID?, _ say: Speaker) -> String {
        let names = Names(conversation, say)
        guard case .text(let sender, let text) = message.content else { return names.sentence(for: message.content) }
        let excerpt = RichText.excerpt(of: text, limit: excerptCharacters)
        if sender == viewer { return say(ConversationWording.you(excerpt)) }
        return conversation.kind == .group ? "\(names[sender].name): \(excerpt)" : excerpt
    }

    init(_ summary: ConversationSummary, _ visit: Visit, viewer: UserID, draft: String?) {
        let conversation = summary.conversation
        let say = visit.say
        path = routes.thread(conversation.id)
        title = conversation.title(for: viewer, say)
        face = conversation.face(for: viewer, say)
        participants =
            conversation.kind == .group
            ? say.list(conversation.activeParticipants.map { Person($0.user).name }.sorted()) : nil
        let text = summary.lastMessage.map { Self.excerpt(of: $0, in: conversation, viewer: viewer, say) }
        isDraft = draft != nil
        unread =
            summary.unread.count == 0
            ? nil : summary.unread.isMore ? "\(UnreadCounter.maximum - 1)+" : String(summary.unread.count)
        excerpt =
            draft.map { $0.prefix(scalars: Self.excerptCharacters) } ?? text ?? say(ConversationWording.noMessages)
        time = visit.time.short(summary.lastActivity)
        fullTime = visit.time.full(summary.lastActivity)
        timestamp = summary.lastActivity.iso8601
    }
}
