import Accounts
import Chat

/// What is said about messages that are sent later.
enum ScheduledWording {
    static let later = Sentence("あとで送信", "Send later")
    static let title = Sentence("送信予約", "Scheduled messages")
    static let changeTitle = Sentence("送信予約の変更", "Change scheduled message")
    static let text = Sentence("メッセージ", "Message")
    static let moment = Sentence("送信する日時", "When to send it")
    static let atChosen = Sentence("この日時に送信", "Send at this time")
    static func choice(_ choice: ScheduleForm.Choice, _ day: String, _ time: String) -> Sentence {
        switch choice {
        case .chosen: atChosen
        case .now: Sentence("今すぐ送信", "Send now")
        case .hour: Sentence("1時間後（\(time)）", "In an hour (\(time))")
        case .tomorrow: Sentence("明日 \(time)", "Tomorrow, \(time)")
        case .monday: Sentence("月曜日（\(day)）\(time)", "Monday (\(day)), \(time)")
        }
    }
    static let isReply = Sentence("返信として送信されます。", "It is sent as a reply.")
    static let noFiles = Sentence(
        "ファイルはあとで送信できません。文章だけが送信されます。", "Files can't be sent later: only the text is.")
    static let none = Sentence("予約されたメッセージはありません。", "No messages are scheduled.")
    static let noneNext = Sentence(
        "会話の入力欄に文章を書き、時計のボタンを押すと予約できます。",
        "Write a text in a conversation, and press the clock in the text box.")
    static let change = Sentence("変更", "Change")
    static let discard = Sentence("破棄", "Discard")
    static let closedConversation = Sentence("開けない会話", "A conversation that you can't open")
    static let gone = Sentence(
        "このメッセージは、すでに送信または破棄されたか、送信中です。", "This message was sent or discarded already, or is being sent.")

    static func state(_ state: ScheduledMessage.State) -> Sentence {
        switch state {
        case .waiting: Sentence("送信待ち", "Waiting")
        case .begun: Sentence("送信中です。", "It is being sent.")
        case .postponed:
            Sentence("まだ送信できていません。あと少し試します。", "It could not be sent yet, and is tried again for a while.")
        case .refused:
            Sentence(
                "送信されませんでした。この会話には送信できません。", "Not sent: you can't send messages to this conversation.")
        case .late:
            Sentence(
                "送信されませんでした。予定の時刻から1時間、送信できませんでした。",
                "Not sent: for an hour after its time it could not be sent.")
        }
    }

    static func fault(_ fault: ScheduleForm.Fault) -> Sentence {
        switch fault {
        case .text(let fault): ThreadWording.wording(for: fault)
        case .noMoment:
            Sentence(
                "日時を「2026-11-30T09:00」のように入力してください。", "Choose a day and a time, such as 2026-11-30T09:00.")
        case .over: Sentence("この日時は過ぎています。", "This time is in the past.")
        case .tooFar: Sentence("1年より先には予約できません。", "A message can be scheduled for a year ahead at most.")
        case .tooMany:
            Sentence(
                "予約は\(ScheduledMessage.maximumOfPerson)件までです。",
                "You have \(ScheduledMessage.maximumOfPerson) scheduled messages, which is the most.")
        case .gone: gone
        case .failure(let sentence): sentence
        }
    }
}
