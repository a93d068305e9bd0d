import HTML

/// Somebody; a link where there is a conversation to go to.
struct PersonItem: View {
    let row: SearchModel.PersonRow

    var body: some View {
        if let path = row.path {
            a(.class("conversation"), .href(SafeURL(path: "\(path.text)#latest"))) { PersonText(row: row) }
        } else {
            div(.class("conversation")) { PersonText(row: row) }
        }
    }
}

private struct PersonText: View {
    let row: SearchModel.PersonRow

    var body: some View {
        Avatar(person: row.face)
        span(.class("conversation-text")) {
            span(.class("conversation-title")) { row.name }
            span(.class("conversation-people")) {
                "@"
                row.alias
            }
            if !row.note.isEmpty { span(.class("conversation-excerpt")) { row.note } }
        }
    }
}

/// A conversation by its name.
struct ConversationItem: View {
    let row: SearchModel.ConversationRow

    var body: some View {
        a(.class("conversation"), .href(SafeURL(path: "\(row.path.text)#latest"))) {
            Avatar(person: row.face)
            span(.class("conversation-text")) {
                span(.class("conversation-title")) { row.title }
                if let people = row.people { span(.class("conversation-people")) { people } }
            }
        }
    }
}

/// A message: who said it, where, when, and the words around what was found.
struct MessageItem: View {
    let say: Speaker
    let row: SearchModel.MessageRow

    var body: some View {
        a(.class("conversation found"), .href(row.url)) {
            Avatar(person: row.face)
            span(.class("conversation-text")) {
                span(.class("conversation-title")) { row.author }
                span(.class("conversation-people")) { say(SearchWording.inConversation(row.conversation)) }
                span(.class("found-text"), .dir("auto")) { row.excerpt }
            }
            time(.class("time"), .datetime(row.timestamp), .title(row.fullTime)) { row.time }
        }
    }
}
