extension SampleWorld {
    static let aliceAndBob = SampleConversation(
        name: nil, members: [.alice, .bob], scenes: [ladder, bicycle, soup, plants])

    private static let ladder = SampleScene(
        ended: .ago(days: 8, hours: 3),
        [
            .said(.alice, "Do you still have the long ladder? One of our roof tiles has slipped."),
            .said(.bob, "I do. It is heavy, let me carry it over."),
            .said(.alice, "That would be kind. Any time after lunch is fine."),
            .said(
                .bob, "Two o'clock then. Please don't climb up before I'm there.", answering: 1,
                reactions: ["👍": [.alice]]),
            .said(.alice, "Promised."),
            .said(.bob, "That tile was only loose, not broken. You were lucky."),
            .said(.alice, "Thank you so much. There is cake left, come by whenever.", reactions: ["🍰": [.bob]]),
        ])

    private static let bicycle = SampleScene(
        ended: .ago(days: 5, hours: 3),
        [
            .said(.bob, "Strange question: do you know anyone who can true a bicycle wheel?"),
            .said(.alice, "The man at the hardware shop does it in the back room. He doesn't advertise it."),
            .said(.bob, "The one who sells the single screws?"),
            .said(.alice, "That one.", answering: 1),
            .said(
                .bob, "Done in fifteen minutes, and he wouldn't take money. I bought a hundred single screws instead.",
                reactions: ["😄": [.alice]]),
            .said(.alice, "You are set for life."),
        ])

    private static let soup = SampleScene(
        ended: .ago(days: 2, hours: 4),
        [
            .said(.bob, "About to report to everyone on the dashi. It was really good."),
            .said(.alice, "I could smell it from the street. I was jealous."),
            .said(.bob, "I made too much and then ate it all. Next time I call you first.", answering: 1),
            .said(.alice, "Deal. I bring rice.", reactions: ["🍚": [.bob]]),
        ])

    private static let plants = SampleScene(
        ended: .ago(hours: 5, minutes: 10),
        [
            .said(
                .alice,
                "I'll be away for three days next week. Could you water the tomatoes? Only when the soil is dry."),
            .said(.bob, "Of course. Mornings or evenings?"),
            .said(.alice, "Mornings, before the sun gets to them.", answering: 1),
            .said(.bob, "And if some turn red while you are gone?"),
            .said(.alice, "Then they are yours. That is the fee."),
            .said(.bob, "I accept these terms. 🍅", reactions: ["🤝": [.alice]]),
        ])

    static let aliceAndHaruka = SampleConversation(
        name: nil, members: [.haruka, .alice], unreadByAlice: 2,
        scenes: [umeboshi, yukata, letter, concert])

    private static let umeboshi = SampleScene(
        ended: .ago(days: 7, hours: 1),
        [
            .said(.haruka, "梅を漬けようと思うのですが、一緒にどうですか。"),
            .said(.alice, "やってみたいです。何を用意すればいいですか。"),
            .said(.haruka, "梅は五キロ頼みました。粗塩を一キロだけお願いできますか。"),
            .said(.alice, "塩は、前に教えていただいた伯方のものでいいですか。", answering: 1),
            .said(.haruka, "それが一番です。へたを取る竹串はうちにあります。", reactions: ["👍": [.alice]]),
            .said(.alice, "竹串で取るんですね。全部でどのくらいの時間がかかりますか。"),
            .said(.haruka, "おしゃべりしながらで、二時間くらいでしょうか。黙ってやれば一時間です。"),
            .said(.alice, "では二時間ですね。", reactions: ["😊": [.haruka]]),
        ])

    private static let yukata = SampleScene(
        ended: .ago(days: 4, hours: 5),
        [
            .said(.alice, "夏祭りに浴衣を着てみたいのですが、どこで買うのがいいでしょうか。"),
            .said(.haruka, "買わなくても、母の若いころのものがあります。紺地に朝顔です。"),
            .said(.alice, "お借りしてもいいのですか。"),
            .said(.haruka, "たんすの中にいるより、着てもらうほうが喜びます。", answering: 1, reactions: ["💐": [.alice]]),
            .said(.alice, "ありがとうございます。着付けは動画を見て練習しておきます。"),
            .said(.haruka, "当日はわたしがしますから、手ぶらで来てください。帯は黄色を合わせましょう。"),
            .said(.alice, "とても楽しみです。"),
        ])

