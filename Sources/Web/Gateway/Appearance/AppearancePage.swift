import Accounts
import HTML

/// The form with a person's appearance.
struct AppearancePage: View {
    let say: Speaker
    let settings: AppearanceSettings
    let hasLinkPreviews: Bool
    let isSaved: Bool

    var body: some View {
        section(.class("card")) {
            if isSaved { p(.role("status")) { say(AppearanceWording.saved) } }
            form(.method(.post), .action(routes.appearance.url), .class("stack")) {
                Choices(
                    name: "theme", title: say(AppearanceWording.theme), chosen: settings.theme.rawValue,
                    choices: AppearanceSettings.Theme.allCases.map { ($0.rawValue, say(AppearanceWording.theme($0))) })
                Choices(
                    name: "size", title: say(AppearanceWording.size), chosen: settings.textSize.rawValue,
                    choices: AppearanceSettings.TextSize.allCases.map { ($0.rawValue, say(AppearanceWording.size($0))) }
                )
                Choices(
                    name: "density", title: say(AppearanceWording.density), chosen: settings.density.rawValue,
                    choices: AppearanceSettings.Density.allCases.map {
                        ($0.rawValue, say(AppearanceWording.density($0)))
                    })
                Choices(
                    name: "enter", title: say(AppearanceWording.enter), chosen: settings.enterKey.rawValue,
                    choices: AppearanceSettings.EnterKey.allCases.map {
                        ($0.rawValue, say(AppearanceWording.enter($0)))
                    }
                )
                if hasLinkPreviews {
                    Choices(
                        name: "previews", title: say(AppearanceWording.previews),
                        chosen: settings.linkPreviews.rawValue,
                        choices: AppearanceSettings.LinkPreviews.allCases.map {
                            ($0.rawValue, say(AppearanceWording.previews($0)))
                        })
                }
                button(.type("submit"), .class("button quiet")) { say(ProfileWording.save) }
            }
            p(.class("muted")) { say(AppearanceWording.everywhere) }
        }
    }
}

private struct Choices: View {
    let name: String
    let title: String
    let chosen: String
    let choices: [(value: String, text: String)]

    var body: some View {
        fieldset {
            legend { title }
            for choice in choices {
                label(.class("check")) {
                    input(
                        .type("radio"), .name(name), .value(choice.value), .checked(choice.value == chosen))
                    span { choice.text }
                }
            }
        }
    }
}
