import Chat
import HTML
import TimeZones

/// The form of a message that is sent later.
struct SchedulePage: View {
    private static let faultID = "schedule-fault"

    let say: Speaker
    let time: ViewerTime
    let form: ScheduleForm

    var body: some View {
        HTML.form(.method(.post), .action(action), .class("card stack")) {
            if let fault { p(.class("fault"), .id(Self.faultID), .role("alert")) { say(fault) } }
            input(.type("hidden"), .name(ScheduleForm.key), .value(form.key.description))
            input(.type("hidden"), .name("conversation"), .value(form.conversation.description))
            if let reply = form.reply {
                input(.type("hidden"), .name(ScheduleForm.reply), .value(reply.description))
                p(.class("muted")) { say(ScheduledWording.isReply) }
            }
            if let draft = form.draft { input(.type("hidden"), .name(ScheduleForm.draft), .value(draft)) }
            if form.hasFiles { p(.class("hint")) { say(ScheduledWording.noFiles) } }
            label(.for("later-text")) { say(ScheduledWording.text) }
            textarea(
                .id("later-text"), .name(ScheduleForm.text), .rows(5), .autocomplete("off"), .autofocus(true),
                .aria(.invalid, isTextAtFault ? "true" : nil), .aria(.describedby, isTextAtFault ? Self.faultID : nil)
            ) { TextareaText(form.text) }
            label(.for("later-at")) { say(ScheduledWording.moment) }
            input(
                .id("later-at"), .name(ScheduleForm.moment),
                // Such a field shows nothing of a value that is no day and time.
                .type(form.moment.isEmpty || FormMoment(form.moment) != nil ? "datetime-local" : "text"),
                .value(form.moment), .autocomplete("off"),
                .aria(.invalid, isMomentAtFault ? "true" : nil),
                .aria(.describedby, isMomentAtFault ? Self.faultID : nil))
            button(
                .type("submit"), .name(ScheduleForm.choice), .value(ScheduleForm.Choice.chosen.rawValue),
                .class("button primary")
            ) { say(ScheduledWording.atChosen) }
            for choice in choices {
                if let moment = time.moment(of: choice) {
                    button(
                        .type("submit"), .name(ScheduleForm.choice), .value(choice.rawValue), .class("button quiet")
                    ) { say(ScheduledWording.choice(choice, time.short(moment), time.clock(moment))) }
                }
            }
            p(.class("muted")) { say(TimeWording.zone(time.zone.identifier)) }
        }
        a(.class("button quiet"), .href(routes.scheduled.url)) { say(ScheduledWording.title) }
    }

    private var action: SafeURL {
        form.isNew ? routes.schedule(form.conversation).url : routes.changeScheduled(form.key).url
    }

    /// Nothing new is sent at once from here: that is what the text box of the conversation is for.
    private var choices: [ScheduleForm.Choice] {
        form.isNew ? [.hour, .tomorrow, .monday] : [.now, .hour, .tomorrow, .monday]
    }

    private var fault: Sentence? { form.fault.map { ScheduledWording.fault($0) } }
    private var isTextAtFault: Bool { if case .text = form.fault { true } else { false } }
    private var isMomentAtFault: Bool { [.noMoment, .over, .tooFar].contains(form.fault) }
}
