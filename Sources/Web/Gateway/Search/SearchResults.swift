import Chat
import HTML
import RichText

/// What a search found: people, conversations and messages.
struct SearchResults: View {
    let visit: Visit
    let viewer: UserID
    let query: SearchQuery
    let findings: Findings
    /// The authors of the messages, by conversation.
    private let names: [ConversationID: Names]
    /// Those whom the messages may mention, by conversation.
    private let mentions: [ConversationID: RichText.Mentions]

    init(visit: Visit, viewer: UserID, query: SearchQuery, findings: Findings) {
        self.visit = visit
        self.viewer = viewer
        self.query = query
        self.findings = findings
        let found = Dictionary(grouping: findings.messages.items, by: \.conversation.id)
        names = found.mapValues { found in
            Names(found[0].conversation, of: Set(found.compactMap(\.message.sender)), visit.say)
        }
        mentions = found.mapValues { found in
            RichText.Mentions(in: found[0].conversation, for: found.lazy.compactMap(\.message.text))
        }
    }

    private var say: Speaker { visit.say }

    var body: some View {
        if findings.isEmpty {
            EmptyNotice(
                sentence: say(SearchWording.nothing(query.description)), advice: say(SearchWording.nothingNext))
        }
        let (people, conversations, messages) = (findings.people, findings.conversations, findings.messages)
        ResultSection(
            title: say(SearchWording.people), id: "people", results: people.items,
            more: people.hasMore ? say(SearchWording.moreNames(people.items.count)) : nil
        ) { personLink($0) }
        ResultSection(
            title: say(SearchWording.conversations), id: "conversations", results: conversations.items,
            more: conversations.hasMore ? say(SearchWording.moreNames(conversations.items.count)) : nil
        ) { conversationLink($0) }
        ResultSection(
            title: say(SearchWording.messages), id: "messages", results: messages.items,
            more: messages.hasMore ? say(SearchWording.moreMessages(messages.items.count)) : nil
        ) { messageLink($0) }
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

    /// A message: its author, conversation and time, and the text around the match.
    private func messageLink(_ found: FoundMessage) -> some View {
        let (message, conversation) = (found.message, found.conversation)
        let names = names[conversation.id]
        let author = message.sender.flatMap { names?[$0] }
        return a(.class("conversation found"), .href(.message(message))) {
            Avatar(person: author ?? conversation.avatar(for: viewer, say))
            span(.class("conversation-text")) {
                span(.class("conversation-title")) { author?.name ?? "" }
                span(.class("conversation-people")) {
                    say(SearchWording.inConversation(conversation.title(for: viewer, say)))
                }
                span(.class("found-text"), .dir("auto")) {
                    Excerpt(
                        of: names?.sentence(for: message.content) ?? "", query,
                        mentions: mentions[conversation.id] ?? .none)
                }
            }
            time(.class("time"), .datetime(message.createdAt.iso8601), .title(visit.time.full(message.createdAt))) {
                visit.time.short(message.createdAt)
            }
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
