/// What is said about the file with one's data, and about deleting one's account.
enum OwnDataWording {
    static let title = Sentence("あなたのデータ", "Your data")
    static let download = Sentence("データをダウンロード", "Download my data")
    static let fileExplained = Sentence(
        "このサイトに保存されているあなたのデータを、ひとつの JSON ファイルにまとめます：プロフィール、アカウント、サインイン中の端末、会話、メッセージ、リアクション、ブックマーク、既読の位置、下書き、監査ログの新しい1,000件。パスワードなどの秘密と、ほかの人が書いたものは入りません。",
        "One JSON file holds what this site stores about you: profile, account, sessions, conversations, messages, reactions, bookmarks, read marks, drafts, and the newest 1,000 lines of the audit log. It holds no secrets such as passwords, and nothing that others wrote."
    )
    static func limit(mebibytes: Int) -> Sentence {
        Sentence(
            "ファイルは\(mebibytes) MiBまでです。ファイルができるまで少し時間がかかることがあります。",
            "A file has at most \(mebibytes) MiB. It may take a moment until it is ready.")
    }
    static func tooLarge(mebibytes: Int) -> Sentence {
        Sentence(
            "あなたのデータは\(mebibytes) MiBを超えるため、ここではダウンロードできません。管理者に依頼してください。管理者は engawa accounts export でファイルを作れます。",
            "Your data has more than \(mebibytes) MiB and can't be downloaded here. Ask whoever runs this site for it: engawa accounts export writes the file."
        )
    }
    static let delete = Sentence("アカウントを削除", "Delete my account")
    static let deleteExplained = Sentence(
        "プロフィール、サインインの方法、リアクション、ブックマーク、下書き、既読の位置を削除し、すべての会話から退出します。すべての端末からすぐにサインアウトされます。元に戻せません。",
        "This deletes your profile, your ways to sign in, reactions, bookmarks, drafts and read marks, and you leave all conversations. You are signed out everywhere at once. This can't be undone."
    )
    static let messagesExplained = Sentence(
        "メッセージは「以前のメンバー」のものとして残ります。下で選ぶと、メッセージもすべて削除されます。",
        "Your messages stay, from a “Former member”, unless you choose below to delete them too.")
    static let remains = Sentence(
        "監査ログの記録は90日間残ります。バックアップに含まれるものは、バックアップが消えるまで残ります。",
        "Lines of the audit log stay for 90 days, and backups hold what they hold.")
    static let sure = Sentence("アカウントを完全に削除します。", "Yes, delete my account for good.")
    static let lastAdmin = Sentence(
        "あなたはこのサイトのただ一人の管理者なので、アカウントを削除できません。削除すると、誰もこのサイトを管理できなくなります。先に engawa accounts role でほかの人を管理者にしてください。",
        "You are the only admin of this site, so you can't delete your account: nobody could manage the site any more. Make somebody else an admin first, with engawa accounts role."
    )
    static let backToProfile = Sentence("プロフィールに戻る", "Back to the profile")
    static let deleted = Sentence("アカウントを削除しました。", "Your account is deleted.")
}
