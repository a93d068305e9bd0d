import Chat
import HTML
import HTTP
import Pictures

/// The forms that choose a picture: first a file, then the part of it that is shown.
struct PictureChoicePage: View {
    static let removal = "remove"

    enum Step {
        case file(fault: Fault?)
        case part(of: Attachment)
    }

    enum Fault {
        /// No file was chosen.
        case missing
        /// The file is none of the pictures that are taken.
        case noPicture
        /// The file was sent too long ago.
        case gone

        var sentence: Sentence {
            switch self {
            case .missing: PictureWording.none
            case .noPicture: PictureWording.noPicture
            case .gone: PictureWording.gone
            }
        }
    }

    let say: Speaker
    let owner: PictureOwner
    let subject: Person
    let step: Step
    /// The most bytes of a file.
    let limit: Int64

    var body: some View {
        section(.class("card profile stack")) {
            switch step {
            case .file(let fault):
                Avatar(person: subject)
                PictureFileForm(say: say, owner: owner, fault: fault, limit: limit)
                if subject.picture != nil { PictureRemovalForm(say: say, owner: owner) }
            case .part(let file):
                if let shape = file.picture { PictureCutForm(say: say, owner: owner, file: file, shape: shape) }
                a(.href(owner.page().url)) { say(PictureWording.another) }
            }
        }
    }
}

private struct PictureFileForm: View {
    let say: Speaker
    let owner: PictureOwner
    let fault: PictureChoicePage.Fault?
    let limit: Int64

    var body: some View {
        form(.method(.post), .action(owner.action.url), .enctype(.multipart), .class("stack")) {
            if let fault { p(.class("fault"), .id("fault"), .role("alert")) { say(fault.sentence) } }
            label(.for("picture")) { say(PictureWording.file) }
            input(
                .id("picture"), .name("picture"), .type("file"), .accept("image/*"), .required(),
                .aria(.describedby, fault == nil ? "picture-hint" : "fault picture-hint"))
            p(.id("picture-hint"), .class("muted")) { say(PictureWording.hint(say.size(limit))) }
            button(.type("submit"), .class("button primary")) { say(PictureWording.send) }
        }
    }
}

private struct PictureRemovalForm: View {
    let say: Speaker
    let owner: PictureOwner

    var body: some View {
        form(.method(.post), .action(owner.action.url)) {
            button(
                .type("submit"), .name(PictureChoicePage.removal), .value("on"), .class("button quiet")
            ) { say(PictureWording.remove) }
        }
    }
}

/// The picture that was sent, as a button that says where it was pressed (WHATWG HTML §4.10.5.1.19): there is the middle of
/// what is shown.
struct PictureCutForm: View {
    /// The longer side of the button, in CSS pixels: it fits into the narrowest screens.
    private static let side = 256
    private static let place = "at"
    private static let zoom = "zoom"

    let say: Speaker
    let owner: PictureOwner
    let file: Attachment
    let shape: PictureShape

    var body: some View {
        let shown = Self.shown(shape)
        form(.method(.post), .action(owner.action.url), .class("stack")) {
            input(.type("hidden"), .name(ChosenFileParameters.field), .value(file.id.description))
            label(.for("zoom")) { say(PictureWording.size) }
            select(.id("zoom"), .name(Self.zoom)) {
                for zoom in SquareCut.zooms {
                    option(.value("\(zoom)"), .selected(zoom == SquareCut.zooms.lowerBound)) {
                        say(PictureWording.zoom(zoom))
                    }
                }
            }
            p { say(PictureWording.part) }
            input(
                .type("image"), .name(Self.place), .class(shape.height > shape.width ? "cut tall" : "cut"),
                .src(routes.file(file, width: .small).url),
                .alt(say(PictureWording.partButton)), .width(shown.width), .height(shown.height))
            button(.type("submit"), .class("button quiet")) { say(PictureWording.middle) }
        }
    }

    /// The part that the form asks for: the middle where no place was pressed, and where the button was used with a
    /// keyboard, as browsers say then that its first pixel was.
    static func cut(_ form: Form, of shape: PictureShape) -> SquareCut {
        let zoom = form[zoom].flatMap { Int($0) } ?? SquareCut.zooms.lowerBound
        let shown = shown(shape)
        guard let x = form["\(place).x"].flatMap({ Int($0) }), let y = form["\(place).y"].flatMap({ Int($0) }),
            (x, y) != (0, 0)
        else { return SquareCut(x: 0.5, y: 0.5, zoom: zoom) }
        return SquareCut(x: Double(x) / Double(shown.width), y: Double(y) / Double(shown.height), zoom: zoom)
    }

    private static func shown(_ shape: PictureShape) -> (width: Int, height: Int) {
        let longer = max(shape.width, shape.height)
        return (max(1, shape.width * side / longer), max(1, shape.height * side / longer))
    }
}
