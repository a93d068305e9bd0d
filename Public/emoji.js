// The emoji of the picker, in groups. A line: the emoji, with "*" if it has skin tones; English keywords; after the
// comma Japanese keywords, the first of which is its name.

import { names, readings } from "./emoji-names.js";
import { folded } from "./ui.js";

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
😜 winking tongue joke,おどけ
🤗 hug,ハグ
🤭 giggle oops,くすくす
🤫 quiet shush,しーっ 静かに
🤔 thinking hmm,考える うーん
🫡 salute yes,敬礼 了解
🤐 zipped mouth secret,お口チャック
🤨 raised eyebrow doubt,疑い
😐 neutral,無表情
🙄 rolling eyes,あきれ
😬 grimace awkward,しまった
😌 relieved calm,ほっとする
😔 sad pensive,しょんぼり
😴 sleeping zzz,寝る おやすみ
😷 mask ill,マスク 風邪
🤒 fever ill,熱 病気
🥵 hot,暑い
🥶 cold,寒い
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
✋* hand stop,手 止まる
👌* ok,オーケー
🤏* a little pinch,ちょっと
✌️* victory peace,ピース
🤞* fingers crossed luck,幸運を祈る
🫰* finger heart,指ハート
🤟* love you,アイラブユー
👈* left,左
👉* right,右
👆* up,上
👇* down,下
☝️* one point,一つ 指
✊* fist,こぶし
👊* fist bump,グータッチ
🫶* heart hands,ハートの手
✍️* writing,書く
💪* strong muscle,力こぶ がんばる
👀 eyes look,目 見る
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
🧘* yoga meditate,ヨガ 瞑想
👨‍👩‍👧 family,家族
👤 somebody,だれか`;

const nature = `
🐶 dog,犬 いぬ
🐱 cat face,猫の顔 ねこ
🐈 cat,猫 ねこ
🐰 rabbit,うさぎ
🦊 fox,きつね
🐻 bear,くま
🐼 panda,パンダ
🐯 tiger,とら
🦁 lion,ライオン
🐮 cow,牛 うし
🐷 pig,ぶた
🐸 frog,かえる
🐵 monkey,さる
🐧 penguin,ペンギン
🐦 bird,鳥 とり
🦉 owl,ふくろう
🐝 bee,はち
🦋 butterfly,ちょう
🐢 turtle,かめ
🐙 octopus,たこ
🐟 fish,魚 さかな
🐬 dolphin,いるか
🐳 whale,くじら
🐾 paws,足あと
🌳 tree,木
🌱 seedling,芽 若葉
🌿 herb leaf,草 ハーブ
🍀 four leaf clover luck,四つ葉
🎋 bamboo tanabata,七夕 竹
🍃 leaves wind,葉 風
🍂 fallen leaves autumn,落ち葉 秋
🍁 maple autumn,紅葉 もみじ
🌸 cherry blossom spring,桜 さくら 春
🌹 rose,ばら
🌻 sunflower summer,ひまわり 夏
🌷 tulip,チューリップ
💐 bouquet flowers,花束
🌞 sun,太陽
🌙 moon night,月 夜
⭐ star,星
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
🍉 watermelon,すいか
🍇 grapes,ぶどう
🍓 strawberry,いちご
🍑 peach,もも
🍅 tomato,トマト
🥕 carrot,にんじん
🍠 sweet potato,焼きいも
🍞 bread,パン
🥐 croissant,クロワッサン
🧀 cheese,チーズ
🥚 egg,卵 たまご
🍳 cooking,料理 目玉焼き
🍔 burger,ハンバーガー
🍟 fries,ポテト
🍕 pizza,ピザ
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
🍺 beer,ビール
🍻 cheers beers,乾杯
🥂 cheers champagne,シャンパン 乾杯
🍷 wine,ワイン
🍶 sake,日本酒
🍽️ meal plate,食事`;

const activities = `
🎉 party tada congratulations,お祝い クラッカー おめでとう
🎊 confetti,くす玉
🎈 balloon,風船
🎁 present gift,プレゼント
🎆 fireworks,花火
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
🎯 target goal,的 目標
🎮 video game,ゲーム
🎲 dice game,さいころ
🧩 puzzle,パズル
🎨 art paint,絵 アート
🎵 music note,音符 音楽
🎶 music notes,音楽
🎤 microphone karaoke,カラオケ マイク
🎸 guitar,ギター
🎬 film movie,映画
🚗 car,車
🚌 bus,バス
🚲 bicycle,自転車
🚃 train,電車
🚄 shinkansen,新幹線
✈️ aeroplane flight,飛行機
🚀 rocket launch,ロケット
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
⛩️ shrine,神社
♨️ hot spring,温泉
🥾 hiking boot,登山靴
🎒 backpack,リュック
🧳 suitcase travel,旅行 スーツケース`;

const objects = `
💻 laptop computer,パソコン
📱 phone mobile,スマホ 携帯
📷 camera photo,カメラ 写真
🎧 headphones,ヘッドホン
📺 television,テレビ
💡 idea light bulb,ひらめき 電球
📚 books,本
📖 open book read,読書 本
📝 memo note,メモ
✏️ pencil,鉛筆
📌 pin,ピン
📎 paper clip,クリップ
✂️ scissors,はさみ
📅 calendar date,カレンダー 予定
📈 chart up,上昇 グラフ
📊 bar chart,棒グラフ
📋 clipboard,クリップボード
🗑️ bin trash,ごみ箱
✉️ letter mail,手紙 メール
📦 parcel box,荷物 箱
📣 megaphone announce,お知らせ
🔔 bell,ベル 通知
🔍 search magnifier,検索 虫めがね
🔑 key,鍵
🔒 lock,鍵をかける
🔧 wrench fix,修理 レンチ
🔨 hammer build,かなづち
🛠️ tools,道具
⚙️ gear settings,設定 歯車
🧪 test tube,試験管 テスト
🧹 broom clean,ほうき そうじ
🛁 bath,お風呂
🚪 door,ドア
⏰ alarm clock,目覚まし 時間
⏳ hourglass wait,砂時計 待つ
⌚ watch,時計
💰 money,お金
👓 glasses,めがね
👘 kimono,着物
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
❌ cross no,ばつ だめ
⭕ circle yes,まる
❗ exclamation,びっくり
❓ question,はてな 質問
‼️ double exclamation,二重びっくり
⚠️ warning,注意 警告
🚫 forbidden,禁止
🆗 ok,オーケー
🆕 new,新しい
🔜 soon,もうすぐ
➕ plus,足す
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
💦 sweat drops,汗
🏳️‍🌈 rainbow flag,虹の旗
🏁 finish flag,ゴール
🚩 red flag,赤い旗
🔴 red circle,赤い丸
🟡 yellow circle,黄色い丸
🟢 green circle,緑の丸
🔵 blue circle,青い丸`;

/** How Japanese keywords are read, and the emoji's names between colons. */
const moreWords = (emoji, words) =>
    [...words[1].split(" ").map((word) => readings.get(word)), names.get(emoji)].filter((word) => word).join(" ");

const parse = (lines) => lines.trim().split("\n").map((line) => {
    const space = line.indexOf(" ");
    const [mark, words] = [line.slice(0, space), line.slice(space + 1).split(",")];
    const emoji = mark.replace("*", "");
    return { emoji, hasTones: mark.endsWith("*"), words, folded: folded(`${words} ${moreWords(emoji, words)}`) };
});

/** Pairs: the key of the group's name, and its emoji. */
export const groups = Object.entries({ smileys, people, nature, food, activities, objects, symbols })
    .map(([name, lines]) => [name, parse(lines)]);

/** In Japanese the first keyword is the name; in English all of them are. */
export const nameOf = ({ words }) => (document.documentElement.lang === "ja" ? words[1].split(" ")[0] : words[0]);

/** The emoji that fit what was typed: those with such a word, then those with a word that begins so, then the others. */
export function findEmoji(typed) {
    const parts = folded(typed).split(/\s+/).filter((part) => part);
    const rank = ({ emoji, folded }) => {
        if (parts.some((part) => part === emoji)) return 3;
        const words = folded.split(/[ ,]/);
        if (parts.every((part) => words.includes(part))) return 2;
        if (parts.every((part) => words.some((word) => word.startsWith(part)))) return 1;
        return parts.every((part) => folded.includes(part)) ? 0 : -1;
    };
    return groups.flatMap(([, list]) => list).map((one) => ({ one, rank: rank(one) }))
        .filter(({ rank }) => rank >= 0).sort((a, b) => b.rank - a.rank);
}
