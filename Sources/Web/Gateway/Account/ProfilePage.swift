import Accounts
import Chat
import HTML
import RichText
import TimeZones

/// The signed-in person's profile, the display preferences, and the button that signs out.
struct ProfilePage: View {
    let visit: Visit
    let user: User
    let authorization: Authorization
    /// The person's own, or that of the sign-in service.
    let introduction: String?
    let status: StatusText?
    /// `nil` where no files can be sent, or the backend does not tell.
    let files: FileRoom?
    /// Whether others see how far the person has read; `nil` where it is not told, or the backend does not say.
    let showsReading: Bool?
    /// How many reports are open; `nil` for people who are no admins.
    let reports: Int?
    /// How many scheduled messages could not be sent.
    let unsent: Int
    /// Whether the person can choose a picture.
    let choosesPicture: Bool
    /// Whether the place has emoji of its own, or the person may add some.
    let showsEmoji: Bool

    var body: some View {
        section(.class("card profile")) {
            Avatar(person: Person(user))
            h1 { bdi { user.name } }
            dl {
                dt { visit.say(ProfileWording.alias) }
                dd { user.alias }
                dt { visit.say(ProfileWording.userID) }
                dd(.class("code")) { user.id.description }
                dt { visit.say(ProfileWording.since) }
                dd { time(.datetime(user.createdAt.iso8601)) { visit.time.date(user.createdAt) } }
                if let files {
                    dt { visit.say(ProfileWording.files) }
                    dd { visit.say(ProfileWording.files(visit.say.size(files.taken), of: visit.say.size(files.limit))) }
                }
                SelfDescriptionFacts(say: visit.say, time: visit.time, status: status, introduction: introduction)
            }
            a(.class("button quiet reload"), .href(routes.profile.url)) { visit.say(ProfileWording.reload) }
        }
        PreferencesForm(visit: visit)
        if let showsReading { ReceiptsForm(say: visit.say, isShown: showsReading) }
        section(.class("card")) {
            h2 { visit.say(ProfileWording.account) }
            if visit.managesPeople {
                p {
                    a(.href(routes.ownName.url)) {
                        visit.say(visit.policy.allowsOwnAlias ? OwnNameWording.titleWithAlias : OwnNameWording.title)
                    }
                }
            }
            p { a(.href(routes.selfDescription.url)) { visit.say(SelfDescriptionWording.title) } }
            if choosesPicture { p { a(.href(PictureOwner.person.page().url)) { visit.say(PictureWording.ownTitle) } } }
            if showsEmoji { p { a(.href(routes.emoji.url)) { visit.say(EmojiWording.title) } } }
            p { a(.href(routes.appearance.url)) { visit.say(AppearanceWording.title) } }
            p { a(.href(routes.notifications.url)) { visit.say(NotificationsWording.title) } }
            p {
                a(.href(routes.scheduled.url)) { visit.say(ScheduledWording.title) }
                if unsent > 0 {
                    " "
                    span(.class("badge")) { String(unsent) }
                }
            }
            p { a(.href(routes.blocked.url)) { visit.say(BlockWording.title) } }
            p { a(.href(routes.sessions.url)) { visit.say(SessionsWording.link) } }
            if visit.factorPolicy.isOn {
                p { a(.href(routes.security.url)) { visit.say(SecurityWording.link) } }
            }
            if !visit.allMethods.providers.isEmpty {
                p { a(.href(routes.identities.url)) { visit.say(IdentitiesWording.title) } }
            }
            if visit.passwordChange != nil { PasswordButton(visit: visit) }
            if authorization.allows(.managePeople), visit.managesPeople {
                p { a(.href(routes.accounts().url)) { visit.say(AccountsWording.title) } }
            }
            if authorization.allows(.seeSessionsOfOthers) {
                p { a(.href(routes.everySession(.first).url)) { visit.say(SessionsWording.everybodyLink) } }
            }
            if let reports {
                p {
                    a(.href(routes.reports.url)) { visit.say(ReportWording.list) }
                    if reports > 0 {
                        " "
                        span(.class("badge")) { ReportWording.count(reports) }
                    }
                }
            }
            if authorization.allows(.seeAuditLog) {
                p { a(.href(routes.audit().url)) { visit.say(AuditWording.title) } }
            }
            if authorization.allows(.seeMetrics), visit.hasFigures {
                p { a(.href(routes.figures.url)) { visit.say(FiguresWording.title) } }
            }
            if visit.policy.mode == .development {
                p { a(.href(routes.session.url)) { visit.say(ProfileWording.session) } }
            }
            SignOutForm(say: visit.say)
        }
        if visit.managesPeople { OwnDataCard(visit: visit) }
    }
}

