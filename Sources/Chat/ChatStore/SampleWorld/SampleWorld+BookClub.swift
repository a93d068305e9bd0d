extension SampleWorld {
    /// A conversation that Alice has left.
    static let bookClub = SampleConversation(
        name: "Thursday book club", members: [.carol, .dave, .haruka, .alice], admins: [.carol],
        scenes: [choosing, halfway, farewell])

    private static let choosing = SampleScene(
        ended: .ago(days: 9, hours: 5),
        [
            .said(.carol, "Two candidates for the next book: \"Kokoro\" by Sōseki, or \"The Pillow Book\"."),
            .said(.haruka, "『こころ』は学生のころに読んだきりです。読み直したいです。"),
            .said(.dave, "Kokoro for me too. I only know the title."),
            .said(.alice, "Kokoro, then. Which translation are you reading?"),
            .said(
                .carol, "The newer one, by Meredith McKinney. The library has two copies.", answering: 1,
                reactions: ["📚": [.alice, .dave]]),
            .said(.haruka, "わたしは原文で読みますね。訳と比べるのが楽しみです。"),
        ])

    private static let halfway = SampleScene(
        ended: .ago(days: 6, hours: 6),
        [
            .said(.dave, "Finished part one. I keep wondering what Sensei is not saying."),
            .said(.carol, "No spoilers for part three, please. I am slow."),
            .said(.haruka, "「先生」が何も言わない場面ほど、よく書けていると思います。", reactions: ["👍": [.dave]]),
            .said(.dave, "Does the original also leave it open whether he is lonely by choice?", answering: 1),
            .said(.haruka, "はい。そこは訳でもよく伝わっているようですね。"),
            .said(.alice, "I am only on page forty, work has been a lot lately."),
            .said(.carol, "No rush. The book waits.", answering: 1, reactions: ["🌱": [.alice, .haruka]]),
        ])

    private static let farewell = SampleScene(
        ended: .ago(days: 3, hours: 5),
        [
            .said(.alice, "I am sorry, I have to step out for now. The evenings are too full until autumn."),
            .said(
                .carol, "We will miss you. Come back whenever you like.", reactions: ["💚": [.alice, .dave, .haruka]]),
            .said(.haruka, "また涼しくなったら、ぜひ。お茶だけでもいらしてくださいね。"),
            .left(.alice),
            .said(.dave, "More tea for the rest of us, but fewer good questions."),
            .said(.carol, "Part three next time. I will bring the kettle."),
        ])
}