    private static let letter = SampleScene(
        ended: .ago(days: 2, hours: 1),
        [
            .said(.alice, "一つ教えてください。「お世話になっております」は、初めての相手にも使えますか。"),
            .said(.haruka, "初めてなら「初めてご連絡いたします」がよいと思います。"),
            .said(.alice, "なるほど。役場に出す手紙なので、どちらかで迷っていました。"),
            .said(.haruka, "役場なら「いつもお世話になっております」でも、おかしくはないですよ。住民ですから。", answering: 1),
            .said(.alice, "日本語は奥が深いです。助かりました。", reactions: ["🌸": [.haruka]]),
            .said(.haruka, "わたしも手紙のたびに辞書を引いています。"),
        ])

    private static let concert = SampleScene(
        ended: .ago(minutes: 41),
        [
            .said(.haruka, "梅、上がってきました。もう少しで梅酢が全部かぶります。"),
            .said(.alice, "早いですね。毎日、瓶を回しています。"),
            .said(.haruka, "それは梅も喜んでいます。", answering: 1, reactions: ["😊": [.alice]]),
            .said(.haruka, "ところで来月、公民館で小さな音楽会があります。チェロとピアノです。切符が二枚あるのですが、いかがですか。"),
            .said(.haruka, "お返事は急ぎません。"),
        ])

    static let aliceAndCarol = SampleConversation(
        name: nil, members: [.carol, .alice], scenes: [dentist, translation])

    private static let dentist = SampleScene(
        ended: .ago(days: 6, hours: 1),
        [
            .said(.carol, "Which dentist do you go to? Mine is retiring."),
            .said(.alice, "The one above the bakery. Gentle, on time, and speaks slowly when asked."),
            .said(
                .carol, "Above the bakery. That seems like a business model.", answering: 1, reactions: ["😂": [.alice]]),
            .said(.alice, "I never thought of it that way. They do share a door."),
            .said(.carol, "Booked for next week, thank you."),
        ])

    private static let translation = SampleScene(
        ended: .ago(days: 1, hours: 3),
        [
            .said(.carol, "How would you put 宇治金時 in English for the sign?"),
            .said(.alice, "Shaved ice with green tea and sweet red beans. Too long?"),
            .said(.carol, "It fits if I write \"matcha\" instead of \"green tea\"."),
            .said(.alice, "Everyone knows matcha by now. Do that.", answering: 1, reactions: ["🍵": [.carol]]),
            .said(.carol, "And \"limited to thirty\" goes on a little flag in the corner."),
            .said(.alice, "A flag is a lovely idea."),
        ])

    static let kenjiAndYui = SampleConversation(name: nil, members: [.kenji, .yui], scenes: [key, receipt])

    private static let key = SampleScene(
        ended: .ago(days: 6, hours: 4),
        [
            .said(.kenji, "公民館の鍵ですが、太鼓の練習のあいだ預かっていただけますか。"),
            .said(.yui, "はい、大丈夫です。練習のあと、戸締まりもしておきます。"),
            .said(.kenji, "助かります。裏口だけ、少し持ち上げないと閉まりません。"),
            .said(.yui, "去年、あれで十分くらい悩みました。", answering: 1, reactions: ["😅": [.kenji]]),
            .said(.kenji, "直さないといけませんね。"),
        ])

    private static let receipt = SampleScene(
        ended: .ago(days: 1, hours: 2),
        [
            .said(.yui, "買い出しの領収書、封筒に入れてポストに入れました。"),
            .said(.kenji, "受け取りました。きゅうりが思ったより安いですね。"),
            .said(.yui, "農協の方が、形の悪いものを分けてくださいました。味は同じだそうです。", answering: 1),
            .said(.kenji, "冷やしてしまえば分かりません。お礼を言っておきます。", reactions: ["🥒": [.yui]]),
        ])
}
