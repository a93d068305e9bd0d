import Chat

/// What an error page says: what happened, and what to do.
struct ErrorText: Sendable {
    let title: Sentence
    let detail: Sentence
}

enum ErrorWording {
    static let notFound = ErrorText(
        title: Sentence("見つかりません", "Not found"),
        detail: Sentence(
            "ページが存在しないか、あなたが参加していない会話です。",
            "There is no such page, or it is a conversation that you are not part of."))
    static let methodNotAllowed = ErrorText(
        title: Sentence("この操作はできません", "This can't be done here"),
        detail: Sentence("ページを開きなおしてください。", "Open the page again and try from there."))
    static let tooLarge = ErrorText(
        title: Sentence("送信した内容が大きすぎます", "What you sent is too large"),
        detail: Sentence(
            "前のページに戻ると、文章が残っています。短くしてから送ってください。",
            "Go back: your text is still there. Make it shorter and send it again."))
    static func tooMany(seconds: Int64) -> ErrorText {
        ErrorText(
            title: Sentence("短い時間に操作が多すぎます", "Too much in too short a time"),
            detail: Sentence(
                "今回の操作は行われていません。\(seconds)秒待ってから、もう一度お試しください。入力した内容は、この画面か前のページに残っています。",
                "Nothing was done. Wait \(seconds) \(seconds == 1 ? "second" : "seconds") and try again. What you typed is still here, or on the page before."
            ))
    }
    static let ownFileUnderWay = ErrorText(
        title: Sentence("ファイルを作成中です", "A file is under way"),
        detail: Sentence(
            "あなたのファイルはいま作成中、または送信中です。終わってから、もう一度お試しください。",
            "A file of yours is being written or sent already. Try again when it is done."))
    static let tooManyFiles = ErrorText(
        title: Sentence("サーバーが混み合っています", "The server is too busy"),
        detail: Sentence(
            "ほかの人のファイルをいくつも作成中です。数秒待ってから、もう一度お試しください。",
            "Several files of others are being written. Wait a few seconds and try again."))
    static let badRequest = ErrorText(
        title: Sentence("送信した内容を読み取れません", "What was sent can't be read"),
        detail: Sentence(
            "前のページに戻って、もう一度お試しください。",
            "Go back and try again."))
    static let removed = ErrorText(
        title: MembersWording.removedTitle,
        detail: MembersWording.removedDetail)
    static let forbidden = ErrorText(
        title: Sentence("この操作は許可されていません", "You may not do this"),
        detail: Sentence("このチャットの管理者にお尋ねください。", "Ask an admin of this chat."))
    static let foreign = ErrorText(
        title: Sentence("別のサイトからの操作です", "This came from another site"),
        detail: Sentence(
            "安全のため実行しませんでした。このサイトのページからもう一度お試しください。",
            "For your safety nothing was done. Try again from a page of this site."))
    static let foreignHost = ErrorText(
        title: Sentence("この名前では開けません", "This site does not open under this name"),
        detail: Sentence(
            "IP アドレスやローカルの名前でお試しください。ほかの名前で開くには、管理者が起動時の設定 --public-url にその URL を指定する必要があります。",
            "Try its IP address or a local name. For another name, whoever runs this site has to set its URL with --public-url."
        ))
    static let unavailable = ErrorText(
        title: Sentence("チャットのサーバーに接続できません", "The chat server can't be reached"),
        detail: Sentence("しばらくしてからもう一度お試しください。", "Try again in a moment."))
    static let serverFault = ErrorText(
        title: Sentence("チャットのサーバーで問題が起きています", "The chat server has a problem"),
        detail: Sentence(
            "しばらくしてからもう一度お試しください。続くときは管理者にお知らせください。",
            "Try again in a moment. If it goes on, tell whoever runs this site."))
    static let overloaded = ErrorText(
        title: Sentence("サーバーが混み合っています", "The server is too busy"),
        detail: Sentence(
            "今回の操作は行われていません。数秒待ってから、もう一度お試しください。",
            "Nothing was done. Wait a few seconds and try again."))
    static let diskFull = ErrorText(
        title: Sentence("ディスクがいっぱいです", "The disk is full"),
        detail: Sentence(
            "サーバーのディスクに空きがないため、今回の操作は行われていません。管理者にお知らせください。空きができれば、もう一度お試しいただけます。",
            "The server's disk is full, so nothing was done. Tell whoever runs this site; when there is room, try again."
        ))
    static let fileTooLarge = ErrorText(
        title: Sentence("ファイルが大きすぎます", "The file is too large"),
        detail: Sentence(
            "ファイルは送信されていません。小さくするか、分けてから送ってください。",
            "It was not sent. Make it smaller, or send it in parts."))
    static let fileInfected = ErrorText(
        title: Sentence("ファイルにウイルスが見つかりました", "Malicious software was found in the file"),
        detail: Sentence(
            "ファイルは送信されていません。", "It was not sent."))
    static let fileNotChecked = ErrorText(
        title: Sentence("いまはファイルを検査できません", "Files can't be checked now"),
        detail: Sentence(
            "ファイルは送信されていません。しばらくしてから、もう一度お試しください。文章はこれまでどおり送れます。",
            "It was not sent. Try again in a while. Messages without files can still be sent."))
    static func quotaExceeded(_ quota: FileQuota) -> ErrorText {
        switch quota {
        case .person:
            ErrorText(
                title: Sentence("あなたのファイルの容量がいっぱいです", "Your files take up all the room that they may"),
                detail: Sentence(
                    "ファイルは送信されていません。要らないファイルを送ったメッセージを削除すると、また送れるようになります。",
                    "It was not sent. Delete messages whose files are not needed any more, and try again."))
        case .all:
            ErrorText(
                title: Sentence("ファイルの容量がいっぱいです", "There is no room for more files"),
                detail: Sentence(
                    "ファイルは送信されていません。このサイトのファイルが上限に達しました。管理者にお知らせください。文章はこれまでどおり送れます。",
                    "It was not sent: the files of this site have reached their limit. Tell whoever runs it. Messages without files can still be sent."
                ))
        case .disk:
            ErrorText(
                title: Sentence("ディスクの空きが足りません", "The disk is nearly full"),
                detail: Sentence(
                    "ファイルは送信されていません。管理者にお知らせください。文章はこれまでどおり送れます。",
                    "The file was not sent. Tell whoever runs this site. Messages without files can still be sent."))
        }
    }
    static let notWritable = ErrorText(
        title: Sentence("サーバーのファイルに書き込めません", "The server can't write to its files"),
        detail: Sentence(
            "今回の操作は行われていません。管理者にお知らせください。",
            "Nothing was done. Tell whoever runs this site."))
    static let timedOut = ErrorText(
        title: Sentence("チャットのサーバーから応答がありません", "The chat server did not answer in time"),
        detail: Sentence("もう一度お試しください。", "Try again."))
    static let nonsense = ErrorText(
        title: Sentence("チャットのサーバーの応答を読み取れません", "The chat server's answer made no sense"),
        detail: Sentence(
            "しばらくしてからもう一度お試しください。続くときは管理者にお知らせください。",
            "Try again in a moment. If it goes on, tell whoever runs this site."))
    static let undecided = ErrorText(
        title: Sentence("届いたか確かめられません", "It is not known whether it arrived"), detail: ThreadWording.undecided)
    static let editedTooOften = ErrorText(
        title: Sentence("これ以上は編集できません", "It can't be edited again"), detail: EditingWording.tooOften)
    static let tooManyPins = ErrorText(
        title: Sentence("これ以上はピン留めできません", "No more messages can be pinned"), detail: PinsWording.tooMany)
    static let tooManyInvites = ErrorText(
        title: Sentence("これ以上は招待リンクを作れません", "No more invitations can be made"),
        detail: InvitesWording.tooMany)
    static let tooManyOpenGroups = ErrorText(
        title: Sentence("これ以上は公開できません", "No more groups can be open"), detail: OpenGroupsWording.tooMany)
    static let banned = ErrorText(title: GroupWording.bannedTitle, detail: GroupWording.banned)
    static let lastAdmin = ErrorText(title: GroupWording.lastAdminTitle, detail: GroupWording.lastAdmin)
    static let setUpNeeded = ErrorText(
        title: Sentence("プロフィールの設定が必要です", "Your profile is not set up yet"),
        detail: Sentence("続けるには、まずプロフィールを設定してください。", "Set up your profile first to go on."))
    static let secondFactorNeeded = ErrorText(
        title: Sentence("もう一段階の確認が必要です", "One more step is needed"),
        detail: Sentence("続けるには、まず二段階目の確認を済ませてください。", "Finish the second step of signing in to go on."))
    static let proofNeeded = ErrorText(
        title: Sentence("ご本人の確認", "Confirm that it is you"),
        detail: Sentence(
            "大切な操作のため、もう一度ご本人であることを確認します。確認が済むと、操作はそのまま続きます。",
            "This is delicate, so prove once more that it is you. What you asked for then goes on."))
    static let signedOut = ErrorText(
        title: Sentence("サインインが必要です", "You need to sign in"),
        detail: SignInWording.sessionEnded)
    static let broken = ErrorText(
        title: Sentence("こちらの不具合です", "Something broke here"),
        detail: Sentence(
            "申し訳ありません。もう一度お試しください。続くときは下の番号を管理者にお知らせください。",
            "We are sorry. Try again. If it goes on, tell whoever runs this site the number below."))
    static let keptText = Sentence("送信されなかった文章", "What was not sent")
    static func reference(_ id: String) -> Sentence { Sentence("番号：\(id)", "Reference: \(id)") }
}
