import Accounts
import Chat
import HTML
import HTTP

/// One person's account, for admins.
struct ManagedAccountPage: View {
    private static let faultID = "account-fault"

    let visit: Visit
    let entry: PeopleAdministration.Entry
    /// Most recently used first.
    let sessions: [Session]
    let hasMoreSessions: Bool
    /// Whether people have passwords of this site.
    let hasPasswords: Bool
    let isOneself: Bool
    let fault: RenamingFault?
    let notice: AccountNotice?

    private var user: User { entry.user }
    private var url: SafeURL { routes.changeAccount(user.id).url }

    var body: some View {
        if let notice { p(.class("hint"), .role("status")) { visit.say(notice.wording) } }
        summaryCard
        renameCard
        sessionsCard
        linkCard
        if isOneself {
            p(.class("muted")) { visit.say(AccountsWording.oneself) }
        } else {
            stateCard
            deletion
        }
    }

    @ViewBuilder private var summaryCard: some View {
        section(.class("card profile")) {
            Avatar(person: Person(user))
            h1 { bdi { Person(user).name } }
            AccountBadges(visit: visit, status: entry.status)
            dl {
                dt { visit.say(ProfileWording.alias) }
                dd { user.alias }
                dt { visit.say(ProfileWording.userID) }
                dd(.class("code")) { user.id.description }
                dt { visit.say(ProfileWording.since) }
                dd { time(.datetime(user.createdAt.iso8601)) { visit.time.date(user.createdAt) } }
                dt { visit.say(AccountsWording.role) }
                dd { visit.say(entry.status.role == .admin ? AccountsWording.admin : AccountsWording.member) }
                dt { visit.say(AccountsWording.waysIn) }
                dd { entry.waysIn(visit) }
                if let seen = entry.status.lastSeen {
                    dt { visit.say(AccountsWording.lastSeen) }
                    dd { time(.datetime(seen.iso8601)) { visit.time.full(seen) } }
                }
                if let moment = entry.status.disabledAt {
                    dt { visit.say(AccountsWording.isDisabledSince) }
                    dd { time(.datetime(moment.iso8601)) { visit.time.full(moment) } }
                }
            }
        }
    }

    @ViewBuilder private var renameCard: some View {
        section(.class("card")) {
            h2 { visit.say(AccountsWording.rename) }
            if let fault { p(.class("fault"), .id(Self.faultID), .role("alert")) { visit.say(fault.wording) } }
            form(.method(.post), .action(url), .class("stack")) {
                ActionField(action: .rename)
                label(.for("name")) { visit.say(ProfileWording.name) }
                input(
                    .id("name"), .name(AccountChange.nameField), .type("text"), .value(fault?.name ?? user.name),
                    .required(), .autocomplete("off"), .maxlength(DisplayName.maximumCharacters),
                    .aria(.describedby, fault == nil ? nil : Self.faultID))
                label(.for("alias")) { visit.say(ProfileWording.alias) }
                input(
                    .id("alias"), .name(AccountChange.aliasField), .type("text"),
                    .value(fault?.alias ?? user.alias), .required(), .autocomplete("off"), .autocapitalize("none"),
                    .spellcheck(false), .maxlength(Alias.lengths.upperBound), .aria(.describedby, "alias-hint"))
                p(.id("alias-hint"), .class("muted")) { visit.say(RegisterWording.aliasHint) }
                button(.type("submit"), .class("button quiet")) { visit.say(AccountsWording.save) }
            }
        }
    }

    @ViewBuilder private var sessionsCard: some View {
        section(.class("card")) {
            h2 { visit.say(AccountsWording.sessions) }
            if sessions.isEmpty {
                p(.class("muted")) { visit.say(AccountsWording.noSessions) }
            } else {
                ul(.class("people sessions")) {
                    for session in sessions { ManagedSession(visit: visit, session: session) }
                }
                if hasMoreSessions { p(.class("muted")) { visit.say(AccountsWording.moreSessions) } }
                ActionButton(
                    visit: visit, user: user.id, action: .endAllSessions, words: AccountsWording.endAll,
                    isDangerous: true)
            }
        }
    }

    @ViewBuilder private var linkCard: some View {
        section(.class("card")) {
            h2 { visit.say(AccountsWording.access) }
            if hasPasswords {
                p { visit.say(AccountsWording.passwordLinkExplained) }
                ActionButton(
                    visit: visit, user: user.id, action: .passwordLink, words: AccountsWording.makePasswordLink)
            } else {
                p { visit.say(AccountsWording.factorsLinkExplained) }
            }
            ActionButton(visit: visit, user: user.id, action: .factorsLink, words: AccountsWording.makeFactorsLink)
        }
    }

    @ViewBuilder private var stateCard: some View {
        section(.class("card")) {
            h2 { visit.say(AccountsWording.state) }
            if entry.status.disabledAt == nil {
                p { visit.say(AccountsWording.disableExplained) }
                ActionButton(
                    visit: visit, user: user.id, action: .disable, words: AccountsWording.disable, isDangerous: true)
            } else {
                p { visit.say(AccountsWording.enableExplained) }
                ActionButton(visit: visit, user: user.id, action: .enable, words: AccountsWording.enable)
            }
        }
    }

    @ViewBuilder private var deletion: some View {
        details(.class("card danger")) {
            summary { h2 { visit.say(AccountsWording.delete) } }
            p { visit.say(AccountsWording.deleteExplained) }
            form(.method(.post), .action(url), .class("stack")) {
                ActionField(action: .delete)
                label(.class("check")) {
                    input(.type("checkbox"), .name(AccountChange.messagesField), .value("1"))
                    span { visit.say(AccountsWording.withMessages) }
                }
                button(.type("submit"), .class("button dangerous")) { visit.say(AccountsWording.deleteButton) }
            }
        }
    }
}

/// A session of the person, with a button that ends it.
private struct ManagedSession: View {
    let visit: Visit
    let session: Session

    private var device: String { visit.say(SessionsWording.device(Device(userAgent: session.device))) }

    var body: some View {
        li(.class("person")) {
            div(.class("person-text")) {
                h3 { device }
                p(.class("muted")) {
                    visit.say(
                        SessionsWording.way(visit.say(visit.allMethods.name(of: session.method)), session.address))
                }
                p(.class("muted")) {
                    visit.say(SessionsWording.lastUse)
                    time(.datetime(session.lastUsedAt.iso8601)) { visit.time.full(session.lastUsedAt) }
                }
            }
            form(.method(.post), .action(routes.changeAccount(session.user).url)) {
                ActionField(action: .endSession)
                button(
                    .type("submit"), .name(AccountChange.sessionField), .value(session.id), .class("button quiet"),
                    .aria(.label, visit.say(SessionsWording.endThere(device)))
                ) { visit.say(SessionsWording.end) }
            }
        }
    }
}

/// A form of one button.
private struct ActionButton: View {
    let visit: Visit
    let user: UserID
    let action: AccountChange.Action
    let words: Sentence
    var isDangerous = false

    var body: some View {
        form(.method(.post), .action(routes.changeAccount(user).url)) {
            ActionField(action: action)
            button(.type("submit"), .class(isDangerous ? "button dangerous" : "button quiet")) { visit.say(words) }
        }
    }
}

private struct ActionField: View {
    let action: AccountChange.Action

    var body: some View {
        input(.type("hidden"), .name(AccountChange.actionField), .value(action.rawValue))
    }
}
