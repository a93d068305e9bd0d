import Chat

/// What the search page says, and the field that leads to it.
enum SearchWording: Wording {
    case title
    case results(String)
    case field
    case placeholder
    case submit
    case badQuery
    case start
    case startNext
    case nothing(String)
    case nothingNext
    case people
    case conversations
    case messages
    case noConversationYet
    case sharedIn(String)
    case moreMessages(Int)
    case moreNames(Int)
    /// Carries how many messages of each conversation were looked at.
    case recent(Int)
    /// The same, where a longer word would have looked at all.
    case recentForShortWords(Int)
    case inConversation(String)

    var sentence: Sentence {
        switch self {
        case .title: Sentence("検索", "Search")
        case .results(let query): Sentence("「\(query)」の検索結果", "“\(query)”: search results")
        case .field: Sentence("人・会話・メッセージを検索", "Search people, chats and messages")
        case .placeholder: Sentence("名前やことば", "A name or words")
        case .submit: Sentence("検索", "Search")
        case .badQuery:
            Sentence(
                "検索できるのは1～\(SearchQuery.maximumCharacters)文字のことばです。直してもう一度お試しください。",
                "A search takes 1 to \(SearchQuery.maximumCharacters) characters. Change it and try again.")
        case .start: Sentence("人、会話、メッセージを探せます。", "Find people, chats and messages.")
        case .startNext:
            Sentence(
                "上の欄に名前やことばを入力してください。メッセージは、あなたが参加している会話から探します。",
                "Type a name or a few words above. Messages are looked for in the chats that you are part of.")
        case .nothing(let query):
            Sentence("「\(query)」は見つかりませんでした。", "Nothing was found for “\(query)”.")
        case .nothingNext:
            Sentence(
                "ことばを短くするか、漢字とかなを変えてお試しください。",
                "Try fewer or shorter words, or another spelling. Upper and lower case make no difference.")
        case .people: Sentence("人", "People")
        case .conversations: Sentence("会話", "Chats")
        case .messages: Sentence("メッセージ", "Messages")
        case .noConversationYet: Sentence("同じ会話には参加していません", "No chat with you yet")
        case .sharedIn(let names): Sentence("\(names)に参加", "In \(names)")
        case .moreMessages(let count):
            Sentence(
                "新しいものから\(count)件を表示しています。ことばを足すと絞り込めます。",
                "These are the newest \(count). Add a word to find fewer.")
        case .moreNames(let count):
            Sentence("\(count)件まで表示しています。ことばを足すと絞り込めます。", "Showing \(count). Add a word to find fewer.")
        case .recent(let count):
            Sentence(
                "メッセージは、各会話の新しい\(count)件から探しました。それより前のものは、会話を開いてさかのぼってください。",
                "Only the newest \(count) messages of each chat were searched. For older ones, open the chat and page back."
            )
        case .recentForShortWords(let count):
            Sentence(
                "短いことばなので、メッセージは各会話の新しい\(count)件から探しました。3文字以上のことばなら、すべてから探せます。",
                "For short words, only the newest \(count) messages of each chat were searched. With three characters or more, all are."
            )
        case .inConversation(let name): Sentence("会話：\(name)", "in \(name)")
        }
    }
}
