import Chat
import HTML

/// The groups that everybody finds and may join, without those the viewer is in.
struct OpenGroupsPage: View {
    let say: Speaker
    let query: String
    let groups: [JoinableGroup]
    /// Why a group could not be joined.
    let fault: Sentence?

    var body: some View {
        if let fault { p(.class("fault"), .role("alert")) { say(fault) } }
        form(.method(.get), .action(routes.openGroups().url), .class("search"), .role("search")) {
            label(.for("groups-q"), .class("unseen")) { say(OpenGroupsWording.field) }
            input(
                .id("groups-q"), .name("q"), .type("search"), .value(query),
                .placeholder(say(OpenGroupsWording.field)), .autocomplete("off"),
                .maxlength(SearchQuery.maximumCharacters), .enterkeyhint("search"), .spellcheck(false))
            button(.type("submit"), .class("button quiet")) { say(SearchWording.submit) }
        }
        if groups.isEmpty {
            p(.class("nothing-found muted"), .role("status")) {
                say(query.isEmpty ? OpenGroupsWording.none : OpenGroupsWording.noneFound)
            }
        }
        ol(.class("pins stack")) {
            for group in groups { OpenGroupItem(say: say, group: group) }
        }
        if groups.count == MessageLimits.maximumListedGroups { p(.class("muted")) { say(OpenGroupsWording.more) } }
    }
}

private struct OpenGroupItem: View {
    let say: Speaker
    let group: JoinableGroup

    private var name: String { group.name.withoutDirectionControls }

    var body: some View {
        li(.class("card stack")) {
            h2 { bdi { name } }
            if let description = group.description { p(.class("text"), .dir("auto")) { description } }
            p(.class("muted")) { say(OpenGroupsWording.members(group.members)) }
            form(.method(.post), .action(routes.joinOpenGroup(group.conversation).url)) {
                button(.type("submit"), .class("button quiet"), .aria(.label, say(OpenGroupsWording.join(name)))) {
                    say(InvitesWording.join)
                }
            }
        }
    }
}
