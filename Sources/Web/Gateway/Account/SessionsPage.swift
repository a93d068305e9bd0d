import Accounts
import Chat
import HTML

/// The person's sessions, each with a button that ends it.
struct SessionsPage: View {
    let visit: Visit
    /// Most recently used first.
    let sessions: [Session]
    /// The session of this request.
    let current: String
    let hasEnded: Bool
    var hasNewPassword = false

    var body: some View {
        if hasEnded { p(.class("hint"), .role("status")) { visit.say(SessionsWording.ended) } }
        if hasNewPassword { p(.class("hint"), .role("status")) { visit.say(PasswordWording.changed) } }
        p(.class("muted")) { visit.say(SessionsWording.explanation) }
        ul(.class("people sessions")) {
            for session in sessions {
                SessionItem(visit: visit, session: session, isCurrent: session.id == current)
            }
        }
        if sessions.contains(where: { $0.id != current }) {
            form(.method(.post), .action(routes.endSessions.url)) {
                button(
                    .type("submit"), .name(SessionsForm.field), .value(SessionsForm.others),
                    .class("button dangerous wide")
                ) { visit.say(SessionsWording.endOthers) }
            }
        }
    }
}

/// One session: device, address, sign-in method, beginning.
struct SessionItem: View {
    let visit: Visit
    let session: Session
    let isCurrent: Bool
    /// Whether the row names the person; then the form of the admin page ends the session.
    var isOfAnybody = false

    var body: some View {
        li(.class("person")) {
            div(.class("person-text")) {
                h2 { device }
                if isOfAnybody {
                    a(.href(routes.person(session.user).url)) { bdi { session.name } }
                    span(.class("muted")) { "@\(session.alias)" }
                }
                if isCurrent { span(.class("badge quiet")) { visit.say(SessionsWording.current) } }
                p(.class("muted")) {
                    visit.say(
                        SessionsWording.way(visit.say(visit.allMethods.name(of: session.method)), session.address)
                    )
                }
                p(.class("muted")) {
                    visit.say(SessionsWording.lastUse)
                    Moment(visit: visit, moment: session.lastUsedAt)
                }
                p(.class("muted")) {
                    visit.say(SessionsWording.firstUse)
                    Moment(visit: visit, moment: session.signedInAt)
                }
            }
            if isCurrent {
                SignOutForm(say: visit.say)
            } else {
                form(.method(.post), .action((isOfAnybody ? routes.endSessionOfOther : routes.endSessions).url)) {
                    if isOfAnybody {
                        input(.type("hidden"), .name(SessionsForm.user), .value(session.user.description))
                    }
                    button(
                        .type("submit"), .name(SessionsForm.field), .value(session.id), .class("button quiet"),
                        .aria(
                            .label,
                            visit.say(SessionsWording.endThere(isOfAnybody ? "\(session.name), \(device)" : device)))
                    ) { visit.say(SessionsWording.end) }
                }
            }
        }
    }

    private var device: String { visit.say(SessionsWording.device(Device(userAgent: session.device))) }
}

/// A day and a time in the viewer's zone and language.
private struct Moment: View {
    let visit: Visit
    let moment: Timestamp

    var body: some View {
        time(.datetime(moment.iso8601)) { visit.time.full(moment) }
    }
}
