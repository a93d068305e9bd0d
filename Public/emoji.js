// The emoji that the picker offers, in groups. A line: the emoji, with "*" where it has skin tones; what it is in
// English; after the comma the same in Japanese, the first word being its name.

import { folded } from "./fold.js";

const smileys = `
😀 grinning happy smile,笑顔 にこにこ
😄 smile laugh happy,笑い うれしい
😁 beaming grin,にやり 歯
😆 squinting laugh,大笑い
😅 sweat smile relief,苦笑い 汗
😂 tears of joy lol,うれし泣き 爆笑
🤣 rolling laughing rofl,笑い転げる 爆笑
🙂 slight smile,微笑み
🙃 upside down,さかさま
😉 wink,ウインク
😊 blush smile,照れ笑い うれしい
😇 angel innocent,天使 いい子
🥰 hearts love adore,大好き ハート
😍 heart eyes love,目がハート
🤩 star struck wow,目が星 すごい
😘 kiss,投げキス
😋 yummy delicious,おいしい
😛 tongue,べー
😜 winking tongue joke,おどけ
🤪 zany crazy,おかしな顔
🤗 hug,ハグ
🤭 giggle oops,くすくす
🤫 quiet shush,しーっ 静かに
🤔 thinking hmm,考える うーん
🫡 salute yes,敬礼 了解
🤐 zipped mouth secret,お口チャック
🤨 raised eyebrow doubt,疑い
😐 neutral,無表情
😑 expressionless,真顔
🫥 dotted invisible,透明
😏 smirk,ふふん
😒 unamused,不満
🙄 rolling eyes,あきれ
😬 grimace awkward,しまった
😌 relieved calm,ほっとする
😔 sad pensive,しょんぼり
😪 sleepy,眠い
😴 sleeping zzz,寝る おやすみ
😷 mask ill,マスク 風邪
🤒 fever ill,熱 病気
🤧 sneeze,くしゃみ
🥵 hot,暑い
🥶 cold,寒い
🥴 dizzy,ふらふら
🤯 mind blown,頭が爆発 びっくり
🥳 party celebrate,お祝い パーティー
😎 cool sunglasses,サングラス かっこいい
🤓 nerd,めがね
🧐 monocle inspect,じっくり
😕 confused,困惑
😟 worried,心配
😮 surprised wow,驚き
😳 flushed,赤面
🥺 pleading please,お願い うるうる
🥹 holding back tears,感動 涙をこらえる
😢 crying sad,泣く 悲しい
😭 sobbing,大泣き
😱 scream,悲鳴
😤 huffing proud,ふんす
😡 angry,怒り
😩 weary,疲れた
🫠 melting,とける
😈 mischief,いたずら
💀 skull,どくろ
👻 ghost,おばけ
🤖 robot,ロボット`;

const people = `
👍* thumbs up yes good like,いいね はい
👎* thumbs down no,だめ いいえ
👏* clap applause,拍手
🙌* raised hands hooray,ばんざい
🙏* thanks please pray,ありがとう お願い
🤝 handshake deal,握手
👋* wave hello bye,手をふる こんにちは バイバイ
🤚* back of hand,手の甲
✋* hand stop,手 止まる
🖖* vulcan,スポック
👌* ok,オーケー
🤌* pinched fingers,つまむ
🤏* a little pinch,ちょっと
✌️* victory peace,ピース
🤞* fingers crossed luck,幸運を祈る
🫰* finger heart,指ハート
🤟* love you,アイラブユー
🤘* rock horns,ロック
🤙* call me,電話して
👈* left,左
👉* right,右
👆* up,上
👇* down,下
☝️* one point,一つ 指
✊* fist,こぶし
👊* fist bump,グータッチ
🫶* heart hands,ハートの手
👐* open hands,手をひらく
🤲* palms,両手
✍️* writing,書く
💪* strong muscle,力こぶ がんばる
🧠 brain,脳
👀 eyes look,目 見る
👄 mouth,口
👶* baby,赤ちゃん
🧒* child,こども
🧑* person,人
👵* grandmother,おばあさん
👴* grandfather,おじいさん
🙋* raising hand,挙手 はい
🙇* bow sorry,おじぎ すみません
🤦* facepalm,やれやれ
🤷* shrug,さあ
🙆* ok gesture,まる
🙅* no gesture,ばつ
💁* information,ご案内
🏃* running,走る
🚶* walking,歩く
💃* dancing,踊る
🧘* yoga meditate,ヨガ 瞑想
👨‍👩‍👧 family,家族
🗣️ speaking,話す
👤 somebody,だれか`;

