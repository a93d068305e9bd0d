extension SampleWorld {
    static let veranda = SampleConversation(
        name: "縁側", members: [.haruka, .alice, .kenji, .yui, .bob], admins: [.haruka], unreadByAlice: 4,
        scenes: [
            opening, strayCat, tomatoes, soraArrives, rainySeason, tofu, train, dashi, windChime, watermelon,
        ])

    private static let opening = SampleScene(
        ended: .ago(days: 9, hours: 3),
        [
            .said(
                .haruka, "「縁側」というグループを作りました。庭のこと、ごはんのこと、何でも気軽に書いてください。",
                reactions: ["👋": [.alice, .kenji, .yui, .bob]]),
            .said(.kenji, "よろしくお願いします。うちの庭はドクダミだらけですが。"),
            .said(.yui, "うちもです。抜いても抜いても出てきますよね。"),
            .said(.bob, "よろしくお願いします。ドクダミって、白い花の、においが強い草ですか。"),
            .said(.haruka, "そうです。乾かすとお茶になりますよ。", answering: 1),
            .said(.bob, "お茶になるんですか。飲んでみたいです。"),
            .said(.kenji, "では今度持っていきます。癖はありますが、慣れるとおいしいです。", reactions: ["🍵": [.bob, .alice]]),
            .said(.alice, "わたしも少し分けてもらえますか。"),
            .said(.kenji, "もちろん。売るほどあります。", reactions: ["😄": [.yui, .haruka]]),
        ])

    private static let strayCat = SampleScene(
        ended: .ago(days: 8, hours: 1),
        [
            .said(.yui, "うちの縁側に猫が来ています。茶トラの子です。"),
            .said(.haruka, "右の耳が少し欠けている子ですか。"),
            .said(.yui, "そうです。ご存じですか。"),
            .said(.haruka, "魚屋さんの裏でよく寝ている子です。みんな「トラさん」と呼んでいます。", answering: 2, reactions: ["🐈": [.yui, .alice, .bob]]),
            .said(.alice, "トラさん、先週うちの植木鉢の中で寝ていました。"),
            .said(.kenji, "うちでは「課長」と呼ばれています。"),
            .said(.yui, "課長。", reactions: ["😂": [.alice, .bob, .haruka, .kenji]]),
            .said(.bob, "名前がたくさんあるのは、みんなに好かれているからですね。"),
            .said(.yui, "今、伸びをして帰っていきました。会議でしょうか。"),
        ])

    private static let tomatoes = SampleScene(
        ended: .ago(days: 7, hours: 4),
        [
            .said(.alice, "ミニトマトの葉が黄色くなってきました。水は毎日あげています。"),
            .said(.kenji, "下の葉だけですか、それとも全体ですか。"),
            .said(.alice, "下のほうだけです。"),
            .said(.kenji, "それなら水が多いのかもしれません。土の表面が乾いてからで十分です。", answering: 3, isBookmarkedByAlice: true),
            .said(.haruka, "実がつき始めたら追肥もいいですよ。うちは二週間に一度です。"),
            .said(.alice, "ありがとうございます。今日は水やりを休んでみます。"),
            .said(.yui, "トマトは少しいじめたほうが甘くなると聞きました。"),
            .said(.kenji, "そうなんです。甘やかすと味がぼんやりします。", answering: 1),
            .said(.yui, "人間みたいですね。", reactions: ["🍅": [.kenji, .alice], "😄": [.haruka]]),
        ])

    private static let soraArrives = SampleScene(
        ended: .ago(days: 6, hours: 5),
        [
            .joined(.sora),
            .said(.haruka, "二丁目に引っ越してきた森さんに入ってもらいました。"),
            .said(
                .sora, "はじめまして、森そらです。京都から来ました。どうぞよろしくお願いします。",
                reactions: ["👋": [.haruka, .kenji, .yui, .alice, .bob]]),
            .said(.kenji, "ようこそ。お豆腐は角の店がおすすめです。"),
            .said(.yui, "銭湯は駅の向こう側が広いですよ。"),
            .said(.bob, "ようこそ。わたしも三年前に来ました。皆さん親切です。"),
            .said(.sora, "ありがとうございます。さっそくお豆腐屋さんに行ってみます。", answering: 3),
            .said(.alice, "火曜と金曜は、がんもどきが揚げたてです。"),
            .said(.sora, "大事な情報をありがとうございます。", reactions: ["🙏": [.alice]]),
        ])

    private static let rainySeason = SampleScene(
        ended: .ago(days: 5, hours: 2),
        [
            .said(.yui, "洗濯物が三日乾きません。"),
            .said(.haruka, "うちは扇風機を当てています。だいぶ違いますよ。"),
            .said(.sora, "京都の家では、廊下に物干しがありました。ここでも作ろうかな。"),
            .said(.kenji, "竹なら切ってきますよ。裏の竹やぶが伸び放題なので。"),
            .said(.sora, "本当ですか。二本いただけたらうれしいです。", answering: 1),
            .said(.kenji, "長さはどのくらいにしましょう。"),
            .said(.sora, "測ってきます。……二メートル四十でした。"),
            .said(.kenji, "承知しました。明日の昼にお届けします。", reactions: ["🎋": [.sora, .haruka]]),
            .said(.yui, "☔️☔️☔️"),
        ])

    private static let tofu = SampleScene(
        ended: .ago(days: 4, hours: 4),
        [
            .said(.sora, "お豆腐屋さんのがんもどき、買えました。ふわふわでした。", reactions: ["😋": [.alice, .kenji, .yui]]),
            .said(.alice, "よかったです。どうやって食べましたか。"),
            .said(.sora, "一つはそのまま、しょうが醤油で。残りは大根と炊きました。"),
            .said(.bob, "I usually just fry tofu with garlic. I should learn how to simmer things."),
            .said(.haruka, "ボブさん、だしは難しくないですよ。昆布を水に入れて、一晩置くだけです。", answering: 1),
            .said(.bob, "一晩置くだけなら、わたしにもできます。"),
            .said(.kenji, "そこに干ししいたけを一つ入れると、もう別物です。"),
            .said(.bob, "やってみます。結果を報告します。", reactions: ["👍": [.haruka, .kenji]]),
        ])

    private static let train = SampleScene(
        ended: .ago(days: 3, hours: 3),
        [
            .said(.yui, "今日から駅に新しいベンチが置かれていました。木のいいベンチです。"),
            .said(.kenji, "あれは山の間伐材だそうですよ。駅長さんが言っていました。"),
            .said(.alice, "座ってみました。背もたれの角度がちょうどいいです。"),
            .said(.sora, "単線の電車を待つのに、ちょうどいい場所ですね。"),
            .said(.yui, "一本逃しても、まあいいかと思えます。", reactions: ["🚃": [.sora, .alice, .bob]]),
            .said(.bob, "昨日、本当に一本逃しました。ベンチが気持ちよすぎて。"),
            .said(.haruka, "それは立派な理由です。", answering: 1, reactions: ["😂": [.bob, .yui]]),
        ])

    private static let dashi = SampleScene(
        ended: .ago(days: 2, hours: 2),
        [
            .said(.bob, "ご報告です。昆布としいたけのだしで、大根を炊きました。"),
            .said(.haruka, "いかがでしたか。"),
            .said(.bob, "信じられないくらいおいしかったです。三日分のつもりが、一日でなくなりました。", reactions: ["👏": [.haruka, .kenji, .sora, .yui]]),
            .said(.kenji, "大根を下ゆでするときに、米のとぎ汁を使うともっとよくなります。"),
            .said(.bob, "とぎ汁は、捨てるものだと思っていました。"),
            .said(.haruka, "うちでは植木にもあげています。捨てるところがありません。"),
            .said(.alice, "植木にもいいんですか。トマトにも使えますか。", answering: 1),
            .said(.haruka, "薄めて、たまになら大丈夫です。"),
            .said(.alice, "そのトマト、黄色い葉が止まりました。健二さんのおかげです。", reactions: ["🍅": [.kenji, .haruka, .yui]]),
            .said(.kenji, "それはよかった。"),
        ])

    private static let windChime = SampleScene(
        ended: .ago(days: 1, hours: 1),
        [
            .said(.sora, "物置から、祖母の風鈴が出てきました。南部鉄です。"),
            .said(.yui, "いいですね。どんな音がしますか。"),
            .said(.sora, "高くて、長く残る音です。竹の物干しの端につるしてみました。"),
            .said(.kenji, "あの竹が役に立っているようで何よりです。"),
            .said(.haruka, "こちらまで聞こえていますよ。少し前に、あれ、と思っていました。", reactions: ["🎐": [.sora, .yui, .alice]]),
            .said(.sora, "うるさかったら外しますので、おっしゃってくださいね。", answering: 1),
            .said(.haruka, "とんでもない。聞いていると涼しくなります。"),
            .said(.bob, "風鈴の短冊は、紙でないといけませんか。うちのは破れてしまいました。"),
            .said(.sora, "布でも大丈夫ですよ。軽くて、風を受ければ何でも。"),
            .said(.yui, "手ぬぐいの端切れがあります。差し上げます。", reactions: ["🙏": [.bob]]),
        ])

    private static let watermelon = SampleScene(
        ended: .ago(minutes: 6),
        [
            .said(.kenji, "親戚からすいかが四つ届きました。うちは三人家族です。"),
            .said(.yui, "計算が合いませんね。"),
            .said(.kenji, "そこでご相談です。皆さんで食べていただけませんか。", reactions: ["🍉": [.yui, .sora, .haruka, .bob, .alice]]),
            .said(.alice, "ぜひ。うちに大きなたらいがあります。氷も持っていきます。"),
            .said(.haruka, "場所はうちの縁側をどうぞ。風が通ります。"),
            .said(.sora, "お皿と塩を持っていきます。"),
            .said(.bob, "すいかに塩をかけるのですか。"),
            .said(.yui, "かけると甘くなるんです。トマトと同じで、少しいじめるのかもしれません。", answering: 1, reactions: ["😄": [.kenji]]),
            .said(.haruka, "では、お待ちしています。トラさんの席も用意しておきますね。", reactions: ["🐈": [.yui]]),
        ])
}
