import Accounts
import Chat
import HTML
import HTTP

/// Changes of the user's factors in other sessions, and reminders about factors, until the user acknowledges them.
struct NoticeBar: View {
    static let untilField = "until"
    static let returnField = "return"

    let say: Speaker
    let time: ViewerTime
    let notices: FactorNotices
    /// The page to return to afterwards; `nil` if a script fills it in.
    let back: Path?

    var body: some View {
        div(.class("security-notice"), .role("status"), .data("data-until", until)) {
            for notice in notices.unseen {
                p {
                    say(SecurityWording.notice(notice.kind))
                    span(.class("time")) { Day(time: time, moment: notice.at) }
                }
            }
            div(.class("action-row")) {
                a(.class("button quiet"), .href(routes.security.url)) { say(SecurityWording.look) }
                form(.method(.post), .action(routes.dismissNotices.url)) {
                    input(.type("hidden"), .name(Self.returnField), .value(back?.description ?? ""))
                    input(.type("hidden"), .name(Self.untilField), .value(until))
                    button(.type("submit"), .class("button quiet")) { say(SecurityWording.seen) }
                }
            }
        }
    }

    private var until: String { "\(notices.unseen.last?.at.milliseconds ?? 0)" }
}

/// A moment with its day and time.
struct Day: View {
    let time: ViewerTime
    let moment: Timestamp

    var body: some View { HTML.time(.datetime(moment.iso8601)) { time.full(moment) } }
}