const nature = `
🐶 dog,犬 いぬ
🐱 cat face,猫の顔 ねこ
🐈 cat,猫 ねこ
🐭 mouse,ねずみ
🐰 rabbit,うさぎ
🦊 fox,きつね
🐻 bear,くま
🐼 panda,パンダ
🐨 koala,コアラ
🐯 tiger,とら
🦁 lion,ライオン
🐮 cow,牛 うし
🐷 pig,ぶた
🐸 frog,かえる
🐵 monkey,さる
🐔 chicken,にわとり
🐧 penguin,ペンギン
🐦 bird,鳥 とり
🦉 owl,ふくろう
🐤 chick,ひよこ
🐝 bee,はち
🦋 butterfly,ちょう
🐌 snail,かたつむり
🐞 ladybird bug,てんとう虫
🐢 turtle,かめ
🐍 snake,へび
🐙 octopus,たこ
🐟 fish,魚 さかな
🐬 dolphin,いるか
🐳 whale,くじら
🦔 hedgehog,はりねずみ
🐾 paws,足あと
🌵 cactus,サボテン
🌲 evergreen tree,もみの木
🌳 tree,木
🌱 seedling,芽 若葉
🌿 herb leaf,草 ハーブ
☘️ shamrock,三つ葉
🍀 four leaf clover luck,四つ葉
🎋 bamboo tanabata,七夕 竹
🍃 leaves wind,葉 風
🍂 fallen leaves autumn,落ち葉 秋
🍁 maple autumn,紅葉 もみじ
🍄 mushroom,きのこ
🌸 cherry blossom spring,桜 さくら 春
🌹 rose,ばら
🌻 sunflower summer,ひまわり 夏
🌷 tulip,チューリップ
💐 bouquet flowers,花束
🌞 sun,太陽
🌙 moon night,月 夜
⭐ star,星
🌟 glowing star,きらり星
✨ sparkles,きらきら
⚡ lightning,雷 電気
🔥 fire hot,火 炎
🌈 rainbow,虹
☀️ sunny,晴れ
⛅ cloudy,くもり
🌧️ rain,雨
☔ umbrella rain,雨傘 雨
❄️ snow winter,雪 冬
⛄ snowman,雪だるま
🌊 wave sea,波 海
💧 drop water,しずく 水
🌏 earth world,地球 世界`;

