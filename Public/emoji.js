// The emoji of the picker, in groups. A line: the emoji, with "*" if it has skin tones; English keywords; after a comma
// Japanese keywords, the first of which is its name, and "=" with how one is read in hiragana; after another comma the
// names between colons that chats have in common and that are no keywords.

import { folded } from "./ui.js";

const smileys = `
😀 grinning happy smile,笑顔=えがお にこにこ
😄 smile laugh happy,笑い=わらい うれしい
😁 beaming grin,にやり 歯=は
😆 squinting laugh,大笑い=おおわらい,laughing satisfied
😅 sweat smile relief,苦笑い=にがわらい 汗=あせ,sweat_smile
😂 tears of joy lol,うれし泣き=うれしなき 爆笑=ばくしょう
🤣 rolling laughing rofl,笑い転げる=わらいころげる 爆笑
🙂 slight smile,微笑み=ほほえみ,slightly_smiling_face
🙃 upside down,さかさま
😉 wink,ウインク
😊 blush smile,照れ笑い=てれわらい うれしい
😇 angel innocent,天使=てんし いい子=いいこ
🥰 hearts love adore,大好き=だいすき ハート
😍 heart eyes love,目がハート=めがはーと,heart_eyes
🤩 star struck wow,目が星=めがほし すごい
😘 kiss,投げキス=なげきす
😋 yummy delicious,おいしい
😜 winking tongue joke,おどけ
🤗 hug,ハグ
🤭 giggle oops,くすくす
🤫 quiet shush,しーっ 静かに=しずかに
🤔 thinking hmm,考える=かんがえる うーん,thinking_face
🫡 salute yes,敬礼=けいれい 了解=りょうかい
🤐 zipped mouth secret,お口チャック=おくちちゃっく
🤨 raised eyebrow doubt,疑い=うたがい
😐 neutral,無表情=むひょうじょう
🙄 rolling eyes,あきれ
😬 grimace awkward,しまった
😌 relieved calm,ほっとする
😔 sad pensive,しょんぼり
😴 sleeping zzz,寝る=ねる おやすみ
😷 mask ill,マスク 風邪=かぜ
🤒 fever ill,熱=ねつ 病気=びょうき
🥵 hot,暑い=あつい
🥶 cold,寒い=さむい
🤯 mind blown,頭が爆発=あたまがばくはつ びっくり
🥳 party celebrate,お祝い=おいわい パーティー,partying_face
😎 cool sunglasses,サングラス かっこいい
🤓 nerd,めがね
🧐 monocle inspect,じっくり
😕 confused,困惑=こんわく
😟 worried,心配=しんぱい
😮 surprised wow,驚き=おどろき,open_mouth
😳 flushed,赤面=せきめん
🥺 pleading please,お願い=おねがい うるうる,pleading_face
🥹 holding back tears,感動=かんどう 涙をこらえる=なみだをこらえる
😢 crying sad,泣く=なく 悲しい=かなしい,cry
😭 sobbing,大泣き=おおなき,sob
😱 scream,悲鳴=ひめい
😤 huffing proud,ふんす
😡 angry,怒り=いかり,rage
😩 weary,疲れた=つかれた
🫠 melting,とける
😈 mischief,いたずら
💀 skull,どくろ
👻 ghost,おばけ
🤖 robot,ロボット,robot_face`;

const people = `
👍* thumbs up yes good like,いいね はい,+1 thumbsup
👎* thumbs down no,だめ いいえ,-1 thumbsdown
👏* clap applause,拍手=はくしゅ
🙌* raised hands hooray,ばんざい,raised_hands
🙏* thanks please pray,ありがとう お願い
🤝 handshake deal,握手=あくしゅ
👋* wave hello bye,手をふる=てをふる こんにちは バイバイ
✋* hand stop,手=て 止まる=とまる,raised_hand
👌* ok,オーケー,ok_hand
🤏* a little pinch,ちょっと
✌️* victory peace,ピース,v
🤞* fingers crossed luck,幸運を祈る=こううんをいのる,crossed_fingers
🫰* finger heart,指ハート=ゆびはーと
🤟* love you,アイラブユー
👈* left,左=ひだり
👉* right,右=みぎ
👆* up,上=うえ
👇* down,下=した
☝️* one point,一つ=ひとつ 指=ゆび
✊* fist,こぶし
👊* fist bump,グータッチ
🫶* heart hands,ハートの手=はーとのて
✍️* writing,書く=かく
💪* strong muscle,力こぶ=ちからこぶ がんばる
👀 eyes look,目=め 見る=みる
👶* baby,赤ちゃん=あかちゃん
🧒* child,こども
🧑* person,人=ひと
👵* grandmother,おばあさん
👴* grandfather,おじいさん
🙋* raising hand,挙手=きょしゅ はい
🙇* bow sorry,おじぎ すみません
🤦* facepalm,やれやれ,face_palm
🤷* shrug,さあ
🙆* ok gesture,まる
🙅* no gesture,ばつ
💁* information,ご案内=ごあんない
🏃* running,走る=はしる
🚶* walking,歩く=あるく
🧘* yoga meditate,ヨガ 瞑想=めいそう
👨‍👩‍👧 family,家族=かぞく
👤 somebody,だれか`;

