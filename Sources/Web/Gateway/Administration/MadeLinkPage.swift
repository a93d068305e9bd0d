import Chat
import HTML

/// Shows a one-time link to the admin who made it.
struct MadeLinkPage: View {
    let visit: Visit
    let user: User
    let address: String
    let endsAt: Timestamp

    var body: some View {
        section(.class("card stack")) {
            p {
                bdi { Person(user).name }
                span(.class("muted")) { " @\(user.alias)" }
            }
            p(.role("status")) { visit.say(AccountsWording.linkExplained) }
            label(.for("link")) { visit.say(AccountsWording.link) }
            input(.id("link"), .name("link"), .type("text"), .class("code"), .value(address), .readonly())
            p(.class("muted")) {
                visit.say(OneTimeLinkWording.goodUntil)
                time(.datetime(endsAt.iso8601)) { visit.time.full(endsAt) }
            }
            a(.class("button quiet"), .href(routes.account(user.id).url)) { visit.say(AccountsWording.backToPerson) }
        }
    }
}