/// The form that signs out.
struct SignOutForm: View {
    let say: Speaker

    var body: some View {
        form(.method(.post), .action(routes.signOut.url)) {
            button(.type("submit"), .class("button quiet")) { say(SignInWording.signOut) }
        }
    }
}

/// Whether others see how far the person has read.
struct ReceiptsForm: View {
    /// Its anchor on the page.
    static let id = "read-receipts"

    let say: Speaker
    let isShown: Bool

    var body: some View {
        section(.class("card"), .id(Self.id)) {
            h2 { say(ReceiptsWording.title) }
            p { say(isShown ? ReceiptsWording.shown : ReceiptsWording.hidden) }
            form(.method(.post), .action(routes.readReceipts.url)) {
                button(.type("submit"), .name("state"), .value(isShown ? "off" : "on"), .class("button quiet")) {
                    say(isShown ? ReceiptsWording.hide : ReceiptsWording.show)
                }
            }
        }
    }
}

/// Language and time zone.
private struct PreferencesForm: View {
    let visit: Visit

    var body: some View {
        section(.class("card")) {
            h2 { visit.say(ProfileWording.display) }
            form(.method(.post), .action(routes.preferences.url), .class("stack")) {
                input(.type("hidden"), .name("return"), .value(routes.profile.text))
                label(.for("language")) { visit.say(ProfileWording.language) }
                select(.id("language"), .name("language")) {
                    for language in Language.allCases {
                        option(
                            .value(language.rawValue), .selected(language == visit.say.language),
                            .lang(language.rawValue)
                        ) { language.ownName }
                    }
                }
                label(.for("zone")) { visit.say(ProfileWording.timeZone) }
                select(.id("zone"), .name("zone"), .aria(.describedby, "zone-hint")) {
                    option(.value(""), .selected(visit.time.zone === ZoneOfTime.local)) {
                        visit.say(ProfileWording.automatic(ZoneOfTime.local.identifier))
                    }
                    for zone in zones {
                        option(.value(zone), .selected(ZoneOfTime.named(zone) === visit.time.zone)) { zone }
                    }
                }
                p(.id("zone-hint"), .class("muted")) { visit.say(ProfileWording.timeZoneHint) }
                label(.for("typing")) { visit.say(ProfileWording.typing) }
                select(.id("typing"), .name("typing")) {
                    option(.value("on"), .selected(visit.tellsTyping)) { visit.say(ProfileWording.typingShown) }
                    option(.value("off"), .selected(!visit.tellsTyping)) { visit.say(ProfileWording.typingHidden) }
                }
                button(.type("submit"), .class("button quiet")) { visit.say(ProfileWording.save) }
            }
        }
    }

    /// Common time zones to choose from, and the one in use.
    private var zones: [String] {
        let current = visit.time.zone
        let isOffered = current === ZoneOfTime.local || Self.offered.contains { ZoneOfTime.named($0) === current }
        return isOffered ? Self.offered : ([current.identifier] + Self.offered)
    }

    private static let offered = [
        "Asia/Tokyo", "Asia/Seoul", "Asia/Shanghai", "Asia/Taipei", "Asia/Hong_Kong", "Asia/Singapore",
        "Asia/Bangkok", "Asia/Jakarta", "Asia/Kolkata", "Asia/Dubai", "Europe/Istanbul", "Europe/Helsinki",
        "Europe/Berlin", "Europe/Paris", "Europe/London", "Africa/Cairo", "Africa/Johannesburg", "America/Sao_Paulo",
        "America/New_York", "America/Chicago", "America/Denver", "America/Los_Angeles", "Pacific/Honolulu",
        "Australia/Sydney", "Pacific/Auckland", "UTC",
    ]
}
