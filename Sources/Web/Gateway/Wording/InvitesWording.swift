import Chat

/// What is said about invitations to groups.
enum InvitesWording {
    static let title = Sentence("招待リンク", "Invitations")
    static let explained = Sentence(
        "リンクを受け取った人は、サインインするとこのグループに参加できます。リンクを作った人がメンバーを追加できるあいだだけ有効です。",
        "Whoever has the link can join the group after signing in, as long as the person who made it may add members.")
    static let make = Sentence("招待リンクを作る", "Make an invitation")
    static let lifetime = Sentence("有効期間", "Good for")
    static let uses = Sentence("参加できる人数", "People who can join")
    static let anyNumber = Sentence("制限なし", "any number")
    static func people(_ count: Int) -> Sentence {
        Sentence("\(count)人", count == 1 ? "one person" : "\(count) people")
    }
    static func lifetime(_ lifetime: InvitesPage.Lifetime) -> Sentence {
        switch lifetime {
        case .hour: Sentence("1時間", "an hour")
        case .day: Sentence("1日", "a day")
        case .week: Sentence("1週間", "a week")
        case .month: Sentence("30日", "30 days")
        }
    }
    static let submit = Sentence("作る", "Make the link")
    static let none = Sentence("有効な招待リンクはありません。", "There are no open invitations.")
    static let link = Sentence("リンク", "Link")
    static let qrCode = Sentence("招待リンクのQRコード", "QR code of the invitation")
    static let showQRCode = Sentence("QRコードを表示", "Show the QR code")
    static func used(_ uses: Int, of maximum: Int?) -> Sentence {
        guard let maximum else { return Sentence("\(uses)人が参加", "\(uses) joined") }
        return Sentence("\(maximum)人中\(uses)人が参加", "\(uses) of \(maximum) joined")
    }
    static func until(_ time: String) -> Sentence { Sentence("\(time)まで有効", "until \(time)") }
    static let end = Sentence("無効にする", "End it")
    static let tooMany = Sentence(
        "有効な招待リンクは\(MessageLimits.maximumInvites)個までです。ほかのものを無効にしてからお試しください。",
        "A group can have \(MessageLimits.maximumInvites) open invitations. End another one first.")

    static let invited = Sentence("グループへの招待", "Invitation to a group")
    static func question(_ name: String) -> Sentence { Sentence("「\(name)」に参加しますか。", "Join “\(name)”?") }
    static let join = Sentence("参加する", "Join")
    static let overTitle = Sentence("この招待は使えません", "This invitation can't be used")
    static let over = Sentence(
        "期限が切れたか、人数に達したか、取り消されました。招待した人に、新しいリンクを頼んでください。",
        "It has expired, as many have joined as could, or it was ended. Ask whoever invited you for a new link.")
}
