import Chat
import HTML

/// The form for a new conversation: direct or a group, and with whom.
struct NewConversationPage: View {
    let say: Speaker
    /// The people who were chosen, before those who can be.
    let chosen: [User]
    let people: [User]
    /// Whether there are more people than `people`.
    let hasMore: Bool
    /// What is in the field to search by name.
    let query: String
    let name: String
    /// So that the form, sent twice, creates one group.
    let key: FormKey
    let isDirect: Bool
    let fault: Sentence?

    var body: some View {
        form(.method(.post), .action(routes.createConversation.url), .class("stack new-conversation")) {
            input(.type("hidden"), .name("key"), .value(key.description))
            if let fault { p(.class("fault"), .role("alert")) { say(fault) } }
            fieldset(.class("kinds")) {
                legend { say(PeopleWording.kind) }
                label(.class("choice")) {
                    input(.type("radio"), .name("kind"), .value("direct"), .checked(isDirect))
                    span { say(PeopleWording.direct) }
                }
                label(.class("choice")) {
                    input(.type("radio"), .name("kind"), .value("group"), .checked(!isDirect))
                    span { say(PeopleWording.group) }
                }
            }
            div(.class("group-name stack")) {
                label(.for("name")) { say(PeopleWording.groupName) }
                input(
                    .id("name"), .name("name"), .type("text"), .value(name), .autocomplete("off"),
                    .maxlength(DisplayName.maximumCharacters))
            }
            fieldset(.class("choices")) {
                legend { say(PeopleWording.people) }
                if hasMore || !query.isEmpty || people.count >= FilterField.minimumPeople {
                    FilterField(say: say, query: query, source: routes.newConversation())
                }
                div(.class("matches")) {
                    for user in chosen { Choice(user: user, isChosen: true) }
                    for user in people { Choice(user: user, isChosen: false) }
                    if people.isEmpty, chosen.isEmpty || !query.isEmpty {
                        p(.class("nothing-found muted"), .role("status")) {
                            say(query.isEmpty ? PeopleWording.nobodyKnown : ScriptWording.nobodyFound)
                        }
                    }
                    if hasMore { p(.class("muted")) { say(PeopleWording.morePeople) } }
                }
            }
            button(.type("submit"), .class("button primary sticky-button")) { say(PeopleWording.begin) }
        }
    }
}

/// A person who can be chosen.
private struct Choice: View {
    let user: User
    let isChosen: Bool

    var body: some View {
        label(.class("choice person")) {
            input(.type("checkbox"), .name("people"), .value(user.id.description), .checked(isChosen))
            Avatar(person: Person(user))
            span(.class("person-text")) {
                span { user.name }
                span(.class("muted")) { "@\(user.alias)" }
            }
        }
    }
}
