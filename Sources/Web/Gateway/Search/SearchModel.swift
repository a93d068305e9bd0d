import Chat
import HTML

/// What a search found, ready to be shown.
struct SearchModel {
    struct PersonRow {
        let face: Person
        let name: Excerpt
        let alias: Excerpt
        /// What connects them with the viewer.
        let note: String
        /// The conversation of just the two, or one that both are in.
        let path: Path?
    }

    struct ConversationRow {
        let face: Person
        let title: Excerpt
        /// Who is in it; for groups.
        let people: Excerpt?
        let path: Path
    }

    struct MessageRow {
        let face: Person
        let author: String
        let conversation: String
        let excerpt: Excerpt
        let time: String
        let fullTime: String
        let timestamp: String
        let url: SafeURL
    }

    let people: [PersonRow]
    let conversations: [ConversationRow]
    let messages: [MessageRow]
    /// Said below each of the three, where there is more.
    let morePeople: SearchWording?
    let moreConversations: SearchWording?
    let moreMessages: SearchWording?
    /// How far back was searched, where that was not all.
    let coverage: SearchWording?

    var isEmpty: Bool { people.isEmpty && conversations.isEmpty && messages.isEmpty }

    init(_ findings: Findings, for query: SearchQuery, _ visit: Visit, viewer: UserID) {
        let say = visit.say
        people = findings.people.items.map { found in
            PersonRow(
                face: Person(found.user), name: Excerpt(of: found.user.name, query),
                alias: Excerpt(of: found.user.alias, query), note: found.note(for: viewer, say),
                path: (found.direct ?? found.shared.first).map { routes.thread($0.id) })
        }
        conversations = findings.conversations.items.map { conversation in
            ConversationRow(
                face: conversation.face(for: viewer, say),
                title: Excerpt(of: conversation.title(for: viewer, say), query),
                people: conversation.kind == .group
                    ? Excerpt(of: say.list(conversation.activeParticipants.map(\.user.name).sorted()), query) : nil,
                path: routes.thread(conversation.id))
        }
        messages = findings.messages.items.map { MessageRow($0, query, visit, viewer: viewer) }
        morePeople = findings.people.hasMore ? .moreNames(people.count) : nil
        moreConversations = findings.conversations.hasMore ? .moreNames(conversations.count) : nil
        moreMessages = findings.messages.hasMore ? .moreMessages(messages.count) : nil
        coverage =
            switch findings.coverage {
            case .everything: nil
            case .recent(let count): .recent(count)
            case .recentForShortWords(let count): .recentForShortWords(count)
            }
    }
}

extension SearchModel.MessageRow {
    init(_ found: FoundMessage, _ query: SearchQuery, _ visit: Visit, viewer: UserID) {
        let (message, say) = (found.message, visit.say)
        let names = Names(found.conversation, say)
        let author = message.sender.map { names[$0] }
        face = author ?? found.conversation.face(for: viewer, say)
        self.author = author?.name ?? ""
        conversation = found.conversation.title(for: viewer, say)
        excerpt = Excerpt(of: names.sentence(for: message.content), query)
        time = visit.time.short(message.createdAt)
        fullTime = visit.time.full(message.createdAt)
        timestamp = message.createdAt.iso8601
        url = .message(message)
    }
}

extension FoundPerson {
    /// How many shared conversations are named.
    private static let namedConversations = 3

    fileprivate func note(for viewer: UserID, _ say: Speaker) -> String {
        if direct != nil { return "" }
        let names = shared.prefix(Self.namedConversations).map { $0.title(for: viewer, say) }
        return say(names.isEmpty ? SearchWording.noConversationYet : .sharedIn(say.list(names)))
    }
}
