import Accounts
import Chat
import HTML
import HTTP

/// The list of people for admins, with a search by name.
struct AccountsPage: View {
    let visit: Visit
    let query: String
    /// Whether the people are those who match the query.
    let isSearch: Bool
    let entries: [PeopleAdministration.Entry]
    let hasMore: Bool
    let notice: AccountNotice?

    var body: some View {
        if let notice { p(.class("hint"), .role("status")) { visit.say(notice.wording) } }
        form(.method(.get), .action(routes.accounts().url)) {
            FilterField(say: visit.say, query: query, source: routes.accounts())
        }
        div(.class("matches stack")) {
            if entries.isEmpty {
                p(.class("nothing-found muted"), .role("status")) { visit.say(AccountsWording.nobody) }
            } else {
                ul(.class("people accounts")) {
                    for entry in entries { AccountItem(visit: visit, entry: entry) }
                }
            }
            if hasMore, isSearch { p(.class("muted")) { visit.say(AccountsWording.moreFound) } }
            if hasMore, !isSearch, let last = entries.last.flatMap({ Alias($0.user.alias) }) {
                a(.class("older"), .href(routes.accounts(after: last).url)) { visit.say(PeopleWording.more) }
            }
        }
    }
}

private struct AccountItem: View {
    let visit: Visit
    let entry: PeopleAdministration.Entry

    private var person: Person { Person(entry.user) }

    var body: some View {
        li(.class("person"), .data("data-alias", entry.user.alias)) {
            Avatar(person: person)
            div(.class("person-text")) {
                a(.href(routes.account(entry.user.id).url)) { bdi { person.name } }
                span(.class("muted")) { "@\(entry.user.alias)" }
                AccountBadges(visit: visit, status: entry.status)
                p(.class("muted")) { entry.waysIn(visit) }
                p(.class("muted")) { LastSeen(visit: visit, moment: entry.status.lastSeen) }
            }
        }
    }
}

/// What is unusual about an account.
struct AccountBadges: View {
    let visit: Visit
    let status: PersonStatus

    var body: some View {
        if status.role == .admin { span(.class("badge quiet")) { visit.say(AccountsWording.admin) } }
        if status.disabledAt != nil { span(.class("badge quiet")) { visit.say(AccountsWording.isDisabled) } }
    }
}

/// The last use of a session.
private struct LastSeen: View {
    let visit: Visit
    let moment: Timestamp?

    var body: some View {
        if let moment {
            visit.say(SessionsWording.lastUse)
            time(.datetime(moment.iso8601)) { visit.time.full(moment) }
        } else {
            visit.say(AccountsWording.notSeen)
        }
    }
}

extension PeopleAdministration.Entry {
    /// The person's ways to sign in, in words.
    func waysIn(_ visit: Visit) -> String {
        var ways = hasPassword ? [visit.say(visit.allMethods.name(of: .password))] : []
        ways += status.linkedMethods.map { visit.say(visit.allMethods.name(of: $0)) }
        if status.passkeys > 0 { ways.append(visit.say(AccountsWording.passkeys(status.passkeys))) }
        if status.hasAuthenticator { ways.append(visit.say(AccountsWording.authenticator)) }
        return ways.isEmpty
            ? visit.say(AccountsWording.noWay)
            : ways.joined(separator: visit.say.language == .japanese ? "、" : ", ")
    }
}
