import Accounts
import Chat
import HTML

/// The messages that people have reported to the admins of the site.
struct ReportsPage: View {
    let visit: Visit
    let reports: [MessageReport]
    let hasMore: Bool
    /// The authors and reporters who are still there.
    let people: [UserID: User]

    var body: some View {
        if reports.isEmpty { p(.class("muted"), .role("status")) { visit.say(ReportWording.none) } }
        ol(.class("pins stack")) {
            for report in reports { ReportItem(visit: visit, report: report, people: people) }
        }
        if hasMore { p(.class("muted")) { visit.say(ReportWording.more) } }
    }
}

private struct ReportItem: View {
    let visit: Visit
    let report: MessageReport
    let people: [UserID: User]

    var body: some View {
        li(.class("card stack")) {
            p(.class("muted")) {
                PersonName(visit: visit, id: report.author, user: people[report.author])
                " · "
                time(.datetime(report.sentAt.iso8601)) { visit.time.full(report.sentAt) }
            }
            if !report.text.isEmpty { p(.class("text"), .dir("auto")) { report.text } }
            if !report.files.isEmpty {
                p {
                    visit.say(ReportWording.files)
                    bdi { report.files.joined(separator: ", ") }
                }
            }
            p(.class("muted")) {
                visit.say(ReportWording.reporter)
                PersonName(visit: visit, id: report.id.reporter, user: people[report.id.reporter])
                " · "
                time(.datetime(report.reportedAt.iso8601)) { visit.time.full(report.reportedAt) }
            }
            if !report.reason.description.isEmpty {
                p(.class("text"), .dir("auto")) { report.reason.description }
            }
            form(.method(.post), .action(routes.closeReport.url)) {
                input(.type("hidden"), .name("message"), .value(report.id.message.description))
                input(.type("hidden"), .name("reporter"), .value(report.id.reporter.description))
                button(.type("submit"), .class("button quiet")) { visit.say(ReportWording.close) }
            }
        }
    }
}

/// A person's name, which leads to the account where the site manages people, else to the profile.
private struct PersonName: View {
    let visit: Visit
    let id: UserID
    /// `nil` for a person who is not there any more.
    let user: User?

    var body: some View {
        if let user {
            a(.href((visit.managesPeople ? routes.account(id) : routes.person(id)).url)) { bdi { Person(user).name } }
        } else {
            visit.say(ConversationWording.deletedUser)
        }
    }
}
