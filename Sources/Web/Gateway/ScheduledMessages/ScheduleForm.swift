import Accounts
import Chat
import HTTP

/// The form of a message that is sent later, with what was typed.
struct ScheduleForm {
    /// The buttons, each with a moment.
    enum Choice: String, CaseIterable {
        /// That of the field.
        case chosen = "at"
        case now
        case hour
        case tomorrow
        case monday
    }

    enum Fault: Equatable {
        case text(MessageText.Fault)
        case noMoment
        case over
        case tooFar
        case tooMany
        /// It was sent or discarded meanwhile, or is being sent.
        case gone
        /// The failure of the site or the backend.
        case failure(Sentence)
    }

    static let text = "text"
    static let moment = "at"
    static let choice = "when"
    static let key = "key"
    static let reply = "reply"
    static let draft = "draft"
    /// When a morning begins, in minutes.
    static let morning = 9 * 60

    let conversation: ConversationID
    /// The message's idempotency key, which is its id.
    let key: FormKey
    let isNew: Bool
    var text: String
    var reply: MessageID?
    /// The draft that becomes the message; `nil` for none.
    var draft: String?
    var moment: String
    var choice: Choice?
    var fault: Fault?
    /// Whether files were chosen beside it, which can't be sent later.
    var hasFiles = false

    /// A new one.
    init(_ draft: Draft?, in conversation: ConversationID, at time: ViewerTime) {
        self.conversation = conversation
        (key, isNew) = (.random(), true)
        text = draft?.text ?? ""
        self.draft = draft?.text
        reply = draft?.reply
        moment = time.morning(after: 1).description
    }

    /// That of a message.
    init(_ message: ScheduledMessage, at time: ViewerTime) {
        conversation = message.conversation
        (key, isNew) = (message.id, false)
        text = message.text.description
        reply = message.reply
        moment = time.formMoment(message.due).description
    }

    /// The one that was sent.
    /// - Parameter message: the message that it changes; `nil` for a new one.
    init(_ form: Form, in conversation: ConversationID, _ message: FormKey? = nil, at time: ViewerTime) {
        self.conversation = conversation
        key = message ?? form[Self.key].flatMap { FormKey($0) } ?? .random()
        isNew = message == nil
        text = form[Self.text] ?? ""
        reply = form[Self.reply].flatMap { MessageID($0) }
        draft = form[Self.draft]
        choice = form[Self.choice].flatMap { Choice(rawValue: $0) }
        moment = form[Self.moment] ?? time.morning(after: 1).description
    }

    /// The message; `nil` for a form with a fault, which is noted.
    mutating func message(of author: UserID, at time: ViewerTime) -> ScheduledMessage? {
        let text: MessageText
        do { text = try MessageText(self.text) } catch { return fail(.text(error)) }
        guard let due = due(at: time) else { return fail(.noMoment) }
        guard due >= time.now || choice == .now else { return fail(.over) }
        guard due <= time.now.adding(ScheduledMessage.longestWait) else { return fail(.tooFar) }
        return ScheduledMessage(
            id: key, author: author, conversation: conversation, text: text, reply: reply, due: due)
    }

    private func due(at time: ViewerTime) -> Timestamp? {
        switch choice ?? .chosen {
        case .chosen: FormMoment(moment).map { time.moment($0) }
        case .now, .hour, .tomorrow, .monday: choice.flatMap { time.moment(of: $0) }
        }
    }

    private mutating func fail(_ fault: Fault) -> ScheduledMessage? {
        self.fault = fault
        return nil
    }
}

extension ViewerTime {
    /// The moment of a button; `nil` for the one of the field, and for a Monday that is tomorrow.
    func moment(of choice: ScheduleForm.Choice) -> Timestamp? {
        switch choice {
        case .chosen: nil
        case .now: now
        case .hour: now.adding(.seconds(3_600))
        case .tomorrow: moment(morning(after: 1))
        case .monday:
            switch (8 - Int(day(of: now).weekday)) % 7 {
            case 1: nil
            case 0: moment(morning(after: 7))
            case let days: moment(morning(after: Int64(days)))
            }
        }
    }

    /// The morning so many days after today.
    func morning(after days: Int64) -> FormMoment {
        let day = CivilDate(daysSinceEpoch: day(of: now).daysSinceEpoch + days)
        return FormMoment(day: FormDay(day), minute: ScheduleForm.morning)
    }
}
