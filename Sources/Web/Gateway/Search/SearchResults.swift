import Chat
import HTML

/// What a search found: people, conversations and messages.
struct SearchResults: View {
    let visit: Visit
    let viewer: UserID
    /// What the person has typed.
    let typed: String
    /// Its words; `nil` for conditions alone.
    let query: SearchQuery?
    let findings: Findings
    private let messages: MessageLinks

    init(visit: Visit, viewer: UserID, typed: String, query: SearchQuery?, findings: Findings) {
        self.visit = visit
        self.viewer = viewer
        self.typed = typed
        self.query = query
        self.findings = findings
        messages = MessageLinks(
            visit: visit, viewer: viewer, query: query, findings.messages.items.map { ($0.message, $0.conversation) })
    }

    private var say: Speaker { visit.say }

    var body: some View {
        if findings.isEmpty {
            EmptyNotice(
                sentence: say(SearchWording.nothing(typed)), advice: say(SearchWording.nothingNext))
        }
        let (people, conversations, found) = (findings.people, findings.conversations, findings.messages)
        ResultSection(
            title: say(SearchWording.people), id: "people", results: people.items,
            more: people.hasMore ? say(SearchWording.moreNames(people.items.count)) : nil
        ) { personLink($0) }
        ResultSection(
            title: say(SearchWording.conversations), id: "conversations", results: conversations.items,
            more: conversations.hasMore ? say(SearchWording.moreNames(conversations.items.count)) : nil
        ) { conversationLink($0) }
        ResultSection(
            title: say(SearchWording.messages), id: "messages", results: found.items,
            more: found.hasMore ? say(SearchWording.moreMessages(found.items.count)) : nil
        ) { messages.link(to: $0.message, in: $0.conversation) }
        if let coverage { p(.class("hint")) { coverage } }
    }

    /// A person, linked to the direct conversation with them, or else to one that the viewer shares with them.
    @ViewBuilder private func personLink(_ found: FoundPerson) -> some View {
        let content = ResultContent(
            avatar: Person(found.user), title: Excerpt(of: found.user.name, query), prefix: "@",
            subtitle: Excerpt(of: found.user.alias, query), note: found.note(for: viewer, say))
        if let conversation = found.direct ?? found.shared.first {
            a(.class("conversation"), .href(routes.thread(conversation.id).url(at: "latest"))) { content }
        } else {
            div(.class("conversation")) { content }
        }
    }

    private func conversationLink(_ found: Conversation) -> some View {
        a(.class("conversation"), .href(routes.thread(found.id).url(at: "latest"))) {
            ResultContent(
                avatar: found.avatar(for: viewer, say), title: Excerpt(of: found.title(for: viewer, say), query),
                subtitle: found.kind == .group
                    ? Excerpt(of: found.names(say), query) : nil)
        }
    }

    /// How many messages were searched, unless it was all of them.
    private var coverage: String? {
        switch findings.coverage {
        case .everything: nil
        case .recent(let count): say(SearchWording.recent(count))
        case .interrupted: say(SearchWording.interrupted)
        }
    }
}

/// The results of one kind, if there are any.
private struct ResultSection<Result, Item: View>: View {
    let title: String
    let id: String
    let results: [Result]
    /// Says that there are more results than these.
    let more: String?
    let item: (Result) -> Item

    var body: some View {
        if !results.isEmpty {
            section(.class("findings"), .aria(.labelledby, id)) {
                h2(.id(id)) { title }
                ul(.class("conversations")) {
                    for result in results { li { item(result) } }
                }
                if let more { p(.class("muted")) { more } }
            }
        }
    }
}

/// The picture and the lines of a person or a conversation.
private struct ResultContent: View {
    let avatar: Person
    let title: Excerpt
    /// Written before the subtitle.
    var prefix = ""
    let subtitle: Excerpt?
    var note = ""

    var body: some View {
        Avatar(person: avatar)
        span(.class("conversation-text")) {
            span(.class("conversation-title")) { title }
            if let subtitle {
                span(.class("conversation-people")) {
                    prefix
                    subtitle
                }
            }
            if !note.isEmpty { span(.class("conversation-excerpt")) { note } }
        }
    }
}

extension FoundPerson {
    /// How many shared conversations the note names.
    private static let namedConversations = 3

    /// The conversations that connect the person with the viewer; empty if they have a direct one.
    fileprivate func note(for viewer: UserID, _ say: Speaker) -> String {
        if direct != nil { return "" }
        let names = shared.prefix(Self.namedConversations).map { $0.title(for: viewer, say) }
        return say(names.isEmpty ? SearchWording.noConversationYet : SearchWording.sharedIn(say.list(names)))
    }
}