const nature = `
🐶 dog,犬=いぬ いぬ
🐱 cat face,猫の顔=ねこのかお ねこ
🐈 cat,猫=ねこ ねこ
🐰 rabbit,うさぎ
🦊 fox,きつね
🐻 bear,くま
🐼 panda,パンダ
🐯 tiger,とら
🦁 lion,ライオン
🐮 cow,牛=うし うし
🐷 pig,ぶた
🐸 frog,かえる
🐵 monkey,さる
🐧 penguin,ペンギン
🐦 bird,鳥=とり とり
🦉 owl,ふくろう
🐝 bee,はち
🦋 butterfly,ちょう
🐢 turtle,かめ
🐙 octopus,たこ
🐟 fish,魚=さかな さかな
🐬 dolphin,いるか
🐳 whale,くじら
🐾 paws,足あと=あしあと
🌳 tree,木=き
🌱 seedling,芽=め 若葉=わかば
🌿 herb leaf,草=くさ ハーブ
🍀 four leaf clover luck,四つ葉=よつば
🎋 bamboo tanabata,七夕=たなばた 竹=たけ
🍃 leaves wind,葉=は 風=かぜ
🍂 fallen leaves autumn,落ち葉=おちば 秋=あき
🍁 maple autumn,紅葉=こうよう もみじ
🌸 cherry blossom spring,桜=さくら さくら 春=はる,cherry_blossom
🌹 rose,ばら
🌻 sunflower summer,ひまわり 夏=なつ
🌷 tulip,チューリップ
💐 bouquet flowers,花束=はなたば
🌞 sun,太陽=たいよう
🌙 moon night,月=つき 夜=よる
⭐ star,星=ほし
✨ sparkles,きらきら
⚡ lightning,雷=かみなり 電気=でんき
🔥 fire hot,火=ひ 炎=ほのお
🌈 rainbow,虹=にじ
☀️ sunny,晴れ=はれ
⛅ cloudy,くもり
🌧️ rain,雨=あめ
☔ umbrella rain,雨傘=あまがさ 雨
❄️ snow winter,雪=ゆき 冬=ふゆ,snowflake
⛄ snowman,雪だるま=ゆきだるま
🌊 wave sea,波=なみ 海=うみ
💧 drop water,しずく 水=みず
🌏 earth world,地球=ちきゅう 世界=せかい`;

const food = `
🍎 apple,りんご
🍊 orange,みかん
🍋 lemon,レモン
🍉 watermelon,すいか
🍇 grapes,ぶどう
🍓 strawberry,いちご
🍑 peach,もも
🍅 tomato,トマト
🥕 carrot,にんじん
🍠 sweet potato,焼きいも=やきいも
🍞 bread,パン
🥐 croissant,クロワッサン
🧀 cheese,チーズ
🥚 egg,卵=たまご たまご
🍳 cooking,料理=りょうり 目玉焼き=めだまやき
🍔 burger,ハンバーガー
🍟 fries,ポテト
🍕 pizza,ピザ
🥗 salad,サラダ
🍝 pasta,パスタ
🍜 ramen noodles,ラーメン
🍲 stew pot,鍋=なべ
🍛 curry,カレー
🍣 sushi,寿司=すし すし
🍱 bento lunch,弁当=べんとう
🍤 tempura shrimp,天ぷら=てんぷら えび
🍙 onigiri rice ball,おにぎり,rice_ball
🍚 rice,ごはん
🍡 dango,だんご
🍧 shaved ice,かき氷=かきごおり
🍨 ice cream,アイス
🍰 cake,ケーキ
🎂 birthday cake,誕生日=たんじょうび ケーキ
🍮 pudding,プリン
🍫 chocolate,チョコ
🍪 cookie,クッキー
🍩 doughnut,ドーナツ
🍿 popcorn,ポップコーン
☕️ coffee,コーヒー
🍵 green tea,お茶=おちゃ 緑茶=りょくちゃ
🫖 teapot tea,急須=きゅうす ポット
🍺 beer,ビール
🍻 cheers beers,乾杯=かんぱい
🥂 cheers champagne,シャンパン 乾杯
🍷 wine,ワイン
🍶 sake,日本酒=にほんしゅ
🍽️ meal plate,食事=しょくじ`;

