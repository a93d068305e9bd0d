import Accounts
import Chat
import HTML
import HTTP
import RichText

/// A person's conversations, newest activity first, and the titles of those that the person has left.
struct ConversationListPage: View {
    /// The number of rows beside a page: more than most screens have room for. A script loads the others when the user
    /// scrolls to their end.
    static let rowsBeside = 16

    let visit: Visit
    let viewer: UserID
    let parameters: ListParameters
    let list: ConversationOverview.List
    let drafts: [ConversationID: String]
    /// Whether it stands beside the content of another page. It has its first rows only then, without the texts of drafts,
    /// and without the names of those who take part in groups, which nobody sees: a script loads them for the search field.
    var isBeside = false

    private var rows: ArraySlice<ConversationSummary> {
        isBeside ? list.active.prefix(Self.rowsBeside) : list.active[...]
    }

    /// The conversations without a row.
    private var remaining: ArraySlice<ConversationSummary> { list.active[rows.endIndex...] }

    var body: some View {
        div(.class("list-head")) {
            if isBeside {
                h2(.class("page-title")) { visit.say(ConversationWording.title) }
            } else {
                h1(.class("page-title")) { visit.say(ConversationWording.title) }
            }
            a(.class("button primary"), .href(routes.newConversation().url)) {
                visit.say(PeopleWording.newConversation)
            }
        }
        SearchForm(say: visit.say, field: isBeside ? "beside-q" : "q")
        if list.active.isEmpty, !parameters.isFirstPage {
            p(.class("nothing-found muted"), .role("status")) { visit.say(ConversationWording.nothingFound) }
        } else if list.active.isEmpty {
            EmptyNotice(
                sentence: visit.say(ConversationWording.empty), advice: visit.say(ConversationWording.emptyNext))
        } else {
            ul(.class("conversations")) {
                for summary in rows {
                    ConversationRow(
                        visit: visit, viewer: viewer, summary: summary, draft: drafts[summary.conversation.id],
                        isBeside: isBeside)
                }
            }
        }
        if !remaining.isEmpty {
            a(
                .class("older"), .href(routes.conversations(query: "", after: lastCursor).url),
                .data("data-unread", String(remaining.reduce(0) { $0 + $1.counted(for: visit) }))
            ) { visit.say(PeopleWording.more) }
        } else if let next = list.next {
            a(.class("older"), .href(routes.conversations(query: parameters.query, after: next).url)) {
                visit.say(PeopleWording.more)
            }
        }
        if !list.archived.isEmpty, parameters.isFirstPage, remaining.isEmpty {
            details(.class("archived")) {
                summary { visit.say(ConversationWording.archived(list.archivedCount)) }
                ul { for conversation in list.archived { li { conversation.title(for: viewer, visit.say) } } }
            }
        }
        if !isBeside {
            // On a wide screen, the place for a conversation.
            section(.class("middle")) {
                p { visit.say(ConversationWording.choose) }
                p(.class("muted")) { visit.say(ConversationWording.chooseNext) }
            }
        }
    }

    /// The cursor of the last row. Pinned conversations have none, because they stand on the first page only: `nil` if all
    /// rows are pinned.
    private var lastCursor: ListCursor? {
        let pinned = visit.session?.preferences.pinned ?? []
        return rows.last { !pinned.contains($0.conversation.id) }
            .map { ListCursor(moment: $0.lastActivity, conversation: $0.conversation.id) }
    }
}

struct ConversationRow: View {
    /// How the link of each row begins.
    static let start = #"<a class="conversation""#

    let visit: Visit
    let viewer: UserID
    let summary: ConversationSummary
    let draft: String?
    /// Whether the list stands beside the content of another page.
    let isBeside: Bool

    private var conversation: Conversation { summary.conversation }
    private var isPinned: Bool { visit.session?.preferences.pinned.contains(conversation.id) == true }

