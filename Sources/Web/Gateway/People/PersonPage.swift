import Accounts
import Chat
import HTML

/// Another person's profile.
struct PersonPage: View {
    let say: Speaker
    let time: ViewerTime
    let user: User
    let description: SelfDescription
    let block: Block
    /// Why they could not be blocked.
    var fault: Sentence?

    var body: some View {
        section(.class("card profile")) {
            Avatar(person: Person(user))
            h2 { user.name }
            dl {
                dt { say(ProfileWording.alias) }
                dd { user.alias }
                dt { say(ProfileWording.since) }
                dd { HTML.time(.datetime(user.createdAt.iso8601)) { time.date(user.createdAt) } }
                SelfDescriptionFacts(
                    say: say, time: time, status: description.status,
                    introduction: description.introduction?.description)
            }
            form(.method(.post), .action(routes.createConversation.url)) {
                input(.type("hidden"), .name("people"), .value(user.id.description))
                button(.type("submit"), .class("button primary")) { say(PeopleWording.sendMessage) }
            }
        }
        if let fault { p(.class("fault"), .role("alert")) { say(fault) } }
        if block == .own {
            section(.class("card")) {
                p { say(BlockWording.meaning) }
                BlockForm(say: say, user: user.id, isBlocked: true)
            }
        } else {
            details(.class("card danger")) {
                summary { say(BlockWording.question) }
                p { say(BlockWording.meaning) }
                BlockForm(say: say, user: user.id, isBlocked: false)
            }
        }
    }
}

/// Blocks a person, or unblocks them.
struct BlockForm: View {
    let say: Speaker
    let user: UserID
    let isBlocked: Bool

    var body: some View {
        form(.method(.post), .action(routes.block(user).url)) {
            button(
                .type("submit"), .name("state"), .value(isBlocked ? "off" : "on"),
                .class(isBlocked ? "button quiet" : "button dangerous")
            ) { say(isBlocked ? BlockWording.unblock : BlockWording.block) }
        }
    }
}

/// Whom a person has blocked.
struct BlockedPage: View {
    let say: Speaker
    let people: [User]

    var body: some View {
        p { say(BlockWording.meaning) }
        if people.isEmpty {
            p(.class("muted")) { say(BlockWording.none) }
        } else {
            ul(.class("people")) {
                for user in people {
                    li { a(.class("person"), .href(routes.person(user.id).url)) { PersonLine(user: user) } }
                }
            }
        }
    }
}