const activities = `
🎉 party tada congratulations,お祝い クラッカー おめでとう
🎊 confetti,くす玉=くすだま
🎈 balloon,風船=ふうせん
🎁 present gift,プレゼント
🎆 fireworks,花火=はなび
🎐 wind chime summer,風鈴=ふうりん
🏮 lantern,ちょうちん
🎍 new year,門松=かどまつ 正月=しょうがつ
🎄 christmas tree,クリスマス
🎃 halloween pumpkin,ハロウィン
🏆 trophy win,トロフィー 優勝=ゆうしょう
🥇 gold medal first,金メダル=きんめだる 一位=いちい
⚽ football soccer,サッカー
⚾ baseball,野球=やきゅう
🏀 basketball,バスケ
🎯 target goal,的=まと 目標=もくひょう
🎮 video game,ゲーム
🎲 dice game,さいころ
🧩 puzzle,パズル
🎨 art paint,絵=え アート
🎵 music note,音符=おんぷ 音楽=おんがく,musical_note
🎶 music notes,音楽
🎤 microphone karaoke,カラオケ マイク
🎸 guitar,ギター
🎬 film movie,映画=えいが
🚗 car,車=くるま
🚌 bus,バス
🚲 bicycle,自転車=じてんしゃ
🚃 train,電車=でんしゃ
🚄 shinkansen,新幹線=しんかんせん
✈️ aeroplane flight,飛行機=ひこうき
🚀 rocket launch,ロケット
🧭 compass,方位磁針=ほういじしん
🏔️ snowy mountain,雪山=ゆきやま 山=やま
⛰️ mountain hike,山 登山=とざん
🗻 mount fuji,富士山=ふじさん
🏕️ camping,キャンプ
🏖️ beach,浜=はま 海
🏠 house home,家=いえ
🏡 house garden,庭のある家=にわのあるいえ
🏢 office,会社=かいしゃ
🏫 school,学校=がっこう
⛩️ shrine,神社=じんじゃ
♨️ hot spring,温泉=おんせん,hotsprings
🥾 hiking boot,登山靴=とざんぐつ
🎒 backpack,リュック
🧳 suitcase travel,旅行=りょこう スーツケース`;

const objects = `
💻 laptop computer,パソコン
📱 phone mobile,スマホ 携帯=けいたい,iphone
📷 camera photo,カメラ 写真=しゃしん
🎧 headphones,ヘッドホン
📺 television,テレビ
💡 idea light bulb,ひらめき 電球=でんきゅう
📚 books,本=ほん
📖 open book read,読書=どくしょ 本
📝 memo note,メモ,pencil
✏️ pencil,鉛筆=えんぴつ
📌 pin,ピン,pushpin
📎 paper clip,クリップ,paperclip
✂️ scissors,はさみ
📅 calendar date,カレンダー 予定=よてい
📈 chart up,上昇=じょうしょう グラフ,chart_with_upwards_trend
📊 bar chart,棒グラフ=ぼうぐらふ
📋 clipboard,クリップボード
🗑️ bin trash,ごみ箱=ごみばこ
✉️ letter mail,手紙=てがみ メール
📦 parcel box,荷物=にもつ 箱=はこ
📣 megaphone announce,お知らせ=おしらせ
🔔 bell,ベル 通知=つうち
🔍 search magnifier,検索=けんさく 虫めがね=むしめがね
🔑 key,鍵=かぎ
🔒 lock,鍵をかける=かぎをかける
🔧 wrench fix,修理=しゅうり レンチ
🔨 hammer build,かなづち
🛠️ tools,道具=どうぐ
⚙️ gear settings,設定=せってい 歯車=はぐるま
🧪 test tube,試験管=しけんかん テスト
🧹 broom clean,ほうき そうじ
🛁 bath,お風呂=おふろ
🚪 door,ドア
⏰ alarm clock,目覚まし=めざまし 時間=じかん
⏳ hourglass wait,砂時計=すなどけい 待つ=まつ
⌚ watch,時計=とけい
💰 money,お金=おかね,moneybag
👓 glasses,めがね
👘 kimono,着物=きもの
💊 medicine,薬=くすり`;

