import Chat
import HTML
import OneTimePasswords

/// The open invitations of a group, and a form to make one.
struct InvitesPage: View {
    static let invite = "invite"
    static let lifetime = "lifetime"
    static let uses = "uses"

    /// How long an invitation is good for.
    enum Lifetime: String, CaseIterable {
        case week
        case hour
        case day
        case month

        var duration: Duration {
            switch self {
            case .hour: .seconds(3_600)
            case .day: .seconds(24 * 3_600)
            case .week: .seconds(7 * 24 * 3_600)
            case .month: NewInvite.maximumLifetime
            }
        }
    }

    /// The numbers of people that are offered.
    private static let people = [1, 5, 25, 100]

    let say: Speaker
    let time: ViewerTime
    let conversation: ConversationID
    let invites: [Invite]
    let names: Names
    /// Scheme and host of the site.
    let origin: String

    var body: some View {
        form(.method(.post), .action(routes.makeInvite(conversation).url), .class("card stack")) {
            h2 { say(InvitesWording.make) }
            p(.class("muted")) { say(InvitesWording.explained) }
            label(.for("lifetime")) { say(InvitesWording.lifetime) }
            select(.id("lifetime"), .name(Self.lifetime)) {
                for lifetime in Lifetime.allCases {
                    option(.value(lifetime.rawValue)) { say(InvitesWording.lifetime(lifetime)) }
                }
            }
            label(.for("uses")) { say(InvitesWording.uses) }
            select(.id("uses"), .name(Self.uses)) {
                option(.value("")) { say(InvitesWording.anyNumber) }
                for count in Self.people { option(.value("\(count)")) { say(InvitesWording.people(count)) } }
            }
            button(.type("submit"), .class("button primary")) { say(InvitesWording.submit) }
        }
        if invites.isEmpty { p(.class("muted")) { say(InvitesWording.none) } }
        ol(.class("pins stack")) {
            for invite in invites {
                InviteItem(
                    say: say, time: time, invite: invite, author: names[invite.user].name,
                    link: origin + routes.invitation(invite.id).text)
            }
        }
    }
}

private struct InviteItem: View {
    let say: Speaker
    let time: ViewerTime
    let invite: Invite
    let author: String
    let link: String

    var body: some View {
        li(.class("card stack")) {
            p(.class("muted")) {
                bdi { author }
                " · "
                say(InvitesWording.used(invite.uses, of: invite.maximumUses))
                " · "
                say(InvitesWording.until(time.full(invite.expiresAt)))
            }
            label(.for("link-\(invite.id)")) { say(InvitesWording.link) }
            input(.id("link-\(invite.id)"), .type("text"), .class("code"), .value(link), .readonly())
            if let code = QRCode(link) {
                details {
                    summary { say(InvitesWording.showQRCode) }
                    svg(
                        .class("qr"), .viewBox("0 0 \(code.side) \(code.side)"), .role("img"),
                        .aria(.label, say(InvitesWording.qrCode))
                    ) { svgPath(.d(code.path)) }
                }
            }
            form(.method(.post), .action(routes.revokeInvite(invite.conversation).url)) {
                input(.type("hidden"), .name(InvitesPage.invite), .value(invite.id.description))
                button(.type("submit"), .class("button quiet")) { say(InvitesWording.end) }
            }
        }
    }
}

/// Asks somebody who was invited whether to join.
struct InvitationPage: View {
    let say: Speaker
    let invite: InviteID
    let group: JoinableGroup

    var body: some View {
        form(.method(.post), .action(routes.join.url), .class("card stack")) {
            input(.type("hidden"), .name(InvitesPage.invite), .value(invite.description))
            h2 { say(InvitesWording.question(group.name.withoutDirectionControls)) }
            if let description = group.description { p(.class("text"), .dir("auto")) { description } }
            p(.class("muted")) { say(ConversationWording.members(group.members)) }
            button(.type("submit"), .class("button primary")) { say(InvitesWording.join) }
        }
    }
}
