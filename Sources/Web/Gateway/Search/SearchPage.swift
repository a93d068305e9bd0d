import Chat
import HTML

/// A field to search from, and what was found.
struct SearchPage: View {
    enum Outcome {
        /// Nothing was looked for yet.
        case none
        case refused(SearchWording)
        case found(SearchModel)
    }

    let say: Speaker
    /// As it was typed.
    let query: String
    let outcome: Outcome

    var body: some View {
        SearchForm(say: say, query: query, fault: fault, isFocused: !hasFindings)
        switch outcome {
        case .none: Advice(sentence: say(SearchWording.start), next: say(SearchWording.startNext))
        case .refused: EmptyView()
        case .found(let model):
            if model.isEmpty {
                Advice(sentence: say(SearchWording.nothing(query)), next: say(SearchWording.nothingNext))
            }
            Part(say: say, title: .people, id: "people", rows: model.people, more: model.morePeople) {
                PersonItem(row: $0)
            }
            Part(
                say: say, title: .conversations, id: "conversations", rows: model.conversations,
                more: model.moreConversations
            ) { ConversationItem(row: $0) }
            Part(say: say, title: .messages, id: "messages", rows: model.messages, more: model.moreMessages) {
                MessageItem(say: say, row: $0)
            }
            if let coverage = model.coverage { p(.class("hint")) { say(coverage) } }
        }
    }

    private var fault: SearchWording? { if case .refused(let fault) = outcome { fault } else { nil } }
    private var hasFindings: Bool { if case .found(let model) = outcome { !model.isEmpty } else { false } }
}

/// What to do where there is nothing to show.
private struct Advice: View {
    let sentence: String
    let next: String

    var body: some View {
        section(.class("empty")) {
            p { sentence }
            p(.class("muted")) { next }
        }
    }
}

/// Findings of one kind, where there are any.
private struct Part<Row, Item: View>: View {
    let say: Speaker
    let title: SearchWording
    let id: String
    let rows: [Row]
    let more: SearchWording?
    let item: (Row) -> Item

    var body: some View {
        if !rows.isEmpty {
            section(.class("findings"), .aria(.labelledby, id)) {
                h2(.id(id)) { say(title) }
                ul(.class("conversations")) {
                    for row in rows { li { item(row) } }
                }
                if let more { p(.class("muted")) { say(more) } }
            }
        }
    }
}