const symbols = `
❤️ heart love,ハート 赤=あか
🧡 orange heart,オレンジのハート
💛 yellow heart,黄色のハート=きいろのはーと
💚 green heart,緑のハート=みどりのはーと
💙 blue heart,青のハート=あおのはーと
💜 purple heart,紫のハート=むらさきのはーと
🖤 black heart,黒のハート=くろのはーと
🤍 white heart,白のハート=しろのはーと
💔 broken heart,失恋=しつれん,broken_heart
💕 two hearts,ふたつのハート
💯 hundred perfect,百点=ひゃくてん 満点=まんてん,100
✅ check done yes,完了=かんりょう チェック,white_check_mark
❌ cross no,ばつ だめ,x
⭕ circle yes,まる
❗ exclamation,びっくり
❓ question,はてな 質問=しつもん
‼️ double exclamation,二重びっくり=にじゅうびっくり
⚠️ warning,注意=ちゅうい 警告=けいこく
🚫 forbidden,禁止=きんし
🆗 ok,オーケー
🆕 new,新しい=あたらしい
🔜 soon,もうすぐ
➕ plus,足す=たす
➡️ right arrow,右矢印=みぎやじるし
⬅️ left arrow,左矢印=ひだりやじるし
⬆️ up arrow,上矢印=うえやじるし
⬇️ down arrow,下矢印=したやじるし
🔄 refresh again,くり返し=くりかえし
🔗 link,リンク
♻️ recycle,リサイクル
💤 sleep zzz,眠い=ねむい ぐう
💬 speech bubble,吹き出し=ふきだし
💭 thought bubble,考え=かんがえ
💦 sweat drops,汗
🏳️‍🌈 rainbow flag,虹の旗=にじのはた
🏁 finish flag,ゴール
🚩 red flag,赤い旗=あかいはた
🔴 red circle,赤い丸=あかいまる
🟡 yellow circle,黄色い丸=きいろいまる
🟢 green circle,緑の丸=みどりのまる
🔵 blue circle,青い丸=あおいまる`;

/** How Japanese keywords are read; a reading is written with the first emoji that has the keyword. */
const readings = new Map();

const parse = (lines) => lines.trim().split("\n").map((line) => {
    const [, mark, text] = line.match(/^(\S+) (.*)$/);
    const [english, japanese, names = ""] = text.split(",");
    const words = japanese.split(" ").map((pair) => {
        const [word, reading] = pair.split("=");
        if (reading) readings.set(word, reading);
        return word;
    });
    const read = words.map((word) => readings.get(word)).filter((word) => word);
    return {
        emoji: mark.replace("*", ""), hasTones: mark.endsWith("*"), names: { en: english, ja: words[0] },
        folded: folded([english, ...words, ...read, names].join(" ")),
    };
});

/** Pairs: the key of the group's name, and its emoji. */
export const groups = Object.entries({ smileys, people, nature, food, activities, objects, symbols })
    .map(([name, lines]) => [name, parse(lines)]);

/** In Japanese the first keyword is the name; in English all of them are. */
export const nameOf = ({ names }) => names[document.documentElement.lang] ?? names.en;

/** The emoji that fit what was typed: those with such a word, then those with a word that begins so, then the others. */
export function findEmoji(typed) {
    const parts = folded(typed).split(/\s+/).filter((part) => part);
    const rank = ({ emoji, folded }) => {
        if (parts.some((part) => part === emoji)) return 3;
        const words = folded.split(" ");
        if (parts.every((part) => words.includes(part))) return 2;
        if (parts.every((part) => words.some((word) => word.startsWith(part)))) return 1;
        return parts.every((part) => folded.includes(part)) ? 0 : -1;
    };
    return groups.flatMap(([, list]) => list).map((one) => ({ one, rank: rank(one) }))
        .filter(({ rank }) => rank >= 0).sort((a, b) => b.rank - a.rank);
}
