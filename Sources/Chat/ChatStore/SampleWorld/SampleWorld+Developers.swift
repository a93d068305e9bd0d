extension SampleWorld {
    static let developers = SampleConversation(
        name: "Engawa developers", members: [.dave, .alice, .sora, .carol, .bob], admins: [.dave], unreadByAlice: 3,
        scenes: [hello, sockets, names, review, flaky, sqlite, accessibility, release])

    private static let hello = SampleScene(
        ended: .ago(days: 8, hours: 6),
        [
            .said(
                .dave,
                "New room for those of us who write the thing. Issues stay in the tracker, half-baked thoughts go here."
            ),
            .said(.carol, "Half-baked thoughts are my speciality.", reactions: ["🥐": [.dave, .alice, .bob]]),
            .said(.sora, "日本語で書いても大丈夫ですか。"),
            .said(.dave, "Of course. もちろんです。", answering: 1),
            .said(.bob, "First half-baked thought: the thread page should work with scripts switched off."),
            .said(
                .alice, "Agreed. Forms and links first, then the lively parts on top.", answering: 1,
                reactions: ["💯": [.bob, .carol, .sora]]),
            .said(.sora, "携帯の電波が悪いところでも使えますね。賛成です。"),
        ])

    private static let sockets = SampleScene(
        ended: .ago(days: 7, hours: 5),
        [
            .said(.carol, "Do we need WebSockets for new messages, or are server-sent events enough?"),
            .said(.alice, "Messages go up by form posts and come down as a stream. One direction is enough."),
            .said(
                .dave,
                "And reconnecting comes for free. This is the part of the standard that says how: https://html.spec.whatwg.org/multipage/server-sent-events.html",
                reactions: ["📖": [.carol, .alice]], isBookmarkedByAlice: true),
            .said(.bob, "What happens to the stream when a laptop sleeps?"),
            .said(
                .dave, "The browser reconnects and sends the id of the last event it saw. We send what came after it.",
                answering: 1),
            .said(.carol, "Then event ids have to mean something on the server, not just count up."),
            .said(.alice, "Message ids would do.", answering: 1, reactions: ["💡": [.carol]]),
            .said(.sora, "プロキシが途中で切ることもあるので、二十秒ごとにコメント行を送るのがよさそうです。"),
            .said(.dave, "Good point. Writing that down.", answering: 1),
        ])

    private static let names = SampleScene(
        ended: .ago(days: 6, hours: 2),
        [
            .said(.bob, "What do we call someone who left a conversation: a former participant?"),
            .said(.carol, "A participant with a leaving date. No second word needed."),
            .said(.bob, "So `isActive` is just `leftAt == nil`.", answering: 1, reactions: ["👍": [.carol, .alice]]),
            .said(.alice, "And the list still shows the conversation, greyed out, until they hide it."),
            .said(.sora, "「退出しました」と一行出ると分かりやすいと思います。"),
            .said(.dave, "I like that. One quiet line, no icon."),
        ])

    private static let review = SampleScene(
        ended: .ago(days: 5, hours: 6),
        [
            .said(.alice, "Could someone look at how I group messages by day? It feels longer than it should be."),
            .said(
                .alice,
                """
                ```swift
                var days: [(day: Day, messages: [Message])] = []
                for message in messages {
                    let day = Day(message.createdAt, in: timeZone)
                    if days.last?.day == day {
                        days[days.count - 1].messages.append(message)
                    } else {
                        days.append((day, [message]))
                    }
                }
                ```
                """, reactions: ["👀": [.dave, .carol]]),
            .said(.carol, "It is fine as it is. Anything shorter would need a comment."),
            .said(.dave, "`chunked(by:)` would say it in one line, but we don't have that package here.", answering: 2),
            .said(.sora, "タイムゾーンは利用者ごとですか。それともサーバーの設定ですか。"),
            .said(.alice, "Each user's own, kept with the session. Tokyo until they say otherwise.", answering: 1),
            .said(.sora, "分かりました。日付の境目のテストを足しておきます。", reactions: ["🙏": [.alice]]),
            .said(.bob, "Please include a day with a clock change, they always bite."),
        ])

    private static let flaky = SampleScene(
        ended: .ago(days: 4, hours: 2),
        [
            .said(.bob, "One test fails about once in forty runs. It waits 50 ms and hopes for the best."),
            .said(.dave, "Who wrote that?"),
            .said(.dave, "I wrote that.", reactions: ["😂": [.alice, .bob, .carol, .sora]]),
            .said(.carol, "Pass the clock in, then the test decides what time it is."),
            .said(
                .dave, "Done. It now runs in under a millisecond, too.", answering: 1, reactions: ["🚀": [.bob, .carol]]),
            .said(.bob, "Four hundred runs, no failure. Closing the issue."),
            .said(.alice, "We should search for other sleeps while we are at it."),
            .said(.dave, "I found two more and will fix both today.", answering: 1),
        ])

    private static let sqlite = SampleScene(
        ended: .ago(days: 2, hours: 6),
        [
            .said(.sora, "未読数のクエリが遅かった原因が分かりました。会話の全メッセージを数えていました。"),
            .said(.alice, "How many messages were in there?"),
            .said(.sora, "十万件です。番号を振って、引き算にしました。", answering: 1),
            .said(
                .alice, "Subtraction instead of counting. That is lovely.",
                reactions: ["🤯": [.bob], "👏": [.carol, .dave]]),
            .said(.carol, "I said something silly here, please ignore.", isDeleted: true),
            .said(.dave, "It happens to all of us.", answering: 1, reactions: ["🤝": [.carol]]),
            .said(.sora, "一件の読み出しは三マイクロ秒ほどです。しばらくは困らないと思います。"),
            .said(
                .bob,
                "Three microseconds is about six hundred metres at the speed of light in fibre. Not relevant, just nice."
            ),
        ])

    private static let accessibility = SampleScene(
        ended: .ago(days: 1, hours: 5),
        [
            .said(.carol, "I went through the thread page with a screen reader. Mostly good, two findings."),
            .said(
                .carol,
                """
                1. Reactions are read as "button, button, button". They need a label such as "thumbs up, 3 people".
                2. New messages are announced twice when the list is also a live region.
                """, reactions: ["🙏": [.alice, .dave]]),
            .said(.alice, "I can take the first one. The label needs the emoji's name in both languages, though."),
            .said(.sora, "日本語の名前は、よく使う二十個くらいなら用意できます。"),
            .said(.alice, "Perfect, and for the rest the emoji itself will do.", answering: 1),
            .said(.dave, "The second one is mine. The live region should hold only a short summary."),
            .said(.carol, "I will test again when both are in.", reactions: ["💚": [.alice, .dave, .sora]]),
        ])

    private static let release = SampleScene(
        ended: .ago(minutes: 24),
        [
            .said(.dave, "Both fixes are merged. Shall we tag a release?"),
            .said(.alice, "Give me ten minutes, the changelog still says \"various improvements\"."),
            .said(.carol, "The saddest two words in software.", answering: 1, reactions: ["😅": [.alice, .dave]]),
            .said(.sora, "日本語の変更点も書いておきました。確認をお願いします。"),
            .said(.bob, "Read both. One typo in the third line, otherwise ready.", reactions: ["👍": [.sora]]),
            .said(.dave, "Then it goes out as soon as the pipeline is green."),
        ])
}
