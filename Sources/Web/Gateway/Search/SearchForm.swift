import Chat
import HTML

/// The search field.
struct SearchForm: View {
    let say: Speaker
    var query = ""
    /// The conversation that is searched; `nil` for all.
    var conversation: ConversationID?
    var fault: Sentence?
    var isFocused = false
    /// The id of the field; a page may have two.
    var field = "q"

    var body: some View {
        form(.method(.get), .action(routes.search().url), .class("search"), .role("search")) {
            label(.for(field), .class("unseen")) { say(SearchWording.field) }
            input(
                .id(field), .name("q"), .type("search"), .value(query),
                .placeholder(say(conversation == nil ? SearchWording.placeholder : SearchWording.words)),
                .required(), .autocomplete("off"), .enterkeyhint("search"), .spellcheck(false),
                .aria(.invalid, fault == nil ? nil : "true"),
                .aria(.describedby, fault == nil ? nil : "search-fault"), .autofocus(isFocused))
            if let conversation { input(.type("hidden"), .name("in"), .value(conversation.description)) }
            button(.type("submit"), .class("button quiet")) { say(SearchWording.submit) }
        }
        if let fault { p(.class("fault"), .id("search-fault"), .role("alert")) { say(fault) } }
    }
}
