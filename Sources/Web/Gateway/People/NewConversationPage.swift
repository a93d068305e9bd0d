import Chat
import HTML

/// The form for a new conversation: with one person a direct one, with several a group.
///
/// The style sheet counts the people who are chosen, and shows the field for a group's name when there are two, or when
/// a group is asked for. So each checkbox is a sibling of the others, and stands beside its label.
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
    /// Whether a group is asked for, also with one person.
    let isGroup: Bool
    /// Whether there may be groups that everybody finds.
    let hasOpenGroups: Bool
    let fault: NewConversationFault?

    private var isNameMissing: Bool { if case .nameMissing = fault { true } else { false } }

    var body: some View {
        if hasOpenGroups {
            a(.class("button quiet"), .href(routes.openGroups().url)) { say(OpenGroupsWording.find) }
        }
        form(.method(.post), .action(routes.createConversation.url), .class("stack new-conversation")) {
            input(.type("hidden"), .name("key"), .value(key.description))
            if let fault { p(.class("fault"), .id("fault"), .role("alert")) { say(fault.sentence) } }
            fieldset(.class("choices")) {
                legend { say(PeopleWording.people) }
                // A script shows those who are chosen.
                div(.class("chosen")) { p(.class("muted")) { say(PeopleWording.chosenHint) } }
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
            div(.class("foot-bar begin")) {
                label(.class("check group-choice")) {
                    input(.type("checkbox"), .name(Self.groupName), .value("on"), .checked(isGroup))
                    span { say(PeopleWording.group) }
                }
                div(.class("group-name")) {
                    label(.for("name")) { say(PeopleWording.groupName) }
                    input(
                        .id("name"), .name("name"), .type("text"), .value(name), .autocomplete("off"),
                        .maxlength(DisplayName.maximumCharacters), .aria(.invalid, isNameMissing ? "true" : nil),
                        .aria(.describedby, isNameMissing ? "fault" : nil), .autofocus(isNameMissing))
                }
                button(.type("submit"), .class("button primary")) { say(PeopleWording.begin) }
            }
        }
    }

    /// The name of the checkbox that asks for a group.
    static let groupName = "group"
}

/// Why a form for a new conversation was refused.
enum NewConversationFault {
    case nobodyChosen
    case nameMissing
    case tooMany
    case refused(Sentence)

    fileprivate var sentence: Sentence {
        switch self {
        case .nobodyChosen: PeopleWording.nobodyChosen
        case .nameMissing: PeopleWording.nameMissing
        case .refused(let sentence): sentence
        case .tooMany: PeopleWording.tooMany(NewConversation.maximumParticipants)
        }
    }
}

/// A person who can be chosen.
private struct Choice: View {
    let user: User
    let isChosen: Bool

    private var id: String { "person-\(user.id)" }

    var body: some View {
        input(
            .id(id), .type("checkbox"), .name("people"), .value(user.id.description), .checked(isChosen))
        label(.for(id), .class("choice person")) { PersonLine(user: user) }
    }
}
