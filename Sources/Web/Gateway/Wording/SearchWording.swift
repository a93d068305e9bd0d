import Chat

/// What the search page says, and the field that leads to it.
enum SearchWording {
    static let title = Sentence("検索", "Search")
    static func results(_ query: String) -> Sentence { Sentence("「\(query)」の検索結果", "“\(query)”: search results") }
    static let field = Sentence("人・会話・メッセージを検索", "Search people, chats and messages")
    static let placeholder = Sentence("名前やことば", "A name or words")
    static let words = Sentence("ことば", "Words")
    static let submit = Sentence("検索", "Search")
    static let badQuery = Sentence(
        "検索できるのは1～\(SearchQuery.maximumCharacters)文字のことばです。直してもう一度お試しください。",
        "A search takes 1 to \(SearchQuery.maximumCharacters) characters. Change it and try again.")
    static let start = Sentence("人、会話、メッセージを探せます。", "Find people, chats and messages.")
    static let startNext = Sentence(
        "上の欄に名前やことばを入力してください。メッセージは、あなたが参加している会話から探します。",
        "Type a name or a few words above. Messages are looked for in the chats that you are part of.")
    static func nothing(_ query: String) -> Sentence {
        Sentence("「\(query)」は見つかりませんでした。", "Nothing was found for “\(query)”.")
    }
    static let nothingNext = Sentence(
        "ことばを短くするか、漢字とかなを変えてお試しください。",
        "Try fewer or shorter words, or another spelling. Upper and lower case make no difference.")
    static let people = Sentence("人", "People")
    static let conversations = Sentence("会話", "Chats")
    static let messages = Sentence("メッセージ", "Messages")
    static let noConversationYet = Sentence("同じ会話には参加していません", "No chat with you yet")
    static func sharedIn(_ names: String) -> Sentence { Sentence("\(names)に参加", "In \(names)") }
    static func moreMessages(_ count: Int) -> Sentence {
        Sentence(
            "新しいものから\(count)件を表示しています。ことばを足すと絞り込めます。",
            "These are the newest \(count). Add a word to find fewer.")
    }
    static func moreNames(_ count: Int) -> Sentence {
        Sentence("\(count)件まで表示しています。ことばを足すと絞り込めます。", "Showing \(count). Add a word to find fewer.")
    }
    /// Carries how many messages of each conversation were looked at.
    static func recent(_ count: Int) -> Sentence {
        Sentence(
            "メッセージは、各会話の新しい\(count)件から探しました。それより前のものは、会話を開いてさかのぼってください。",
            "Only the newest \(count) messages of each chat were searched. For older ones, open the chat and page back."
        )
    }
    /// There was too much to search.
    static let interrupted = Sentence(
        "メッセージが多いため、古いものの一部は探していません。ことばを足すか長くすると、より古いものまで探せます。",
        "There are too many messages to search all: some older ones were left out. More or longer words reach further back."
    )
    static let startHere = Sentence("この会話のメッセージを探せます。", "Find messages in this chat.")
    static let startHereNext = Sentence("上の欄にことばを入力してください。", "Type a few words above.")
    static let everywhere = Sentence("すべての会話から探す", "Search all chats")
    static let conditions = Sentence("条件で絞り込む", "Search with conditions")
    /// The conditions that a search understands, and what they mean.
    static let examples: [(Sentence, Sentence)] = [
        (Sentence("from:bob", "from:bob"), Sentence("その人のメッセージ（自分は me）", "what somebody wrote; “me” for yourself")),
        (
            Sentence("in:\"町内会\"", "in:\"tea room\""),
            Sentence("その会話のメッセージ", "in a chat, or in the one with somebody")
        ),
        (Sentence("after:2026-11-01", "after:2026-11-01"), Sentence("その日より後", "later than that day")),
        (Sentence("before:2026-12-01", "before:2026-12-01"), Sentence("その日より前", "earlier than that day")),
        (
            Sentence("has:file has:picture has:link", "has:file has:picture has:link"),
            Sentence("ファイル・画像・リンクのあるもの", "with a file, a picture or a link")
        ),
    ]
    static func fault(_ fault: SearchFault) -> Sentence {
        switch fault {
        case .unknownPerson(let name):
            Sentence(
                "from:\(name) ― その名前の人が見つからないか、多すぎます。", "from:\(name): nobody has that name, or too many have.")
        case .unknownConversation(let name):
            Sentence(
                "in:\(name) ― その名前の会話が見つからないか、多すぎます。", "in:\(name): no chat has that name, or too many have.")
        case .badDay(let text):
            Sentence("\(text) ― 日付は 2026-11-28 のように書いてください。", "\(text): write a day as 2026-11-28.")
        case .unknownContent(let text):
            Sentence(
                "has:\(text) ― file、picture、link のどれかを書いてください。", "has:\(text): write file, picture or link.")
        }
    }
    static func inConversation(_ name: String) -> Sentence { Sentence("会話：\(name)", "in \(name)") }
}
