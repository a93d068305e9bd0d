import Accounts
import Chat
import HTML
import HTTP
import RichText

/// People tell everybody who they are, and what they are doing for some time.
struct SelfDescriptionFeature: Sendable {
    let accounts: AccountRegister

    func page(_ visit: Visit) async throws -> Response {
        let session = try visit.requireSession()
        return page(visit, SelfDescriptionForm(try await accounts.selfDescription(of: session.user))).response()
    }

    func change(_ visit: Visit) async throws -> Response {
        let session = try visit.requireSession()
        let known = try await accounts.selfDescription(of: session.user)
        var form = SelfDescriptionForm(visit.request.form, known.status)
        guard let description = try form.description(at: visit.time.now) else {
            return page(visit, form).response(.unprocessableContent)
        }
        try await accounts.set(description, of: session.user)
        return .seeOther(routes.profile.text)
    }

    private func page(_ visit: Visit, _ form: SelfDescriptionForm) -> Page {
        Page(visit, title: visit.say(SelfDescriptionWording.title), back: routes.profile.path) {
            SelfDescriptionPage(say: visit.say, time: visit.time, form: form)
        }
    }
}

/// The form, with what was typed.
struct SelfDescriptionForm {
    enum Fault {
        case introduction
        case status

        var sentence: Sentence {
            switch self {
            case .introduction: SelfDescriptionWording.introductionTooLong
            case .status: SelfDescriptionWording.statusTooLong
            }
        }
    }

    static let introduction = "introduction"
    static let status = "status"
    /// The value for the end that the status has already.
    static let asBefore = "as-before"

    let introduction: String
    let status: String
    /// When the known status ends; `nil` for never, and where there is none.
    let until: Timestamp?
    private let chosenTime: String
    private(set) var fault: Fault?

    init(_ known: SelfDescription) {
        introduction = known.introduction?.description ?? ""
        status = known.status?.text ?? ""
        until = known.status?.until
        chosenTime = ""
    }

    init(_ form: Form, _ known: StatusText?) {
        introduction = form[Self.introduction] ?? ""
        status = form[Self.status] ?? ""
        until = known?.until
        chosenTime = form[ChosenDuration.field] ?? ChosenDuration.always.rawValue
    }

    /// What the person tells now; `nil` for a form with a fault, which is noted.
    /// - Throws: `Failure.badRequest` for an unknown length of time.
    mutating func description(at now: Timestamp) throws -> SelfDescription? {
        var description = SelfDescription(introduction: Introduction(introduction))
        guard description.introduction != nil || introduction.removingWhitespace.isEmpty else {
            return fail(.introduction)
        }
        let end: Timestamp?
        if chosenTime == Self.asBefore {
            end = until
        } else {
            guard let time = ChosenDuration(rawValue: chosenTime) else { throw Failure.badRequest }
            end = time.duration.map { now.adding($0) }
        }
        description.status = StatusText(status, until: end)
        guard description.status != nil || status.removingWhitespace.isEmpty else { return fail(.status) }
        return description
    }

    private mutating func fail(_ fault: Fault) -> SelfDescription? {
        self.fault = fault
        return nil
    }
}

struct SelfDescriptionPage: View {
    let say: Speaker
    let time: ViewerTime
    let form: SelfDescriptionForm

    var body: some View {
        HTML.form(.method(.post), .action(routes.changeSelfDescription.url), .class("card stack")) {
            if let fault = form.fault { p(.class("fault"), .id("fault"), .role("alert")) { say(fault.sentence) } }
            label(.for("status")) { say(SelfDescriptionWording.status) }
            input(
                .id("status"), .name(SelfDescriptionForm.status), .type("text"), .value(form.status),
                .placeholder(say(SelfDescriptionWording.example)), .autocomplete("off"),
                .maxlength(StatusText.maximumCharacters), .aria(.invalid, form.fault == .status ? "true" : nil),
                .aria(.describedby, form.fault == .status ? "fault" : nil))
            DurationField(
                say: say,
                first: form.until.map { (SelfDescriptionForm.asBefore, say(TimeWording.until(time.full($0)))) })
            label(.for("introduction")) { say(SelfDescriptionWording.introduction) }
            textarea(
                .id("introduction"), .name(SelfDescriptionForm.introduction), .rows(6),
                .aria(.invalid, form.fault == .introduction ? "true" : nil),
                .aria(.describedby, form.fault == .introduction ? "fault" : nil)
            ) { TextareaText(form.introduction) }
            p(.class("muted")) { say(SelfDescriptionWording.everybody) }
            button(.type("submit"), .class("button primary")) { say(ProfileWording.save) }
        }
    }
}

/// What a person tells about themselves, in the list of facts on a profile.
struct SelfDescriptionFacts: View {
    let say: Speaker
    let time: ViewerTime
    let status: StatusText?
    let introduction: String?

    var body: some View {
        if let status {
            dt { say(SelfDescriptionWording.status) }
            dd {
                bdi { status.text.withoutDirectionControls }
                if let until = status.until {
                    " "
                    span(.class("muted")) { say(TimeWording.until(time.full(until))) }
                }
            }
        }
        if let introduction {
            dt { say(ProfileWording.introduction) }
            dd(.class("text"), .dir("auto")) { RichText(introduction) }
        }
    }
}
