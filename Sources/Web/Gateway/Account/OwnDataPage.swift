import Chat
import HTML

/// The buttons on the profile page that lead to the file and to the deletion.
struct OwnDataCard: View {
    let visit: Visit

    var body: some View {
        section(.class("card")) {
            h2 { visit.say(OwnDataWording.title) }
            form(.method(.post), .action(routes.ownData.url)) {
                button(.type("submit"), .class("button quiet")) { visit.say(OwnDataWording.download) }
            }
            form(.method(.post), .action(routes.ownDeletion.url)) {
                button(.type("submit"), .class("button dangerous")) { visit.say(OwnDataWording.delete) }
            }
        }
    }
}

/// Says what is in the file.
struct OwnDataPage: View {
    static let downloadField = "download"

    let visit: Visit
    let maximumMebibytes: Int
    let fault: Sentence?

    var body: some View {
        section(.class("card stack")) {
            if let fault { p(.class("fault"), .role("alert")) { visit.say(fault) } }
            p { visit.say(OwnDataWording.fileExplained) }
            p(.class("muted")) { visit.say(OwnDataWording.limit(mebibytes: maximumMebibytes)) }
            form(.method(.post), .action(routes.ownData.url), .data("data-download", "")) {
                button(.type("submit"), .name(Self.downloadField), .value("1"), .class("button primary")) {
                    visit.say(OwnDataWording.download)
                }
            }
        }
    }
}

/// Says what the deletion does, and asks whether the person is sure.
struct OwnDeletionPage: View {
    static let sureField = "sure"
    static let messagesField = AccountChange.messagesField

    let visit: Visit
    let isLastAdmin: Bool

    var body: some View {
        section(.class("card danger stack")) {
            if isLastAdmin {
                p(.class("fault"), .role("alert")) { visit.say(OwnDataWording.lastAdmin) }
            } else {
                p { visit.say(OwnDataWording.deleteExplained) }
                p { visit.say(OwnDataWording.messagesExplained) }
                p(.class("muted")) { visit.say(OwnDataWording.remains) }
                form(.method(.post), .action(routes.ownDeletion.url), .class("stack"), .data("data-waits", "")) {
                    label(.class("check")) {
                        input(.type("checkbox"), .name(Self.messagesField), .value("1"))
                        span { visit.say(AccountsWording.withMessages) }
                    }
                    label(.class("check")) {
                        input(.type("checkbox"), .name(Self.sureField), .value("1"), .required())
                        span { visit.say(OwnDataWording.sure) }
                    }
                    button(.type("submit"), .class("button dangerous")) { visit.say(OwnDataWording.delete) }
                }
            }
            a(.class("button quiet"), .href(routes.profile.url)) { visit.say(OwnDataWording.backToProfile) }
        }
    }
}
