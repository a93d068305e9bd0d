import Chat
import HTML

/// Who to talk to: one person, or a group.
struct NewConversationPage: View {
    let say: Speaker
    let people: [User]
    let chosen: Set<String>
    let name: String
    let isDirect: Bool
    let fault: PeopleWording?

    var body: some View {
        form(.method(.post), .action(routes.createConversation.url), .class("stack new-conversation")) {
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
                if people.isEmpty { p(.class("muted")) { say(PeopleWording.nobodyKnown) } }
                if people.count >= FilterField.fewest { FilterField(say: say) }
                for user in people {
                    label(.class("choice person")) {
                        input(
                            .type("checkbox"), .name("people"), .value(user.id.description),
                            .checked(chosen.contains(user.id.description)))
                        Avatar(person: Person(user))
                        span(.class("person-text")) {
                            span { user.name }
                            span(.class("muted")) { "@\(user.alias)" }
                        }
                    }
                }
            }
            button(.type("submit"), .class("button primary sticky-button")) { say(PeopleWording.begin) }
        }
    }
}
