import Accounts
import Chat
import HTML
import HTTP

/// What happened to one's factors in another session, or what is due, until one has seen it.
struct NoticeBar: View {
    static let untilField = "until"
    static let returnField = "return"

    let say: Speaker
    let time: ViewerTime
    let notices: FactorNotices
    /// Where one goes on after having seen it; `nil` where a script puts in the page that one is on.
    let back: Path?

    var body: some View {
        div(.class("security-notice"), .role("status"), .data("data-until", until)) {
            for notice in notices.unseen {
                p {
                    say(SecurityWording(notice.kind))
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

extension NoticeBar {
    init(_ visit: Visit, _ notices: FactorNotices) {
        self.init(
            say: visit.say, time: visit.time, notices: notices,
            back: visit.request.method.isSafe ? Path(visit.request.target.rawPath) : nil)
    }
}

/// A moment in full.
struct Day: View {
    let time: ViewerTime
    let moment: Timestamp

    var body: some View { HTML.time(.datetime(moment.iso8601)) { time.full(moment) } }
}
