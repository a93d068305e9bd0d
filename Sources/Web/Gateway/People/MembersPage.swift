import Accounts
import Chat
import HTML

/// The members of a conversation, a page at a time, with forms to add and remove them and to leave.
struct MembersPage: View {
    let say: Speaker
    let parameters: MembersParameters
    /// The members on this page.
    let members: [Participant]
    let statuses: [UserID: StatusText]
    let hasMore: Bool
    /// Whether there is a field to search by name.
    let hasFilter: Bool
    let viewer: UserID
    /// Whether the viewer may remove other members.
    let canRemove: Bool
    /// Whether the viewer may make members admins.
    let canSetRoles: Bool
    /// Whether the viewer may invite people by a link.
    let canInvite: Bool
    /// Whether the members are those who follow a thread.
    let isThread: Bool
    /// The group, if it has settings: they are shown above its members.
    let group: Conversation?
    /// Whether groups can have pictures.
    let hasPictures: Bool
    /// The first people who can be added; none in a direct conversation.
    let others: [User]
    /// Whether more can be added than `others`.
    let hasMoreOthers: Bool

    private var conversation: ConversationID { parameters.conversation }

    var body: some View {
        if let group {
            GroupHead(
                say: say, group: group, viewer: viewer, canChange: canSetRoles, canInvite: canInvite,
                canChoosePicture: canSetRoles && hasPictures)
        }
        if hasFilter {
            form(.method(.get), .action(routes.members(conversation).url)) {
                FilterField(say: say, query: parameters.query, source: routes.members(conversation))
            }
        }
        div(.class("matches stack")) {
            if members.isEmpty {
                p(.class("nothing-found muted"), .role("status")) { say(ScriptWording.nobodyFound) }
            } else {
                ul(.class("people")) {
                    for member in members {
                        MemberItem(
                            say: say, member: member, status: statuses[member.user.id]?.text, viewer: viewer,
                            canRemove: canRemove, canSetRoles: canSetRoles)
                    }
                }
            }
            if hasMore {
                a(.class("older"), .href(next.url)) { say(PeopleWording.more) }
            }
            if !others.isEmpty {
                form(.method(.post), .action(routes.addMember(conversation).url), .class("card stack")) {
                    h2 { say(MembersWording.add) }
                    ul(.class("people")) { for user in others { AdditionItem(say: say, user: user) } }
                    if hasMoreOthers { p(.class("muted")) { say(MembersWording.moreOthers) } }
                }
            }
        }
        details(.class("card danger")) {
            summary { say(isThread ? RepliesWording.unfollow : MembersWording.leave) }
            p { say(isThread ? RepliesWording.unfollowQuestion : MembersWording.leaveQuestion) }
            RemovalForm(
                conversation: conversation, user: viewer,
                button: say(isThread ? RepliesWording.unfollowButton : MembersWording.leaveButton))
        }
    }

    private var next: Path { routes.members(conversation, query: parameters.query, page: parameters.page + 1) }
}

private struct MemberItem: View {
    let say: Speaker
    let member: Participant
    let status: String?
    let viewer: UserID
    let canRemove: Bool
    let canSetRoles: Bool

    private var user: User { member.user }
    private var person: Person { Person(member.user) }

    var body: some View {
        li(.class("person"), .data("data-alias", user.alias)) {
            a(.class("portrait"), .href(routes.person(user.id).url), .tabindex(-1), .aria(.hidden, "true")) {
                Avatar(person: person)
            }
            span(.class("person-text")) {
                a(.href(routes.person(user.id).url)) { person.name }
                span(.class("muted")) { "@\(user.alias)" }
                if member.role == .admin { span(.class("badge quiet")) { say(MembersWording.admin) } }
                if let status { span(.class("muted"), .dir("auto")) { status.withoutDirectionControls } }
                if user.id == viewer { span(.class("muted")) { say(MembersWording.you) } }
            }
            if canSetRoles || (canRemove && user.id != viewer) {
                details(.class("removal")) {
                    summary { say(canSetRoles ? MembersWording.change : MembersWording.remove) }
                    if canSetRoles { RoleForm(say: say, member: member, name: person.name) }
                    if canRemove, user.id != viewer {
                        RemovalForm(
                            conversation: member.conversation, user: user.id,
                            button: say(MembersWording.removeButton(person.name)))
                    }
                }
            }
        }
    }
}

/// What a group is about, and the way to its settings.
private struct GroupHead: View {
    let say: Speaker
    let group: Conversation
    let viewer: UserID
    let canChange: Bool
    let canInvite: Bool
    let canChoosePicture: Bool

    var body: some View {
        section(.class("group-head")) {
            if group.picture != nil { Avatar(person: group.avatar(for: viewer, say)) }
            if let description = group.description { p(.class("text"), .dir("auto")) { description } }
            p(.class("links")) {
                a(.href(routes.group(group.id).url)) { say(canChange ? GroupWording.title : GroupWording.about) }
                if canChoosePicture {
                    a(.href(PictureOwner.group(group.id).page().url)) { say(PictureWording.groupTitle) }
                }
                if canInvite { a(.href(routes.invites(group.id).url)) { say(InvitesWording.title) } }
            }
        }
    }
}

/// A button that makes a member an admin, or an admin a member.
private struct RoleForm: View {
    let say: Speaker
    let member: Participant
    let name: String

    private var isAdmin: Bool { member.role == .admin }

    var body: some View {
        form(.method(.post), .action(routes.setRole(member.conversation).url)) {
            input(.type("hidden"), .name("user"), .value(member.user.id.description))
            button(
                .type("submit"), .name("role"), .value((isAdmin ? Role.member : .admin).rawValue),
                .class("button quiet")
            ) { say(isAdmin ? GroupWording.makeMember(name) : GroupWording.makeAdmin(name)) }
        }
    }
}

/// A person with a button that adds them.
private struct AdditionItem: View {
    let say: Speaker
    let user: User

    var body: some View {
        li(.class("person")) {
            PersonLine(user: user)
            button(
                .type("submit"), .name("user"), .value(user.id.description), .class("button quiet"),
                .aria(.label, say(MembersWording.addPerson(Person(user).name)))
            ) { say(MembersWording.addButton) }
        }
    }
}

/// A button that removes a member.
private struct RemovalForm: View {
    let conversation: ConversationID
    let user: UserID
    let button: String

    var body: some View {
        form(.method(.post), .action(routes.removeMember(conversation).url)) {
            input(.type("hidden"), .name("user"), .value(user.description))
            HTML.button(.type("submit"), .class("button dangerous")) { button }
        }
    }
}
