import Accounts
import Chat
import HTML
import HTTP
import TimeZones

/// The audit log with a filter by day, person and kind, a page at a time.
struct AuditLogPage: View {
    private static let faultID = "audit-fault"

    let visit: Visit
    let parameters: AuditParameters
    let lines: AuditPage
    let names: AuditNames
    let fault: AuditFault?

    var body: some View {
        filter
        if fault == nil {
            if lines.lines.isEmpty {
                p(.class("nothing-found muted"), .role("status")) { visit.say(AuditWording.nothing) }
            } else {
                ul(.class("audit")) {
                    for line in lines.lines { AuditItem(visit: visit, line: line, names: names) }
                }
            }
            if let next = lines.next {
                a(.class("older"), .href(routes.audit(parameters.older(than: next)).url)) {
                    visit.say(AuditWording.older)
                }
            }
            download
        }
    }

    @ViewBuilder private var filter: some View {
        form(.method(.get), .action(routes.audit().url), .class("card stack")) {
            if let fault { p(.class("fault"), .id(Self.faultID), .role("alert")) { visit.say(fault.wording) } }
            div(.class("audit-days")) {
                DayField(
                    visit: visit, name: AuditParameters.fromField, words: AuditWording.from, value: parameters.from,
                    faultID: faultID(AuditParameters.fromField))
                DayField(
                    visit: visit, name: AuditParameters.toField, words: AuditWording.to, value: parameters.to,
                    faultID: faultID(AuditParameters.toField))
            }
            label(.for("person")) { visit.say(AuditWording.person) }
            input(
                .id("person"), .name(AuditParameters.personField), .type("text"), .value(parameters.person),
                .autocomplete("off"), .autocapitalize("none"), .spellcheck(false), .maxlength(64),
                .aria(.invalid, faultID(AuditParameters.personField).map { _ in "true" }),
                .aria(.describedby, faultID(AuditParameters.personField)))
            label(.for("kind")) { visit.say(AuditWording.kind) }
            select(.id("kind"), .name(AuditParameters.kindField)) {
                option(.value(""), .selected(parameters.kind == nil)) { visit.say(AuditWording.allKinds) }
                for kind in AuditEvent.Kind.allCases {
                    option(.value(kind.rawValue), .selected(kind == parameters.kind)) {
                        "\(visit.say(AuditWording.kind(kind))) · \(kind.rawValue)"
                    }
                }
            }
            button(.type("submit"), .class("button quiet")) { visit.say(AuditWording.show) }
            p(.class("muted")) { visit.say(FiguresWording.days(visit.time.zone.identifier)) }
        }
    }

    @ViewBuilder private var download: some View {
        form(
            .method(.post), .action(routes.downloadAudit.url), .class("card stack"), .data("data-download", "")
        ) {
            p { visit.say(AuditWording.downloadExplained) }
            for field in parameters.fields { input(.type("hidden"), .name(field.name), .value(field.value)) }
            button(.type("submit"), .class("button quiet")) { visit.say(AuditWording.download) }
        }
    }

    private func faultID(_ field: String) -> String? { fault?.field == field ? Self.faultID : nil }
}

private struct DayField: View {
    let visit: Visit
    let name: String
    let words: Sentence
    let value: String
    let faultID: String?

    var body: some View {
        div(.class("stack")) {
            label(.for(name)) { visit.say(words) }
            // A date field shows nothing of a value that is no date.
            input(
                .id(name), .name(name), .type(value.isEmpty || FormDay(value) != nil ? "date" : "text"), .value(value),
                .autocomplete("off"),
                .aria(.invalid, faultID.map { _ in "true" }), .aria(.describedby, faultID))
        }
    }
}

private struct AuditItem: View {
    let visit: Visit
    let line: AuditEvent
    let names: AuditNames

    var body: some View {
        li(.data("data-kind", line.kind.rawValue)) {
            p {
                strong { visit.say(AuditWording.kind(line.kind)) }
                " "
                span(.class("code muted")) { line.kind.rawValue }
            }
            if let user = line.user { AuditPerson(visit: visit, words: nil, id: user, user: names[user]) }
            if let actor = line.actor {
                AuditPerson(visit: visit, words: AuditWording.by, id: actor, user: names[actor])
            }
            if let detail { p { bdi { detail } } }
            p(.class("muted")) {
                time(.datetime(line.moment.iso8601)) { visit.time.full(line.moment) }
                if let method = line.method { " · \(methodName(method))" }
                if let address = line.address { " · \(address)" }
            }
        }
    }

    private var detail: String? {
        line.detail.map { AuditDetailWording.sentence($0, of: line.kind).map { visit.say($0) } ?? $0 }
    }

    private func methodName(_ method: String) -> String {
        SignInMethodID(method).map { visit.say(visit.allMethods.name(of: $0)) } ?? method
    }
}

/// A person's name and alias, or the User ID of somebody who is not known any more.
private struct AuditPerson: View {
    let visit: Visit
    let words: Sentence?
    let id: UserID
    let user: User?

    var body: some View {
        p {
            if let words { span(.class("muted")) { visit.say(words) } }
            if let user {
                if visit.managesPeople {
                    a(.href(routes.account(id).url)) { bdi { Person(user).name } }
                } else {
                    bdi { Person(user).name }
                }
                span(.class("muted")) { " @\(user.alias)" }
            } else {
                span(.class("code")) { id.description }
            }
        }
    }
}
