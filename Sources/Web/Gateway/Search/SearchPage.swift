import Chat
import HTML

/// The search field, and below it the results, if a search was made.
struct SearchPage: View {
    let say: Speaker
    /// The query as it was typed.
    let query: String
    /// The conversation that is searched; `nil` for all.
    let conversation: ConversationID?
    /// Its name.
    let place: String?
    /// Why the query was refused.
    let fault: Sentence?
    let results: SearchResults?

    var body: some View {
        if let place { p(.class("muted")) { bdi { say(SearchWording.inConversation(place)) } } }
        SearchForm(
            say: say, query: query, conversation: conversation, fault: fault,
            isFocused: results?.findings.isEmpty ?? true)
        if conversation != nil { a(.href(routes.search(query: query).url)) { say(SearchWording.everywhere) } }
        if let results {
            results
        } else {
            if fault == nil {
                EmptyNotice(
                    sentence: say(conversation == nil ? SearchWording.start : SearchWording.startHere),
                    advice: say(conversation == nil ? SearchWording.startNext : SearchWording.startHereNext))
            }
            details(.class("hint")) {
                summary { say(SearchWording.conditions) }
                dl {
                    for (example, meaning) in SearchWording.examples {
                        dt { code { say(example) } }
                        dd { say(meaning) }
                    }
                }
            }
            if fault == nil, conversation == nil {
                a(.class("older"), .href(routes.mentions.url)) { say(MentionsWording.title) }
            }
        }
    }
}