    var body: some View {
        li(.data("data-pinned", isPinned ? "" : nil)) {
            a(.class("conversation"), .href(routes.thread(conversation.id).url(at: unread == nil ? "latest" : "new"))) {
                ConversationPicture(conversation: conversation, viewer: viewer, say: visit.say)
                span(.class("conversation-text")) {
                    span(.class("conversation-title")) {
                        bdi { conversation.title(for: viewer, visit.say) }
                        if isPinned {
                            span(.role("img"), .aria(.label, visit.say(ConversationWording.pinned))) { " 📌" }
                        }
                        if visit.level(of: conversation.id)?.level == .nothing {
                            span(.class("silent"), .role("img"), .aria(.label, visit.say(NotificationsWording.off))) {
                                " 🔕"
                            }
                        }
                    }
                    if conversation.kind == .group {
                        span(.class("conversation-people")) {
                            if !isBeside { bdi { people } }
                        }
                    }
                    span(.class("conversation-excerpt")) {
                        if draft != nil { span(.class("draft")) { visit.say(ConversationWording.draft) } }
                        bdi { excerpt }
                    }
                }
                span(.class("conversation-side")) {
                    time(
                        .class("time"), .datetime(summary.lastActivity.iso8601),
                        .title(visit.time.full(summary.lastActivity))
                    ) { visit.time.short(summary.lastActivity) }
                    if let unread { UnreadBadges(say: visit.say, unread: unread, mentions: mentions) }
                }
            }
        }
    }

    /// Who takes part in a group, or the group of a thread.
    private var people: String {
        conversation.thread == nil
            ? conversation.names(visit.say) : conversation.name?.withoutDirectionControls ?? ""
    }

    /// The draft, or else the last message.
    private var excerpt: String {
        draft.flatMap { isBeside ? nil : $0 }.map { $0.prefix(scalars: Message.excerptCharacters) }
            ?? summary.lastMessage?.excerpt(in: conversation, viewer: viewer, visit.say)
            ?? visit.say(ConversationWording.noMessages)
    }

    /// How many unread messages of a group mention the viewer; `nil` for none.
    private var mentions: String? {
        conversation.kind == .group && summary.unread.mentions > 0 ? String(summary.unread.mentions) : nil
    }

    /// `nil` if all messages are read.
    private var unread: String? {
        let unread = summary.unread
        return unread.count == 0 ? nil : unread.text
    }
}

/// How many messages of a conversation are unread, and whether some mention the viewer.
struct UnreadBadges: View {
    let say: Speaker
    let unread: String
    /// How many of them mention the viewer; `nil` for none.
    let mentions: String?

    var body: some View {
        span(.class("badges")) {
            if mentions != nil {
                span(.class("mentioned")) {
                    "@"
                    span(.class("unseen")) { say(ConversationWording.mentioned) }
                }
            }
            span(.class("badge"), .data("data-mentions", mentions)) {
                unread
                span(.class("unseen")) { say(ConversationWording.unread) }
            }
        }
    }
}

extension Conversation {
    /// How many participants are named.
    private static let maximumNames = 20

    /// The names of the active participants; of many, those of the first.
    func names(_ say: Speaker) -> String {
        var first: [String] = []
        // By index: a participant is not copied.
        for index in participants.indices where participants[index].isActive {
            guard first.count < Self.maximumNames else { return say.list(first.sorted()) + "…" }
            first.append(participants[index].user.shownName)
        }
        return say.list(first.sorted())
    }
}

extension Message {
    /// The length of an excerpt in the conversation list, in characters.
    static let excerptCharacters = 120

    /// The message as the conversation list shows it.
    func excerpt(in conversation: Conversation, viewer: UserID?, _ say: Speaker) -> String {
        var people: Set<UserID> = []
        content.addPeople(to: &people)
        let names = Names(conversation, of: people, say)
        guard case .text(let sender, let text) = content else { return names.sentence(for: content) }
        let excerpt =
            text.isEmpty && !attachments.isEmpty
            ? say.summary(of: attachments).prefix(scalars: Self.excerptCharacters)
            : RichText.excerpt(of: text, limit: Self.excerptCharacters) {
                RichText.Mentions(in: conversation, viewer: viewer)
            }
        if sender == viewer { return say(ConversationWording.you(excerpt)) }
        return conversation.kind == .group ? say(ConversationWording.said(names[sender].name, excerpt)) : excerpt
    }
}
