/// What error pages say: what happened, and what to do.
enum ErrorWording: Wording {
    case notFound
    case notFoundDetail
    case methodNotAllowed
    case methodNotAllowedDetail
    case tooLarge
    case tooLargeDetail
    case tooMany
    case tooManyDetail(seconds: Int64)
    case badRequest
    case badRequestDetail
    case removed
    case removedDetail
    case forbidden
    case forbiddenDetail
    case foreign
    case foreignDetail
    case foreignHost
    case foreignHostDetail
    case unavailable
    case unavailableDetail
    case timedOut
    case timedOutDetail
    case nonsense
    case nonsenseDetail
    case signedOut
    case signedOutDetail
    case setUpNeeded
    case setUpNeededDetail
    case secondFactorNeeded
    case secondFactorNeededDetail
    case proofNeeded
    case proofNeededDetail
    case broken
    case brokenDetail
    case keptText
    case reference(String)

    var sentence: Sentence {
        switch self {
        case .notFound: Sentence("見つかりません", "Not found")
        case .notFoundDetail:
            Sentence(
                "ページが存在しないか、あなたが参加していない会話です。",
                "There is no such page, or it is a conversation that you are not part of.")
        case .methodNotAllowed: Sentence("この操作はできません", "This can't be done here")
        case .methodNotAllowedDetail:
            Sentence("ページを開きなおしてください。", "Open the page again and try from there.")
        case .tooLarge: Sentence("送信した内容が大きすぎます", "What you sent is too large")
        case .tooLargeDetail:
            Sentence(
                "前のページに戻ると、文章が残っています。短くしてから送ってください。",
                "Go back: your text is still there. Make it shorter and send it again.")
        case .tooMany: Sentence("短い時間に操作が多すぎます", "Too much in too short a time")
        case .tooManyDetail(let seconds):
            Sentence(
                "今回の操作は行われていません。\(seconds)秒待ってから、もう一度お試しください。入力した内容は、この画面か前のページに残っています。",
                "Nothing was done. Wait \(seconds) \(seconds == 1 ? "second" : "seconds") and try again. What you typed is still here, or on the page before."
            )
        case .badRequest: Sentence("送信した内容を読み取れません", "What was sent can't be read")
        case .badRequestDetail:
            Sentence(
                "前のページに戻って、もう一度お試しください。",
                "Go back and try again.")
        case .removed: MembersWording.removedTitle.sentence
        case .removedDetail: MembersWording.removedDetail.sentence
        case .forbidden: Sentence("この操作は許可されていません", "You may not do this")
        case .forbiddenDetail:
            Sentence("このチャットの管理者にお尋ねください。", "Ask an admin of this chat.")
        case .foreign: Sentence("別のサイトからの操作です", "This came from another site")
        case .foreignDetail:
            Sentence(
                "安全のため実行しませんでした。このサイトのページからもう一度お試しください。",
                "For your safety nothing was done. Try again from a page of this site.")
        case .foreignHost: Sentence("この名前では開けません", "This site does not open under this name")
        case .foreignHostDetail:
            Sentence(
                "IP アドレスやローカルの名前でお試しください。ほかの名前で開くには、管理者が起動時の設定 --public-url にその URL を指定する必要があります。",
                "Try its IP address or a local name. For another name, whoever runs this site has to set its URL with --public-url."
            )
        case .unavailable: Sentence("チャットのサーバーに接続できません", "The chat server can't be reached")
        case .unavailableDetail:
            Sentence("しばらくしてからもう一度お試しください。", "Try again in a moment.")
        case .timedOut: Sentence("チャットのサーバーから応答がありません", "The chat server did not answer in time")
        case .timedOutDetail: Sentence("もう一度お試しください。", "Try again.")
        case .nonsense: Sentence("チャットのサーバーの応答を読み取れません", "The chat server's answer made no sense")
        case .nonsenseDetail:
            Sentence(
                "しばらくしてからもう一度お試しください。続くときは管理者にお知らせください。",
                "Try again in a moment. If it goes on, tell whoever runs this site.")
        case .setUpNeeded: Sentence("プロフィールの設定が必要です", "Your profile is not set up yet")
        case .setUpNeededDetail:
            Sentence("続けるには、まずプロフィールを設定してください。", "Set up your profile first to go on.")
        case .secondFactorNeeded: Sentence("もう一段階の確認が必要です", "One more step is needed")
        case .secondFactorNeededDetail:
            Sentence("続けるには、まず二段階目の確認を済ませてください。", "Finish the second step of signing in to go on.")
        case .proofNeeded: Sentence("ご本人の確認", "Confirm that it is you")
        case .proofNeededDetail:
            Sentence(
                "大切な操作のため、もう一度ご本人であることを確認します。確認が済むと、操作はそのまま続きます。",
                "This is delicate, so prove once more that it is you. What you asked for then goes on.")
        case .signedOut: Sentence("サインインが必要です", "You need to sign in")
        case .signedOutDetail:
            Sentence("サインインの有効期間が終わりました。", "Your session has ended.")
        case .broken: Sentence("こちらの不具合です", "Something broke here")
        case .brokenDetail:
            Sentence(
                "申し訳ありません。もう一度お試しください。続くときは下の番号を管理者にお知らせください。",
                "We are sorry. Try again. If it goes on, tell whoever runs this site the number below.")
        case .keptText: Sentence("送信されなかった文章", "What was not sent")
        case .reference(let id): Sentence("番号：\(id)", "Reference: \(id)")
        }
    }
}
