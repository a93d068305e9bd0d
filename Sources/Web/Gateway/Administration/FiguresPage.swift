import Chat
import HTML
import HTTP
import TimeZones

/// What the site holds, as charts for admins.
struct FiguresPage: View {
    let visit: Visit
    /// `nil` before the first count.
    let figures: SiteFigures?

    var body: some View {
        if let figures {
            if let chat = figures.chat {
                DayChart(
                    visit: visit, heading: FiguresWording.people, total: chat.people, note: nil,
                    name: FiguresWording.newPeople, counts: chat.newPeople)
                DayChart(
                    visit: visit, heading: FiguresWording.messages, total: chat.messages,
                    note: FiguresWording.messagesEver, name: FiguresWording.newMessages, counts: chat.newMessages)
            } else {
                p(.class("hint")) { visit.say(FiguresWording.elsewhere) }
            }
            StorageCard(visit: visit, figures: figures)
            p(.class("muted")) { visit.say(FiguresWording.counted(visit.time.clock(figures.moment))) }
            if figures.chat != nil {
                p(.class("muted")) { visit.say(FiguresWording.days(visit.time.zone.identifier)) }
            }
        } else {
            p(.class("hint"), .role("status")) { visit.say(FiguresWording.notYet) }
        }
        if visit.hasMetrics { p { a(.href(routes.metrics.url)) { visit.say(FiguresWording.metrics) } } }
    }
}

/// A number, and how it grew by day.
private struct DayChart: View {
    let visit: Visit
    let heading: Sentence
    let total: Int
    let note: Sentence?
    let name: Sentence
    let days: ChartDays

    init(
        visit: Visit, heading: Sentence, total: Int, note: Sentence?, name: Sentence, counts: [SiteFigures.Count]
    ) {
        self.visit = visit
        self.heading = heading
        self.total = total
        self.note = note
        self.name = name
        days = ChartDays(counts, visit.time)
    }

    private var summary: String {
        let peak = days.peak.map { visit.say(FiguresWording.peak(visit.time.dayName($0.day), $0.count)) }
        return visit.say(FiguresWording.chart(visit.say(name), total: days.total, peak: peak))
    }

    var body: some View {
        section(.class("card figures")) {
            h2 { visit.say(heading) }
            p(.class("figure")) { FiguresWording.number(total) }
            if let note { p(.class("muted")) { visit.say(note) } }
            p { summary }
            BarChart(values: days.days.map(\.count))
            p(.class("chart-ends muted"), .aria(.hidden, "true")) {
                if let first = days.days.first, let last = days.days.last {
                    span { visit.say(TimeWording.shortDay(first.day)) }
                    span { visit.say(TimeWording.shortDay(last.day)) }
                }
            }
            details {
                HTML.summary { visit.say(FiguresWording.table) }
                table {
                    caption(.class("unseen")) { visit.say(name) }
                    thead {
                        tr {
                            th(.scope("col")) { visit.say(FiguresWording.day) }
                            th(.scope("col")) { visit.say(FiguresWording.count) }
                        }
                    }
                    tbody {
                        for entry in days.days.reversed() {
                            tr {
                                th(.scope("row")) { visit.time.dayName(entry.day) }
                                td { FiguresWording.number(entry.count) }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The sizes of the databases, the room on the disk, and the sessions.
private struct StorageCard: View {
    let visit: Visit
    let figures: SiteFigures

    private var largest: Int { figures.databases.map(\.bytes).max() ?? 0 }

    var body: some View {
        section(.class("card figures")) {
            h2 { visit.say(FiguresWording.storage) }
            if let disk = figures.disk {
                h3 { visit.say(FiguresWording.disk) }
                p { visit.say(FiguresWording.free(disk.free, of: disk.size)) }
                ShareBar(part: disk.size - disk.free, whole: disk.size)
            }
            if !figures.databases.isEmpty {
                table {
                    thead {
                        tr {
                            th(.scope("col")) { visit.say(FiguresWording.database) }
                            th(.scope("col")) { visit.say(FiguresWording.size) }
                        }
                    }
                    tbody {
                        for database in figures.databases {
                            tr {
                                th(.scope("row")) {
                                    database.file
                                    ShareBar(part: database.bytes, whole: largest)
                                }
                                td { FiguresWording.bytes(database.bytes) }
                            }
                        }
                    }
                }
            }
        }
        if let sessions = figures.sessions {
            section(.class("card figures")) {
                h2 { visit.say(FiguresWording.sessions) }
                p(.class("figure")) { FiguresWording.number(sessions) }
            }
        }
    }
}
