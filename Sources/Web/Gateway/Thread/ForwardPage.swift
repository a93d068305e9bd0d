import Chat
import HTML

/// The conversations that a message can be forwarded to.
struct ForwardPage: View {
    let say: Speaker
    let viewer: UserID
    let parameters: ForwardParameters
    let list: ConversationOverview.List
    /// The beginning of the message.
    let excerpt: String
    /// So that the form, sent twice, makes one message.
    let key: FormKey
    /// Why it was not forwarded.
    let fault: Sentence?

    private var query: String { parameters.list.query }

    var body: some View {
        if let fault { p(.class("fault"), .role("alert")) { say(fault) } }
        p(.class("quote")) { span(.class("quote-text")) { bdi { excerpt } } }
        form(.method(.get), .action(routes.forwardPage(parameters.message).url), .class("search"), .role("search")) {
            // A form replaces the query of its URL.
            if let moment = parameters.message.moment {
                input(.type("hidden"), .name("at"), .value(moment.text))
            }
            label(.for("forward-q"), .class("unseen")) { say(PeopleWording.filter) }
            input(
                .id("forward-q"), .name("q"), .type("search"), .value(query), .placeholder(say(PeopleWording.filter)),
                .autocomplete("off"), .maxlength(SearchQuery.maximumCharacters), .enterkeyhint("search"),
                .spellcheck(false))
            button(.type("submit"), .class("button quiet")) { say(SearchWording.submit) }
        }
        if list.active.isEmpty {
            p(.class("nothing-found muted"), .role("status")) { say(ConversationWording.nothingFound) }
        }
        form(.method(.post), .action(routes.forward(parameters.message).url)) {
            input(.type("hidden"), .name("key"), .value(key.description))
            ul(.class("targets")) {
                for summary in list.active {
                    Target(say: say, viewer: viewer, conversation: summary.conversation)
                }
            }
        }
        if let next = list.next {
            a(.class("older"), .href(more(after: next))) { say(PeopleWording.more) }
        }
    }

    private func more(after cursor: ListCursor) -> SafeURL {
        routes.forwardPage(
            ForwardParameters(parameters.message, list: ListParameters(query: query, after: cursor))
        ).url
    }
}

private struct Target: View {
    let say: Speaker
    let viewer: UserID
    let conversation: Conversation

    var body: some View {
        li {
            button(.type("submit"), .name("to"), .value(conversation.id.description), .class("conversation")) {
                ConversationPicture(conversation: conversation, viewer: viewer, say: say)
                span(.class("conversation-text")) {
                    span(.class("conversation-title")) { bdi { conversation.title(for: viewer, say) } }
                    if conversation.kind == .group {
                        span(.class("conversation-people")) { bdi { conversation.names(say) } }
                    }
                }
            }
        }
    }
}