const food = `
🍎 apple,りんご
🍊 orange,みかん
🍋 lemon,レモン
🍌 banana,バナナ
🍉 watermelon,すいか
🍇 grapes,ぶどう
🍓 strawberry,いちご
🍒 cherries,さくらんぼ
🍑 peach,もも
🍅 tomato,トマト
🍆 aubergine eggplant,なす
🥑 avocado,アボカド
🌽 corn,とうもろこし
🥕 carrot,にんじん
🧄 garlic,にんにく
🍠 sweet potato,焼きいも
🍞 bread,パン
🥐 croissant,クロワッサン
🧀 cheese,チーズ
🥚 egg,卵 たまご
🍳 cooking,料理 目玉焼き
🥞 pancakes,パンケーキ
🥩 meat,肉
🍔 burger,ハンバーガー
🍟 fries,ポテト
🍕 pizza,ピザ
🥪 sandwich,サンドイッチ
🌮 taco,タコス
🥗 salad,サラダ
🍝 pasta,パスタ
🍜 ramen noodles,ラーメン
🍲 stew pot,鍋
🍛 curry,カレー
🍣 sushi,寿司 すし
🍱 bento lunch,弁当
🍤 tempura shrimp,天ぷら えび
🍙 onigiri rice ball,おにぎり
🍚 rice,ごはん
🍘 rice cracker,せんべい
🍡 dango,だんご
🍧 shaved ice,かき氷
🍨 ice cream,アイス
🍰 cake,ケーキ
🎂 birthday cake,誕生日 ケーキ
🍮 pudding,プリン
🍫 chocolate,チョコ
🍪 cookie,クッキー
🍩 doughnut,ドーナツ
🍿 popcorn,ポップコーン
☕️ coffee,コーヒー
🍵 green tea,お茶 緑茶
🫖 teapot tea,急須 ポット
🧃 juice,ジュース
🍺 beer,ビール
🍻 cheers beers,乾杯
🥂 cheers champagne,シャンパン 乾杯
🍷 wine,ワイン
🍶 sake,日本酒
🥢 chopsticks,はし
🍽️ meal plate,食事`;

const activities = `
🎉 party tada congratulations,お祝い クラッカー おめでとう
🎊 confetti,くす玉
🎈 balloon,風船
🎁 present gift,プレゼント
🎀 ribbon,リボン
🎆 fireworks,花火
🎇 sparkler,線香花火
🎐 wind chime summer,風鈴
🏮 lantern,ちょうちん
🎍 new year,門松 正月
🎄 christmas tree,クリスマス
🎃 halloween pumpkin,ハロウィン
🏆 trophy win,トロフィー 優勝
🥇 gold medal first,金メダル 一位
⚽ football soccer,サッカー
⚾ baseball,野球
🏀 basketball,バスケ
🎾 tennis,テニス
🏐 volleyball,バレー
🎯 target goal,的 目標
🎮 video game,ゲーム
🎲 dice game,さいころ
🧩 puzzle,パズル
🎨 art paint,絵 アート
🎵 music note,音符 音楽
🎶 music notes,音楽
🎤 microphone karaoke,カラオケ マイク
🎸 guitar,ギター
🎹 piano,ピアノ
🎬 film movie,映画
🎫 ticket,チケット
🚗 car,車
🚌 bus,バス
🚲 bicycle,自転車
🚃 train,電車
🚄 shinkansen,新幹線
✈️ aeroplane flight,飛行機
🚀 rocket launch,ロケット
⛵ sailing boat,船 ヨット
⚓ anchor,いかり
🗺️ map,地図
🧭 compass,方位磁針
🏔️ snowy mountain,雪山 山
⛰️ mountain hike,山 登山
🗻 mount fuji,富士山
🏕️ camping,キャンプ
🏖️ beach,浜 海
🏠 house home,家
🏡 house garden,庭のある家
🏢 office,会社
🏫 school,学校
🏥 hospital,病院
⛩️ shrine,神社
🏯 castle,城
♨️ hot spring,温泉
🌉 bridge,橋
🥾 hiking boot,登山靴
🎒 backpack,リュック
🧳 suitcase travel,旅行 スーツケース`;

