import Accounts

/// What the page says on which one links ways in.
enum IdentitiesWording: Wording {
    case title
    case nothingLinked
    case since(String)
    case link(ProviderSignIn.Brand)
    case unlink
    case unlinkButton(String)
    case linked
    case unlinked
    case belongsToAnother
    case lastWayIn

    var sentence: Sentence {
        switch self {
        case .title: Sentence("サインインの方法", "Ways to sign in")
        case .nothingLinked:
            Sentence("連携しているサービスはありません。", "No sign-in service is linked to you.")
        case .since(let date): Sentence("\(date)から", "Since \(date)")
        case .link(.apple): Sentence("Appleと連携する", "Link Apple")
        case .link(.named(let name)): Sentence("\(name)と連携する", "Link \(name)")
        case .unlink: Sentence("連携をやめる", "Unlink")
        case .unlinkButton(let name): Sentence("\(name)との連携をやめる", "Unlink \(name)")
        case .linked: Sentence("連携しました。", "Linked.")
        case .unlinked: Sentence("連携をやめました。", "Unlinked.")
        case .belongsToAnother:
            Sentence(
                "そのアカウントは、ここではほかの人のものです。", "That account belongs to somebody else here.")
        case .lastWayIn:
            Sentence(
                "最後のサインイン方法なので、連携をやめられません。先にほかの方法を追加してください。",
                "It is your last way in. Link another one first.")
        }
    }
}
