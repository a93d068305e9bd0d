extension SampleWorld {
    static let neighbourhood = SampleConversation(
        name: "町内会", members: [.kenji, .haruka, .yui, .alice, .carol], admins: [.kenji], unreadByAlice: 1,
        scenes: [cleaning, festival, festivalWork, bins, drums, lantern, thanks])

    private static let cleaning = SampleScene(
        ended: .ago(days: 9, hours: 6),
        [
            .said(.kenji, "町内会の連絡用グループです。回覧板と同じ内容をこちらにも載せます。", reactions: ["👍": [.haruka, .yui, .alice, .carol]]),
            .said(.kenji, "来週、用水路の掃除を行います。軍手と長靴をご用意ください。雨のときは一週間延ばします。"),
            .said(.haruka, "お茶の用意はこちらでします。何人くらいになりそうですか。"),
            .said(.kenji, "例年だと十二、三人です。"),
            .said(.yui, "長靴が一足余っています。二十五センチです。使う方はいますか。"),
            .said(.carol, "お借りできますか。持っていないので。", answering: 1),
            .said(.yui, "はい、玄関に出しておきます。", reactions: ["🙏": [.carol]]),
            .said(.alice, "わたしも参加します。スコップは一本あります。"),
        ])

    private static let festival = SampleScene(
        ended: .ago(days: 8, hours: 4),
        [
            .said(
                .kenji,
                """
                夏祭りのお知らせです。長くなりますので、時間のあるときにお読みください。

                一、場所は神社の境内です。雨のときは公民館に変わります。やぐらの組み立ては前日の朝九時から、\
                片づけは翌日の朝八時から行います。どちらも二時間ほどの予定です。
                二、出店は、焼きそば、かき氷、ヨーヨー釣り、冷やしきゅうりの四つです。材料の買い出しは春香さんと結衣さんに\
                お願いしています。領収書は必ず受け取ってください。
                三、子ども太鼓の練習は、公民館で夕方六時から七時までです。音が出ますので、近くの皆さんにはご迷惑を\
                おかけします。練習は八日間です。
                四、盆踊りは七時からです。曲は去年と同じ三曲に、今年は新しい曲を一つ加えます。踊りを覚えたい方のために、\
                太鼓の練習のあとに短い講習をします。
                五、車での来場は遠慮いただき、自転車は公民館の裏に止めてください。

                分からないことがあれば、ここに書いていただいても、うちに寄っていただいてもかまいません。
                """, reactions: ["🏮": [.haruka, .yui, .alice, .carol], "🙏": [.haruka]], isBookmarkedByAlice: true),
            .said(.haruka, "とりまとめ、おつかれさまです。買い出しの件、承知しました。"),
            .said(
                .carol, "I read all of it with a dictionary. One question: can anyone join the dance, or only members?"),
            .said(.kenji, "どなたでも大歓迎です。輪に入って、前の人のまねをすれば大丈夫です。", answering: 1),
            .said(.carol, "ありがとうございます。友だちも連れていきます。", reactions: ["💃": [.yui, .alice]]),
            .said(.yui, "講習、わたしも出ます。毎年、二曲目の途中で分からなくなるので。"),
            .said(.haruka, "あの手を返すところですね。わたしもです。", answering: 1, reactions: ["😅": [.yui, .alice]]),
        ])

    private static let festivalWork = SampleScene(
        ended: .ago(days: 6, hours: 3),
        [
            .said(.haruka, "かき氷のシロップは、いちご、メロン、ブルーハワイでよいですか。"),
            .said(.yui, "去年は宇治金時がほしいという声がありました。"),
            .said(.haruka, "小豆は炊けますが、量がどのくらい要るかが分かりません。"),
            .said(.alice, "去年の販売数のメモが残っています。全部で二百十杯でした。"),
            .said(
                .haruka, "助かります。では三十杯分だけ小豆を炊きましょう。なくなったら終わりということで。", answering: 1,
                reactions: ["🍧": [.yui, .alice, .kenji]]),
            .said(.kenji, "「三十杯限定」と書けば、かえって売れそうですね。"),
            .said(.carol, "看板はわたしが描きましょうか。英語も添えられます。"),
            .said(.haruka, "ぜひお願いします。", answering: 1),
        ])

    private static let bins = SampleScene(
        ended: .ago(days: 5, hours: 5),
        [
            .said(.yui, "集積所の網が破れて、カラスに荒らされていました。掃除はしておきました。", reactions: ["🙏": [.kenji, .haruka, .alice]]),
            .said(.kenji, "ありがとうございます。新しい網を役場に頼みます。"),
            .said(.alice, "届くまでのあいだ、うちにある古い防鳥網を使いますか。"),
            .said(.kenji, "助かります。重しのれんがは物置にあります。", answering: 1),
            .said(.alice, "かけておきました。端を折り込むと、めくられにくいようです。", reactions: ["👍": [.yui, .kenji]]),
            .said(.haruka, "カラスも、なかなか賢いですからね。"),
            .said(.yui, "網の外から、じっと見ていました。研究しているようでした。", reactions: ["🐦‍⬛": [.alice, .haruka]]),
        ])

    private static let drums = SampleScene(
        ended: .ago(days: 3, hours: 2),
        [
            .said(.kenji, "太鼓の練習、今日で三日目です。だいぶそろってきました。"),
            .said(.yui, "家で聞いていても分かります。初日とは別の曲のようです。"),
            .said(.haruka, "一番小さい子が、ばちを落とさなくなりましたね。"),
            .said(.carol, "看板の下描きができました。明日、公民館に持っていきます。", reactions: ["🎨": [.haruka, .kenji, .yui]]),
            .said(.kenji, "練習は六時からですので、その前でもあとでもどうぞ。", answering: 1),
            .said(.carol, "では練習も見せてください。"),
            .said(.alice, "差し入れに麦茶を持っていきます。"),
        ])

    private static let lantern = SampleScene(
        ended: .ago(days: 1, hours: 4),
        [
            .said(.haruka, "提灯を出してみたら、三つ破れていました。"),
            .said(.kenji, "和紙なら残りがあります。張り替えましょう。"),
            .said(.yui, "のりは、小麦粉を煮たものでいいでしょうか。"),
            .said(.kenji, "それが一番です。市販のものは乾くと縮みます。", answering: 1),
            .said(.alice, "手伝います。何時に伺えばいいですか。"),
            .said(.haruka, "お昼を食べてからで大丈夫です。冷たいうどんを用意しておきます。", reactions: ["😋": [.alice, .yui]]),
            .said(.yui, "食べてから、ではなくて、食べに、ですね。"),
            .said(.haruka, "そういうことです。", answering: 1, reactions: ["😄": [.kenji, .alice]]),
        ])

    private static let thanks = SampleScene(
        ended: .ago(hours: 1, minutes: 35),
        [
            .said(.kenji, "提灯の張り替え、おつかれさまでした。三つとも元通りです。", reactions: ["🏮": [.alice, .haruka, .yui]]),
            .said(.carol, "看板も仕上がりました。宇治金時の字が一番難しかったです。"),
            .said(.haruka, "見ました。「限定」の筆の勢いがすばらしいです。", answering: 1, reactions: ["👏": [.kenji, .yui, .carol]]),
            .said(.yui, "あとは晴れてくれるだけですね。"),
            .said(.kenji, "明日の朝、やぐらの材料が届きます。手の空いている方は、神社までお願いします。"),
        ])
}
