import Chat
import HTML

/// The form of a new poll.
struct PollPage: View {
    private static let faultID = "poll-fault"
    /// How many options are offered at first.
    private static let firstOptions = 4

    let say: Speaker
    let form: PollForm

    var body: some View {
        HTML.form(.method(.post), .action(routes.sendPoll(form.conversation).url), .class("card stack")) {
            if let fault = form.fault { p(.class("fault"), .id(Self.faultID), .role("alert")) { say(words(fault)) } }
            input(.type("hidden"), .name(PollForm.key), .value(form.key.description))
            label(.for("question")) { say(PollWording.question) }
            input(
                .id("question"), .name(PollForm.question), .type("text"), .value(form.question),
                .maxlength(Poll.maximumQuestion), .autocomplete("off"), .autofocus(true),
                .aria(.describedby, form.fault == nil ? nil : Self.faultID))
            fieldset(.class("stack")) {
                legend { say(PollWording.options) }
                for place in 0..<Self.firstOptions { field(place) }
            }
            details(.class("more-options"), .open(hasMore)) {
                summary { say(PollWording.moreOptions) }
                div(.class("stack")) { for place in Self.firstOptions..<form.options.count { field(place) } }
            }
            label(.class("check")) {
                input(.type("checkbox"), .name(PollForm.several), .value("on"), .checked(form.allowsSeveral))
                span { say(PollWording.several) }
            }
            p(.class("muted")) { say(PollWording.hint) }
            button(.type("submit"), .class("button primary")) { say(ThreadWording.send) }
        }
    }

    private var hasMore: Bool { form.options.dropFirst(Self.firstOptions).contains { !$0.isEmpty } }

    private func field(_ place: Int) -> OptionField {
        OptionField(label: say(PollWording.option(place + 1)), text: form.options[place])
    }

    private func words(_ fault: PollForm.Fault) -> Sentence {
        switch fault {
        case .noQuestion: PollWording.noQuestion
        case .tooFewOptions: PollWording.tooFewOptions
        case .tooLong: PollWording.tooLong
        case .failure(let sentence): sentence
        }
    }

    private struct OptionField: View {
        let label: String
        let text: String

        var body: some View {
            input(
                .name(PollForm.option), .type("text"), .value(text), .maxlength(Poll.maximumOption),
                .autocomplete("off"), .aria(.label, label), .placeholder(label))
        }
    }
}
