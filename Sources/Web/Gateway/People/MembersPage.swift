import Chat
import HTML

/// Who takes part in a group, and what can be done about it.
struct MembersPage: View {
    struct Member {
        let id: UserID
        let person: Person
        let alias: String
        let isAdmin: Bool
        let isViewer: Bool
        let canRemove: Bool
    }

    let say: Speaker
    let conversation: ConversationID
    let members: [Member]
    /// Who can be added; empty in a direct conversation.
    let others: [User]
    let canLeave: Bool

    var body: some View {
        div {
            if members.count >= FilterField.fewest { FilterField(say: say) }
            ul(.class("people")) {
                for member in members {
                    li(.class("person")) {
                        Avatar(person: member.person)
                        span(.class("person-text")) {
                            a(.href(routes.person(member.id).url)) { member.person.name }
                            span(.class("muted")) { "@\(member.alias)" }
                            if member.isAdmin { span(.class("badge quiet")) { say(MembersWording.admin) } }
                            if member.isViewer { span(.class("muted")) { say(MembersWording.you) } }
                        }
                        if member.canRemove { RemovalForm(say: say, conversation: conversation, member: member) }
                    }
                }
            }
        }
        if !others.isEmpty {
            form(.method(.post), .action(routes.addMember(conversation).url), .class("card stack")) {
                h2 { say(MembersWording.add) }
                label(.for("user")) { say(MembersWording.person) }
                select(.id("user"), .name("user"), .required()) {
                    for user in others {
                        option(.value(user.id.description)) { "\(user.name) (@\(user.alias))" }
                    }
                }
                button(.type("submit"), .class("button primary")) { say(MembersWording.addButton) }
            }
        }
        if canLeave, let viewer = members.first(where: \.isViewer) {
            details(.class("card danger")) {
                summary { say(MembersWording.leave) }
                p { say(MembersWording.leaveQuestion) }
                form(.method(.post), .action(routes.removeMember(conversation).url)) {
                    input(.type("hidden"), .name("user"), .value(viewer.id.description))
                    button(.type("submit"), .class("button dangerous")) { say(MembersWording.leaveButton) }
                }
            }
        }
    }
}

private struct RemovalForm: View {
    let say: Speaker
    let conversation: ConversationID
    let member: MembersPage.Member

    var body: some View {
        details(.class("removal")) {
            summary { say(MembersWording.remove) }
            form(.method(.post), .action(routes.removeMember(conversation).url)) {
                input(.type("hidden"), .name("user"), .value(member.id.description))
                button(.type("submit"), .class("button dangerous")) {
                    say(MembersWording.removeButton(member.person.name))
                }
            }
        }
    }
}