const objects = `
💻 laptop computer,パソコン
🖥️ desktop computer,デスクトップ
⌨️ keyboard,キーボード
📱 phone mobile,スマホ 携帯
☎️ telephone,電話
📷 camera photo,カメラ 写真
🎧 headphones,ヘッドホン
📺 television,テレビ
🔋 battery,電池
🔌 plug,コンセント
💡 idea light bulb,ひらめき 電球
🔦 torch,懐中電灯
🕯️ candle,ろうそく
📚 books,本
📖 open book read,読書 本
📝 memo note,メモ
✏️ pencil,鉛筆
🖊️ pen,ペン
📌 pin,ピン
📎 paper clip,クリップ
✂️ scissors,はさみ
📅 calendar date,カレンダー 予定
📈 chart up,上昇 グラフ
📉 chart down,下降 グラフ
📊 bar chart,棒グラフ
📋 clipboard,クリップボード
📁 folder,フォルダー
🗑️ bin trash,ごみ箱
✉️ letter mail,手紙 メール
📦 parcel box,荷物 箱
📣 megaphone announce,お知らせ
🔔 bell,ベル 通知
🔕 no bell mute,通知オフ
🔍 search magnifier,検索 虫めがね
🔑 key,鍵
🔒 lock,鍵をかける
🔓 unlock,鍵をあける
🔧 wrench fix,修理 レンチ
🔨 hammer build,かなづち
🛠️ tools,道具
⚙️ gear settings,設定 歯車
🧪 test tube,試験管 テスト
🧹 broom clean,ほうき そうじ
🧺 basket laundry,かご 洗濯
🛁 bath,お風呂
🛏️ bed,ベッド
🪑 chair,いす
🚪 door,ドア
⏰ alarm clock,目覚まし 時間
⏳ hourglass wait,砂時計 待つ
⌚ watch,時計
💰 money,お金
💳 card pay,カード
👓 glasses,めがね
👕 shirt,シャツ
👘 kimono,着物
👒 hat,帽子
👟 shoes,くつ
☂️ open umbrella,傘
💊 medicine,薬`;

const symbols = `
❤️ heart love,ハート 赤
🧡 orange heart,オレンジのハート
💛 yellow heart,黄色のハート
💚 green heart,緑のハート
💙 blue heart,青のハート
💜 purple heart,紫のハート
🖤 black heart,黒のハート
🤍 white heart,白のハート
💔 broken heart,失恋
💕 two hearts,ふたつのハート
💯 hundred perfect,百点 満点
✅ check done yes,完了 チェック
☑️ ticked box,チェック済み
✔️ check mark,チェック
❌ cross no,ばつ だめ
⭕ circle yes,まる
❗ exclamation,びっくり
❓ question,はてな 質問
‼️ double exclamation,二重びっくり
⚠️ warning,注意 警告
🚫 forbidden,禁止
⛔ no entry,立入禁止
🆗 ok,オーケー
🆕 new,新しい
🆙 up,アップ
🔜 soon,もうすぐ
🔝 top,トップ
➕ plus,足す
➖ minus,引く
➡️ right arrow,右矢印
⬅️ left arrow,左矢印
⬆️ up arrow,上矢印
⬇️ down arrow,下矢印
🔄 refresh again,くり返し
🔗 link,リンク
♻️ recycle,リサイクル
💤 sleep zzz,眠い ぐう
💬 speech bubble,吹き出し
💭 thought bubble,考え
💢 anger,怒り
💦 sweat drops,汗
💨 dash,ダッシュ
💥 boom,ドカン
🎌 flags japan,日本の旗
🏳️‍🌈 rainbow flag,虹の旗
🏁 finish flag,ゴール
🚩 red flag,赤い旗
🔴 red circle,赤い丸
🟡 yellow circle,黄色い丸
🟢 green circle,緑の丸
🔵 blue circle,青い丸`;

const parse = (lines) => lines.trim().split("\n").map((line) => {
    const space = line.indexOf(" ");
    const [mark, words] = [line.slice(0, space), line.slice(space + 1)];
    return { emoji: mark.replace("*", ""), hasTones: mark.endsWith("*"), words: words.split(","), folded: folded(words) };
});

/** Pairs: which sentence names the group, and what is in it. */
export const groups = Object.entries({ smileys, people, nature, food, activities, objects, symbols })
    .map(([name, lines]) => [name, parse(lines)]);
