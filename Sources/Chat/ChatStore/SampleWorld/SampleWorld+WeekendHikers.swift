extension SampleWorld {
    static let weekendHikers = SampleConversation(
        name: "Weekend hikers", members: [.alice, .bob, .carol, .dave, .sora], admins: [.alice], isOpen: true,
        scenes: [whereToGo, boots, packing, onTheWay, afterwards, lostHat, nextTime])

    private static let whereToGo = SampleScene(
        ended: .ago(days: 9, hours: 1),
        [
            .said(.alice, "The forecast looks dry for once. Who is in for a walk, and where to?"),
            .said(.dave, "In. Somewhere with a view, if my knees get a vote."),
            .said(.carol, "In. I can drive four people."),
            .said(
                .bob, "How about the ridge behind the old waterworks? About twelve kilometres, six hundred metres up."),
            .said(.sora, "そのルート、途中に茶屋があると聞きました。"),
            .said(
                .bob, "There is. They make dango over charcoal.", answering: 1,
                reactions: ["🍡": [.sora, .alice, .carol, .dave]]),
            .said(.dave, "Then the matter is settled."),
            .said(.alice, "Ridge it is. Let me look up the buses in case the car park is full."),
            .said(
                .alice, "First bus up 7:10, last bus down 16:45. There is also one at 15:20 that skips the village.",
                reactions: ["👍": [.bob, .carol]], isBookmarkedByAlice: true),
            .said(.carol, "We should be down by three, even with dango."),
        ])

    private static let boots = SampleScene(
        ended: .ago(days: 7, hours: 2),
        [
            .said(.dave, "Sole of my left boot came off in the hallway. Not on a mountain, so I call that lucky."),
            .said(.carol, "How old are they?"),
            .said(.dave, "I bought them for a trip in 2011."),
            .said(
                .bob, "Those boots have earned their rest.", answering: 1, reactions: ["🥾": [.alice, .carol, .dave]]),
            .said(.sora, "駅前の靴修理屋さん、登山靴も直してくれますよ。"),
            .said(.dave, "I will try them before buying new ones. 教えてくれてありがとう。"),
            .said(.carol, "If they can't: do not break in new boots on this walk. Take your running shoes."),
            .said(.dave, "Understood. Blisters remembered."),
            .said(
                .dave, "Update: they can glue it, ready in two days, and they laughed only a little.",
                reactions: ["🎉": [.alice, .sora, .bob]]),
        ])

    private static let packing = SampleScene(
        ended: .ago(days: 5, hours: 4),
        [
            .said(.carol, "Who brings what? I have the stove and the big flask."),
            .said(.alice, "I bring onigiri for everyone. Ume, salmon or plain?"),
            .said(.bob, "Ume, please."),
            .said(.dave, "Salmon."),
            .said(.sora, "梅でお願いします。おかずに卵焼きを作っていきます。", reactions: ["🥚": [.alice, .carol]]),
            .said(.carol, "Plain for me, I am bringing pickles."),
            .said(.bob, "First aid kit and the paper map are with me."),
            .said(
                .dave, "Paper map. Every time I laugh, and every time we end up using it.", answering: 1,
                reactions: ["🗺️": [.bob, .alice]]),
            .said(.alice, "Meet at the ticket gate at 6:50. Tell me by tonight if anything changes."),
        ])

    private static let onTheWay = SampleScene(
        ended: .ago(days: 4, hours: 6),
        [
            .said(.carol, "Parked. There were three spaces left."),
            .said(.alice, "We are on the bus, two stops away."),
            .said(.bob, "Fog at the trailhead, but it is getting lighter."),
            .said(.dave, "Boots holding so far."),
            .said(.sora, "茶屋、開いていました。炭の匂いがします。", reactions: ["🔥": [.dave, .bob]]),
            .said(.dave, "Save me a stick. Or three."),
            .said(.alice, "⛰️✨"),
            .said(
                .carol, "Careful on the wooden steps after the shrine, they are slippery.",
                reactions: ["🙏": [.alice, .dave, .sora]]),
        ])

    private static let afterwards = SampleScene(
        ended: .ago(days: 3, hours: 6),
        [
            .said(.bob, "My legs have filed a complaint."),
            .said(.dave, "Mine have hired a lawyer.", reactions: ["😂": [.alice, .bob, .carol, .sora]]),
            .said(.carol, "That view though. You could see all the way to the bay."),
            .said(.sora, "雲海、生まれて初めて見ました。連れて行ってくれて、ありがとうございました。"),
            .said(.alice, "You were the fastest of us on the last climb.", answering: 1),
            .said(.sora, "茶屋の団子のおかげです。"),
            .said(.dave, "I had four. No regrets."),
            .said(
                .bob, "Track of the day, measured by phone: 12.8 km, 640 m up, 5 h 20 min with breaks.",
                reactions: ["👏": [.alice, .carol, .dave]]),
        ])

    private static let lostHat = SampleScene(
        ended: .ago(days: 2, hours: 5),
        [
            .said(.carol, "Did anyone take a green hat by mistake? I think I left it at the tea house."),
            .said(.alice, "Not in my bag. I can call them, I kept the receipt."),
            .said(
                .alice, "They have it. It is hanging on a nail next to the till.", answering: 2,
                reactions: ["💚": [.carol]]),
            .said(.carol, "What a relief. My sister knitted the band."),
            .said(.bob, "A good reason to go back."),
            .said(.dave, "As if we needed a reason besides dango."),
        ])

    private static let nextTime = SampleScene(
        ended: .ago(hours: 3, minutes: 20),
        [
            .said(.alice, "Shall we fetch the hat together? Same ridge, but the short loop."),
            .said(.carol, "I would love that. The short loop passes the waterfall."),
            .said(.sora, "滝のまわりは、今ちょうど岩たばこの花が咲いているはずです。"),
            .said(.bob, "岩たばこ? Let me look that up.", answering: 1),
            .said(
                .bob, "Purple stars growing straight out of wet rock. Yes, please.", reactions: ["💜": [.sora, .carol]]),
            .said(.dave, "I am in, boots and all."),
            .said(
                .alice, "Then two weeks from now, same gate, same time. I put it in the calendar.",
                reactions: ["👍": [.bob, .carol, .dave, .sora]]),
        ])
}
