import Chat

/// What is said about groups: their settings, and the messages that tell of changes.
enum GroupWording {
    static let title = Sentence("グループの設定", "Group settings")
    static let about = Sentence("グループについて", "About the group")
    static let name = Sentence("グループ名", "Name of the group")
    static let description = Sentence(
        "説明（\(GroupDescription.maximumCharacters)文字まで、空でもかまいません）",
        "Description (up to \(GroupDescription.maximumCharacters) characters, may be empty)")
    static let noDescription = Sentence("説明はまだありません。", "There is no description.")
    static let onlyAdmins = Sentence("管理者だけができること", "Only admins may")
    static func action(_ action: AdminsOnly) -> Sentence {
        switch action {
        case .post: Sentence("メッセージの送信（お知らせ用）", "send messages (for announcements)")
        case .add: Sentence("メンバーの追加", "add members")
        default: Sentence("メッセージのピン留め", "pin messages")
        }
    }
    static let everybody = Sentence("メンバー全員が、送信・追加・ピン留めをできます。", "Every member may send, add members and pin.")
    static let nameMissing = Sentence(
        "グループ名を入力してください（\(DisplayName.maximumCharacters)文字まで）。",
        "Enter a name of up to \(DisplayName.maximumCharacters) characters.")
    static let descriptionTooLong = Sentence(
        "説明は\(GroupDescription.maximumCharacters)文字までです。",
        "The description may have at most \(GroupDescription.maximumCharacters) characters.")
    static func makeAdmin(_ name: String) -> Sentence { Sentence("\(name)さんを管理者にする", "Make \(name) an admin") }
    static func makeMember(_ name: String) -> Sentence {
        Sentence("\(name)さんを管理者から外す", "Remove \(name) as admin")
    }
    static let bannedTitle = Sentence("管理者に外された人です", "Removed by an admin")
    static let banned = Sentence(
        "管理者が外した人は、管理者だけがまた参加させることができます。",
        "Only an admin can let somebody in again whom an admin has removed.")
    static let lastAdminTitle = Sentence("管理者がいなくなります", "There would be no admin")
    static let lastAdmin = Sentence(
        "グループには管理者が必要です。先にほかの人を管理者にしてください。", "A group needs an admin. Make somebody else an admin first.")
    static let onlyAdminsSend = Sentence(
        "このグループでメッセージを送れるのは管理者だけです。", "Only admins can send messages in this group.")

    /// What a system message says.
    /// - Parameters:
    ///   - actor: who made the change.
    ///   - person: whom it is about; empty where it is about nobody.
    static func changed(_ change: GroupChange, by actor: String, _ person: String, _ say: Speaker) -> Sentence {
        switch change {
        case .name(let name):
            let name = name.withoutDirectionControls
            return Sentence("\(actor)さんがグループ名を「\(name)」に変えました", "\(actor) renamed the group to “\(name)”")
        case .description: return Sentence("\(actor)さんがグループの説明を変えました", "\(actor) changed the description of the group")
        case .picture: return Sentence("\(actor)さんがグループの写真を変えました", "\(actor) changed the picture of the group")
        case .role(_, .admin): return Sentence("\(actor)さんが\(person)さんを管理者にしました", "\(actor) made \(person) an admin")
        case .role(_, .member):
            return Sentence("\(actor)さんが\(person)さんを管理者から外しました", "\(actor) removed \(person) as admin")
        case .adminsOnly([]):
            return Sentence("\(actor)さんが、全員に送信・追加・ピン留めを認めました", "\(actor) lets every member send, add members and pin")
        case .adminsOnly(let actions):
            let list = say.list(AdminsOnly.all.filter { actions.contains($0.option) }.map { say(action($0.option)) })
            return Sentence(
                "\(actor)さんが、管理者だけができることを変えました：\(list)", "\(actor) changed what only admins may do: \(list)")
        case .isOpen(true):
            return Sentence("\(actor)さんが、だれでも参加できるようにしました", "\(actor) opened the group to everybody")
        case .isOpen(false):
            return Sentence(
                "\(actor)さんが、自由な参加を終わりにしました", "\(actor) closed the group: nobody joins on their own any more")
        case .hasThreads(true):
            return Sentence("\(actor)さんが、返信をスレッドに分けるようにしました", "\(actor) keeps replies in threads from now on")
        case .hasThreads(false):
            return Sentence("\(actor)さんが、新しいスレッドを終わりにしました", "\(actor) ended new threads")
        case .pinned: return Sentence("\(actor)さんがメッセージをピン留めしました", "\(actor) pinned a message")
        }
    }
}
