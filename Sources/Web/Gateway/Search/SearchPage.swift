import Chat
import HTML

/// The search field, and below it the results, if a search was made.
struct SearchPage: View {
    let say: Speaker
    /// The query as it was typed.
    let query: String
    /// Why the query was refused.
    let fault: Sentence?
    let results: SearchResults?

    var body: some View {
        SearchForm(say: say, query: query, fault: fault, isFocused: results?.findings.isEmpty ?? true)
        if let results {
            results
        } else if fault == nil {
            EmptyNotice(sentence: say(SearchWording.start), advice: say(SearchWording.startNext))
            a(.class("older"), .href(routes.mentions.url)) { say(MentionsWording.title) }
        }
    }
}
