import Accounts
import Chat
import HTML
import RichText

/// The emoji of the place, for admins with forms to add and remove them.
struct EmojiPage: View {
    static let name = "name"

    enum Fault {
        case name
        case noPicture
        case taken
        case tooMany

        var sentence: Sentence {
            switch self {
            case .name: EmojiWording.badName
            case .noPicture: PictureWording.noPicture
            case .taken: EmojiWording.taken
            case .tooMany: EmojiWording.tooMany
            }
        }
    }

    let say: Speaker
    let emoji: [CustomEmoji]
    let canRemove: Bool
    let canAdd: Bool
    let typed: String
    let fault: Fault?

    var body: some View {
        section(.class("card stack")) {
            if emoji.isEmpty {
                p(.class("muted")) { say(EmojiWording.none) }
            } else {
                p(.class("muted")) { say(EmojiWording.hint) }
                ul(.class("place-emojis")) {
                    for one in emoji {
                        li {
                            EmojiPicture(name: one.name.description, url: routes.emojiPicture(one.picture).url)
                            span { one.name.code }
                            if canRemove {
                                form(.method(.post), .action(routes.removeEmoji.url)) {
                                    button(
                                        .type("submit"), .name(Self.name), .value(one.name.description),
                                        .class("button quiet"), .aria(.label, say(EmojiWording.remove(one.name.code)))
                                    ) { say(EmojiWording.removeButton) }
                                }
                            }
                        }
                    }
                }
            }
        }
        if canAdd { EmojiForm(say: say, typed: typed, fault: fault) }
    }
}

private struct EmojiForm: View {
    let say: Speaker
    let typed: String
    let fault: EmojiPage.Fault?

    var body: some View {
        form(.method(.post), .action(routes.addEmoji.url), .enctype(.multipart), .class("card stack")) {
            h2 { say(EmojiWording.add) }
            if let fault { p(.class("fault"), .id("fault"), .role("alert")) { say(fault.sentence) } }
            label(.for("emoji-name")) { say(EmojiWording.name) }
            input(
                .id("emoji-name"), .name(EmojiPage.name), .type("text"), .value(typed), .required(),
                .maxlength(EmojiName.lengths.upperBound), .autocomplete("off"), .autocapitalize("none"),
                .aria(.describedby, fault == nil ? nil : "fault"))
            label(.for("emoji-picture")) { say(PictureWording.file) }
            input(.id("emoji-picture"), .name("picture"), .type("file"), .accept("image/*"), .required())
            button(.type("submit"), .class("button primary")) { say(EmojiWording.addButton) }
        }
    }
}
