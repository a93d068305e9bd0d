import Accounts
import Chat
import HTML
import HTTP

/// What the user is told on all pages, until they have seen it.
struct NoticeBar: View {
    static let untilField = "until"
    static let returnField = "return"

    let say: Speaker
    let time: ViewerTime
    let notices: SessionNotices
    /// The page to return to afterwards; `nil` if a script fills it in.
    let back: Path?

    var body: some View {
        div(.class("session-notice"), .role("status"), .data("data-until", until)) {
            for notice in notices.unseen {
                p {
                    say(SiteWording.notice(notice.kind))
                    span(.class("time")) { Day(time: time, moment: notice.at) }
                }
            }
            div(.class("action-row")) {
                if notices.unseen.contains(where: { $0.kind != .messageNotSent }) {
                    a(.class("button quiet"), .href(routes.security.url)) { say(SecurityWording.look) }
                }
                if notices.unseen.contains(where: { $0.kind == .messageNotSent }) {
                    a(.class("button quiet"), .href(routes.scheduled.url)) { say(ScheduledWording.title) }
                }
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
