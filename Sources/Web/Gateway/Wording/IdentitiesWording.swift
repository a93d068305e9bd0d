import Accounts

/// What the page says on which one links ways in.
enum IdentitiesWording {
    static let title = Sentence("サインインの方法", "Ways to sign in")
    static let nothingLinked = Sentence("連携しているサービスはありません。", "No sign-in service is linked to you.")
    static let linkNow = Sentence(
        "いま連携してください。連携しないと、サインアウトしたあとに戻れません。",
        "Link one now. Otherwise you can't come back once you are signed out.")
    static func since(_ date: String) -> Sentence { Sentence("\(date)から", "Since \(date)") }
    static func link(_ provider: ProviderSignIn.Brand) -> Sentence {
        let name = provider.name
        return Sentence("\(name)と連携する", "Link \(name)")
    }
    static let unlink = Sentence("連携をやめる", "Unlink")
    static func unlinkButton(_ name: String) -> Sentence { Sentence("\(name)との連携をやめる", "Unlink \(name)") }
    static let linked = Sentence("連携しました。", "Linked.")
    static let unlinked = Sentence("連携をやめました。", "Unlinked.")
    static let belongsToAnother = Sentence(
        "そのアカウントは、ここではほかの人のものです。", "That account belongs to somebody else here.")
    static let lastWayIn = Sentence(
        "最後のサインイン方法なので、連携をやめられません。先にほかの方法を追加してください。",
        "It is your last way in. Link another one first.")
}
