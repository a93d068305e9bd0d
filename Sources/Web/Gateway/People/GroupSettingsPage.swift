import Chat
import HTML

/// A group's name, its description, and what only its admins may do, with a form to change them.
struct GroupSettingsPage: View {
    let say: Speaker
    let conversation: ConversationID
    let form: GroupForm
    /// Whether the backend has groups that everybody finds.
    let hasOpenGroups: Bool
    /// Whether the backend has threads.
    let hasThreads: Bool

    var body: some View {
        HTML.form(.method(.post), .action(routes.changeGroup(conversation).url), .class("card stack")) {
            if let fault = form.fault { p(.class("fault"), .id("fault"), .role("alert")) { say(fault.sentence) } }
            input(.type("hidden"), .name("shown-name"), .value(form.shown.name))
            input(.type("hidden"), .name("shown-description"), .value(form.shown.description))
            input(
                .type("hidden"), .name("shown-admins"),
                .value(form.shown.adminsOnly.names.joined(separator: " ")))
            if hasOpenGroups { input(.type("hidden"), .name("shown-open"), .value(form.shown.isOpen ? "on" : "")) }
            if hasThreads {
                input(.type("hidden"), .name("shown-threads"), .value(form.shown.hasThreads ? "on" : ""))
            }
            label(.for("name")) { say(GroupWording.name) }
            input(
                .id("name"), .name("name"), .type("text"), .value(form.values.name), .autocomplete("off"),
                .maxlength(DisplayName.maximumCharacters), .required(),
                .aria(.invalid, form.fault == .name ? "true" : nil),
                .aria(.describedby, form.fault == .name ? "fault" : nil), .autofocus(form.fault == .name))
            label(.for("description")) { say(GroupWording.description) }
            textarea(
                .id("description"), .name("description"), .rows(4),
                .aria(.invalid, form.fault == .description ? "true" : nil),
                .aria(.describedby, form.fault == .description ? "fault" : nil),
                .autofocus(form.fault == .description)
            ) { TextareaText(form.values.description) }
            fieldset {
                legend { say(GroupWording.onlyAdmins) }
                for (name, option) in AdminsOnly.all {
                    label(.class("check")) {
                        input(
                            .type("checkbox"), .name(GroupForm.action), .value(name),
                            .checked(form.values.adminsOnly.contains(option)))
                        span { say(GroupWording.action(option)) }
                    }
                }
            }
            if hasOpenGroups {
                label(.class("check")) {
                    input(.type("checkbox"), .name("open"), .value("on"), .checked(form.values.isOpen))
                    span { say(OpenGroupsWording.option) }
                }
            }
            if hasThreads {
                label(.class("check")) {
                    input(.type("checkbox"), .name("threads"), .value("on"), .checked(form.values.hasThreads))
                    span { say(RepliesWording.option) }
                }
            }
            button(.type("submit"), .class("button primary")) { say(ProfileWording.save) }
        }
    }
}

/// The same for those who may not change it.
struct GroupPage: View {
    let say: Speaker
    let conversation: Conversation

    var body: some View {
        section(.class("card stack")) {
            h2 { conversation.name?.withoutDirectionControls ?? "" }
            if let description = conversation.description {
                p(.class("text"), .dir("auto")) { description }
            } else {
                p(.class("muted")) { say(GroupWording.noDescription) }
            }
            if conversation.hasThreads { p(.class("muted")) { say(RepliesWording.hasThreads) } }
            if conversation.isOpen { p(.class("muted")) { say(OpenGroupsWording.isOpen) } }
            if conversation.adminsOnly.isEmpty {
                p(.class("muted")) { say(GroupWording.everybody) }
            } else {
                h3 { say(GroupWording.onlyAdmins) }
                ul {
                    for (_, option) in AdminsOnly.all where conversation.adminsOnly.contains(option) {
                        li { say(GroupWording.action(option)) }
                    }
                }
            }
        }
    }
}
